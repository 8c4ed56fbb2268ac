// Desktop notifications: what is told, in which words, and by which command.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { languageOf, type Notice, noticeFor, plain } from '../../sidecar/ports/notifier/noticetext.ts'
import { commandFor, createNotifier } from '../../sidecar/ports/notifier/notifier.ts'
import { type NotifyOptions, startNotifications } from '../../sidecar/ports/notifier/notify.ts'
import { until } from './screen.ts'

/** A sidecar’s events and settings, and what was shown. */
function desk(settings: unknown = { notifications: true, ui: { language: 'en' } }) {
  const shown: Notice[] = []
  let listener: Parameters<NotifyOptions['onEvent']>[0] = () => {}
  let asked = 0
  const sidecar: Pick<NotifyOptions, 'settings' | 'onEvent'> = {
    async settings() {
      asked++
      return settings
    },
    onEvent(given) {
      listener = given
      return () => {
        listener = () => {}
      }
    },
  }
  const notifier = { show: (notice: Notice) => void shown.push(notice), stop: () => {} }
  const { stop } = startNotifications({ ...sidecar, notifier, gatherMs: 20, restMs: 20 })
  return { shown, stop, asked: () => asked, tell: (event: string, data: unknown) => listener({ event, data }) }
}

const approval = (id: string) => ({
  id,
  tool: 'set_env',
  input: { name: 'A', value: 'hush' },
  preview: { title: 'Set EDITOR', body: 'hush' },
})

const some = <T>(read: () => T[]) => until(read, (found) => found.length > 0, 5000)

describe('[notify.told] what waits for the user is told', () => {
  test('an approval by its tool and the title of its card, and by nothing else of it', async () => {
    const { shown, tell } = desk()
    tell('approval/requested', approval('ap_1'))
    expect(await some(() => shown)).toEqual([{ title: 'Steward: May I?', body: 'set_env: Set EDITOR' }])
  })

  test('a question, a reminder and an error', async () => {
    for (const [event, data, notice] of [
      [
        'suspension/opened',
        { id: 's', tool: 'ask_user', data: 'hush' },
        { title: 'Steward: A question for you', body: 'ask_user' },
      ],
      ['reminder/due', { id: 'r', title: 'Tea' }, { title: 'Steward: Reminder', body: 'Tea' }],
      ['reminder/due', { id: 'r', title: 'Tea', missed: true }, { title: 'Steward: Missed reminder', body: 'Tea' }],
      [
        'notice/show',
        { level: 'error', text: 'The disk is full.' },
        { title: 'Steward: Something went wrong', body: 'The disk is full.' },
      ],
    ] as const) {
      const { shown, tell } = desk()
      tell(event, data)
      expect(await some(() => shown)).toEqual([notice])
    }
  })

  test('twenty at once are one notification', async () => {
    const { shown, tell } = desk()
    for (let n = 0; n < 20; n++) tell('approval/requested', approval(`ap_${n}`))
    expect(await some(() => shown)).toEqual([{ title: 'Steward', body: '20 questions wait for your yes or no' }])
  })

  test('not what was answered meanwhile, what asks nobody, or what is not an error', async () => {
    const { shown, tell } = desk()
    tell('approval/requested', approval('ap_1'))
    tell('approval/resolved', approval('ap_1'))
    tell('suspension/opened', { id: 's', tool: 'sleep', wakeAt: 5 })
    tell('notice/show', { level: 'info', text: 'Well.' })
    tell('call/finished', { id: 'c' })
    tell('approval/requested', approval('ap_2'))
    expect(await some(() => shown)).toHaveLength(1)
    expect(shown[0]?.body).toBe('set_env: Set EDITOR')
  })

  test('nothing while notifications are off, and nothing after the end', async () => {
    const { shown, asked, tell, stop } = desk({ notifications: false })
    tell('approval/requested', approval('ap_1'))
    expect(await until(asked, (count) => count > 0, 5000)).toBe(1)
    stop()
    tell('approval/requested', approval('ap_2'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([shown, asked()]).toEqual([[], 1])
  })

  test('strange data is no reason to fall over', async () => {
    const { shown, tell } = desk()
    for (const data of [null, undefined, 5, 'x', [], { preview: null }]) tell('approval/requested', data)
    expect(await some(() => shown)).toHaveLength(1)
  })
})

describe('the words', () => {
  test('are in the language that was chosen, else in that of the system', () => {
    expect(noticeFor([{ kind: 'approval', tool: 'set_env', title: '设置' }], 'zh')).toEqual({
      title: 'Steward：可以吗？',
      body: 'set_env：设置',
    })
    expect(noticeFor([{ kind: 'approval' }, { kind: 'approval' }, { kind: 'reminder' }], 'zh')?.body).toBe(
      '有 2 个操作等待您批准，提醒',
    )
    expect([languageOf('zh', 'en-GB'), languageOf('system', 'zh-CN'), languageOf(undefined, 'fr')]).toEqual([
      'zh',
      'zh',
      'en',
    ])
  })

  test('of a reminder say when what it is of begins, and which day where that is another', () => {
    const now = Date.parse('2026-11-16T11:45:00Z')
    const around = { now, zone: 'Asia/Shanghai' }
    const lunch = (startsAt: number) => [{ kind: 'reminder' as const, title: 'Lunch', startsAt }]
    expect(noticeFor(lunch(now + 900_000), 'en', around)?.body).toBe('Lunch, 20:00')
    expect(noticeFor(lunch(now + 900_000), 'zh', around)?.body).toBe('Lunch，20:00')
    expect(noticeFor(lunch(now + 90_000_000), 'en', around)?.body).toBe('Lunch, Tue, Nov 17, 20:45')
  })

  test('of many reminders are numbers, those that were missed apart', () => {
    const some = [...Array(12).fill({ kind: 'missed', title: 'x' }), { kind: 'reminder', title: 'Tea' }]
    expect(noticeFor(some, 'en')?.body).toBe('Reminder, 12 missed reminders')
    expect(noticeFor(some, 'zh')?.body).toBe('提醒，错过了 12 条提醒')
  })

  test('[notify.plain] are one short line without controls, markup or what looks secret', () => {
    expect(plain('a\u001b[31m\nb\u202ec\u0000')).toBe('a[31m bc')
    expect(plain('<b>&amp;</b>')).toBe('‹b›＆amp;‹/b›')
    expect([...plain('x'.repeat(1e6))]).toHaveLength(120)
    expect(plain(`token=${'s3cr3t'.repeat(4)}`)).not.toContain('s3cr3t')
  })
})

describe('the command', () => {
  const evil = { title: 'Steward: May I?', body: `"; rm -rf ~ $(id) \`id\` ' --help` }

  test('[notify.plain] has the text as one argument, or as a variable, and never in a script', () => {
    expect(commandFor('linux', evil, false).args.slice(-3)).toEqual(['--', evil.title, evil.body])
    const mac = commandFor('darwin', evil, false)
    expect(mac.args.slice(-2)).toEqual([evil.title, evil.body])
    expect(mac.args.slice(0, -2).join(' ')).not.toContain('rm -rf')
    const windows = commandFor('win32', evil, false)
    expect(windows.env?.STEWARD_NOTICE_BODY).toBe(evil.body)
    expect(Buffer.from(windows.args.at(-1) ?? '', 'base64').toString('utf16le')).not.toContain('rm -rf')
  })
})

describe.runIf(process.platform === 'linux')('a notify-send', () => {
  let folder: string
  const path = process.env.PATH

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-notify-'))
    process.env.PATH = `${folder}:${path}`
  })
  afterEach(() => {
    process.env.PATH = path
    rmSync(folder, { recursive: true, force: true })
  })

  function install(script: string): () => string[] {
    const log = join(folder, 'log')
    writeFileSync(join(folder, 'notify-send'), `#!/bin/sh\necho "$*" >> '${log}'\n${script}\n`)
    chmodSync(join(folder, 'notify-send'), 0o755)
    return () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  }

  test('[notify.click] that tells of a click raises the window', async () => {
    install('echo default')
    let clicks = 0
    const notifier = createNotifier(() => clicks++)
    notifier.show({ title: 'Steward', body: 'text' })
    expect(await until(() => clicks, Boolean, 5000)).toBe(1)
    notifier.stop()
  })

  test('that knows no actions is asked again without, and from then on', async () => {
    const log = install('case "$*" in *--action*) exit 1;; esac')
    const notifier = createNotifier(() => {})
    notifier.show({ title: 'Steward', body: 'one' })
    await until(log, (lines) => lines.length === 2, 5000)
    notifier.show({ title: 'Steward', body: 'two' })
    expect(await until(log, (lines) => lines.length === 3, 5000)).toEqual([
      '--app-name=Steward --action=default=Steward -- Steward one',
      '--app-name=Steward -- Steward one',
      '--app-name=Steward -- Steward two',
    ])
    notifier.stop()
  })

  test('that waits for a click ends with the shell', async () => {
    const log = install(`echo $$ >> '${join(folder, 'pid')}'; exec sleep 600`)
    const notifier = createNotifier(() => {})
    notifier.show({ title: 'Steward', body: 'one' })
    const pid = await until(
      () => (existsSync(join(folder, 'pid')) ? Number(readFileSync(join(folder, 'pid'), 'utf8')) : 0),
      (found) => found > 0,
      5000,
    )
    notifier.stop()
    expect(
      await until(
        () => existsSync(`/proc/${pid}`),
        (isThere) => !isThere,
        5000,
      ),
    ).toBe(false)
    expect(log()).toHaveLength(1)
  })

  test('that is not there keeps nobody from anything', async () => {
    process.env.PATH = folder
    const notifier = createNotifier(() => {})
    notifier.show({ title: 'Steward', body: 'one' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    notifier.stop()
  })
})
