// Text that wants to be more than text: markup, scripts, letters that turn a line round or can't be seen.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, makeHome, type Steward, startSteward, visit } from './browser.ts'

const markup = '<x-evil><img src=x onerror="window.evil=1"><script>window.evil=1</script><a href="javascript:evil()">'
const turned = 'invoice\u202Efdp.exe\u2066\u200B\u2069\u{E0041}\u061C'
const nasty = `${markup} ${turned} {n} {title} $& %s`
const unseen = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF\u{E0000}-\u{E007F}]/u

/** What of it came into the page as something else than visible text. */
const traces = (page: Page) =>
  page.evaluate((source) => {
    const hidden = new RegExp(source, 'u')
    const bad = [
      ...document.querySelectorAll('x-evil, img[src="x"], script:not([src^="/assets/"]), a[href^="javascript"]'),
    ]
    const attributes = [...document.querySelectorAll('*')].flatMap((one) =>
      [...one.attributes].filter(({ value }) => hidden.test(value)).map(({ name }) => `${one.tagName} ${name}`),
    )
    const text = document.body.innerText.split('\n').filter((line) => hidden.test(line))
    const ran = 'evil' in window ? ['it ran'] : []
    return [
      ...bad.map(({ tagName }) => tagName),
      ...attributes,
      ...text,
      ...ran,
      ...(hidden.test(document.title) ? ['title'] : []),
    ]
  }, unseen.source)

describe.runIf(hasBrowser)('[page.hostile-text] hostile text', () => {
  let steward: Steward
  let terminal: Client
  const calls: Record<string, string> = {}

  beforeAll(async () => {
    const home = makeHome()
    // A file whose name is all that a name can be.
    const folder = join(home, 'files')
    mkdirSync(folder)
    writeFileSync(join(folder, nasty.replaceAll('/', '∕').slice(0, 100)), markup)
    steward = await startSteward(home)
    terminal = await steward.connect()
    const session = (await terminal.call('session/open', { name: nasty.slice(0, 100) })).id
    const run = async (name: string, tool: string, input: object) => {
      calls[name] = (await terminal.call('tool/call', { tool, input, session, wait: false })).callId
    }
    await run('note', 'quick_note', {
      title: nasty,
      text: `${nasty}\n# ${markup}\n+++ ${turned}`,
      tags: [markup.slice(0, 90)],
    })
    await run('list', 'list_directory', { path: folder })
    await run('missing', 'read_file', { path: join(folder, `${turned}.txt`) })
    await run('set', 'set_env', { name: 'HOSTILE', value: nasty })
    await run('question', 'ask_user', { question: nasty, options: [markup, turned], free: true })
    await run('echo', 'json_parse', { text: JSON.stringify({ [markup]: nasty, [turned]: [markup] }) })
    await run('denied', 'set_env', { name: 'DENIED', value: 'x' })
    const denied = (await terminal.call('approval/list', {})).approvals.find(({ callId }) => callId === calls.denied)
    if (denied)
      await terminal.call('approval/decide', { id: denied.id, hash: denied.hash, decision: 'deny', reason: nasty })
    await terminal.call('grant/create', { kind: 'readFile', pattern: `/${markup}/${turned}/**`, times: 3 })
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  test('is text in every place, and in the address of one', async () => {
    const page = await steward.open()
    const places = [
      'today',
      'approvals',
      'waiting',
      'activity',
      'audit',
      'policy',
      'policy/grants',
      'tools',
      'settings',
    ]
    const named = encodeURIComponent(nasty)
    for (const place of [...places, `tools/${named}`, `activity/${named}`, named, '%E0%A4%A']) {
      await visit(page, place)
      expect(await traces(page), place).toEqual([])
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(20)
    }
  })

  test('is text in all that was called with it, and can be read', async () => {
    const page = await steward.open('activity')
    for (const callId of Object.values(calls)) {
      await visit(page, `activity/${callId}`)
      for (const fold of await page.locator('main details:not([open]) > summary').all()) await fold.click()
      expect(await traces(page)).toEqual([])
    }
    await visit(page, `activity/${calls.echo}`)
    await page.getByText('<x-evil>').first().waitFor()
    await page.getByText('⟨U+202E⟩').first().waitFor()
  })

  test('is shown as it is on the card that asks about it', async () => {
    const page = await steward.open('approvals')
    const card = page.getByRole('article', { name: 'Set HOSTILE' })
    await card.getByText('<script>window.evil=1</script>').first().waitFor()
    await card.getByText('invoice⟨U+202E⟩fdp.exe').first().waitFor()
    await card.getByRole('button', { name: 'Edit before allowing…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'As JSON' }).click()
    const field = page.getByRole('dialog').getByRole('textbox')
    expect(JSON.parse(await field.inputValue())).toEqual({ name: 'HOSTILE', value: nasty })
  })

  test('is text in messages, the ask bar and a form', async () => {
    const page = await steward.open()
    await page.getByLabel('Quick note').fill(nasty)
    await page.keyboard.press('Enter')
    await page.getByText('Noted.').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.insertText(`${markup} invoice\u202Efdp.exe`)
    await page.getByText(/Write it down/).waitFor()
    await page.waitForTimeout(300)
    // What is typed is the user's own, and stays as it was typed.
    expect((await traces(page)).filter((one) => one !== 'INPUT value')).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(`${steward.origin}/#/tools/read_file`)
    await page.getByLabel('Path *').fill(`/nowhere/${turned}`)
    await page.getByRole('button', { name: 'What would happen?' }).click()
    await page.getByText('⟨U+202E⟩').first().waitFor()
    const inForm = (await traces(page)).filter((one) => !/^(INPUT|TEXTAREA) value$/.test(one))
    expect(inForm).toEqual([])
  })
})
