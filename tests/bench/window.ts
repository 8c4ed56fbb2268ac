// The window in a real browser: its weight, its start, a long list under the keys, and a flood of events.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import type { Client } from '../../sidecar/rpc/client.ts'
import { findBrowser } from '../../ui/shell/browsers.ts'
import type { Steward } from '../ui/browser.ts'
import { type Bench, median, type Row, sleep } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const starts = 7
const presses = 200
const manyCalls = 10_000
const fewCalls = 20
const most = 100

/** What inpage.js puts into the page. */
interface InPage {
  bench: { watch(): void; answer(): Promise<number>; messages: number; delays: number[]; frame: number }
  requestAnimationFrame(act: () => void): void
}

/** What the browser reads before it can draw, and all that it may read later but the other language. */
function weigh(): Row[] {
  const folder = join(root, 'dist/ui')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = readdirSync(join(folder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => {
      const text = readFileSync(join(folder, 'assets', name), 'utf8')
      const isChinese = (text.match(/[\u4e00-\u9fff]/g)?.length ?? 0) > 500
      return { isFirst: html.includes(name), isChinese, size: gzipSync(text, { level: 9 }).length / 1024 }
    })
  const sum = (some: typeof files) => some.reduce((total, { size }) => total + size, 0)
  const peer = { peer: 60, unit: 'KB', peerName: 'the aim', aim: { most: 1 } }
  const note = `${sum(files.filter(({ isChinese }) => isChinese)).toFixed(1)} KB more in Chinese`
  return [
    { name: 'script before the first view, gzipped', ours: sum(files.filter(({ isFirst }) => isFirst)), ...peer },
    // Two places more than that aim was set for; each is loaded when it is first looked at.
    {
      ...{
        name: 'script of all views, gzipped',
        ours: sum(files.filter(({ isChinese }) => !isChinese)),
        ...peer,
        note,
      },
      peer: 120,
    },
  ]
}

/** From now until a browser in app mode has drawn what is looked for. */
async function paintOf(address: string, look: string): Promise<number> {
  const profile = mkdtempSync(join(tmpdir(), 'steward-profile-'))
  const executablePath = findBrowser(process.platform, process.env, existsSync) ?? ''
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--app=${address}`]
  const context = await chromium.launchPersistentContext(profile, { executablePath, args, viewport: null })
  try {
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    await page.locator(look).first().waitFor({ state: 'attached' })
    // After the frame that shows it.
    return await page.evaluate(() => {
      const { requestAnimationFrame: next } = globalThis as unknown as InPage
      return new Promise<number>((resolve) =>
        next(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()))),
      )
    })
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

const now = () => performance.timeOrigin + performance.now()

async function startBare(address: string): Promise<number> {
  const from = now()
  return (await paintOf(address, 'body')) - from
}

async function startOurs(home: string): Promise<number> {
  const from = now()
  const bin = join(root, 'sidecar/cli/bin.mjs')
  const env = { ...process.env, STEWARD_HOME: home, STEWARD_KEYCHAIN: 'off' }
  const shell = spawn(process.execPath, [bin, 'open', '--headless'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(shell, 'exit')
  try {
    const [line] = await once(shell.stdout, 'data')
    return (await paintOf(String(line).trim(), '.glance section')) - from
  } finally {
    shell.kill('SIGTERM')
    await ended
  }
}

async function timeStarts(home: string): Promise<Row> {
  const server = createServer((_request, response) => response.end('<!doctype html><title>Empty</title><body>'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const empty = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const bare: number[] = []
  const ours: number[] = []
  try {
    // The first of each pays for cold disks.
    await startBare(empty)
    await startOurs(home)
    for (let run = 0; run < starts; run += 1) {
      bare.push(await startBare(empty))
      ours.push(await startOurs(home))
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  const peerName = 'bare Chromium, an empty page'
  return { name: 'start to first useful paint', ours: median(ours), peer: median(bare), unit: 'ms', peerName }
}

async function fill(client: Client, count: number): Promise<void> {
  const one = () => client.call('tool/call', { tool: 'json_parse', input: { text: '{"a":[1,2,3]}' } })
  for (let done = 0; done < count; done += most) await Promise.all(Array.from({ length: most }, one))
}

interface Scrolled {
  worst: number
  frame: number
  heard: number
  reached: number
}

/** Goes through the list by keys and by the wheel. */
async function scroll(page: Page): Promise<Scrolled> {
  const list = page.getByRole('listbox', { name: 'Activity' })
  await list.focus()
  await page.keyboard.press('Home')
  await page.evaluate(() => (globalThis as unknown as InPage).bench.watch())
  const placeNow = async () => Number((await list.locator('[data-active="true"]').getAttribute('aria-posinset')) ?? 0)
  for (let press = 0; press < presses; press += 1) await page.keyboard.press('ArrowDown')
  const heard = (await placeNow()) - 1
  for (let turn = 0; turn < 100; turn += 1) {
    await page.keyboard.press(turn % 2 === 0 ? 'PageDown' : 'End')
    await page.mouse.wheel(0, 900)
  }
  await page.waitForTimeout(200)
  const { delays, frame } = await page.evaluate(() => {
    const { delays, frame } = (globalThis as unknown as InPage).bench
    return { delays, frame }
  })
  return { worst: Math.max(...delays), frame, heard, reached: await placeNow() }
}

/** How many events a second the page is sent while a client calls as often as it may, and how slow its answers are meanwhile. */
async function flood(page: Page, client: Client, perSecond: number): Promise<{ rate: number; slow: number }> {
  const before = await page.evaluate(() => (globalThis as unknown as InPage).bench.messages)
  const from = performance.now()
  const answers: number[] = []
  let isOver = false
  const probe = async () => {
    while (!isOver) {
      answers.push(await page.evaluate(() => (globalThis as unknown as InPage).bench.answer()))
      await sleep(50)
    }
  }
  const probing = probe()
  const call = () => client.call('tool/call', { tool: 'json_parse', input: { text: '{}' } })
  while (performance.now() - from < 3000) {
    const due = performance.now()
    await Promise.all(Array.from({ length: Math.ceil(perSecond / 20) }, call))
    await sleep(Math.max(0, 50 - (performance.now() - due)))
  }
  const took = (performance.now() - from) / 1000
  isOver = true
  await probing
  const after = await page.evaluate(() => (globalThis as unknown as InPage).bench.messages)
  return {
    rate: (after - before) / took,
    slow: answers.toSorted((a, b) => a - b)[Math.floor(answers.length * 0.95)] ?? 0,
  }
}

/** A window on the list of calls that is measured from inside. */
async function openList(steward: Steward): Promise<Page> {
  const page = await steward.open()
  await page.addInitScript({ path: join(import.meta.dirname, 'inpage.js') })
  await page.goto(`${steward.origin}/#/activity`)
  await page.reload()
  await page.getByRole('listbox', { name: 'Activity' }).waitFor()
  return page
}

async function lists(): Promise<Row[]> {
  const { closeAll, startSteward } = await import('../ui/browser.ts')
  try {
    const few = await startSteward()
    await fill(await few.connect(), fewCalls)
    const many = await startSteward()
    const client = await many.connect()
    await fill(client, manyCalls)
    const peer = await scroll(await openList(few))
    const page = await openList(many)
    const ours = await scroll(page)
    let best = { rate: 0, slow: 0 }
    let last = best
    for (const rate of [250, 500, 1000, 2000, 4000, 8000]) {
      last = await flood(page, client, rate)
      if (last.slow > 100) break
      if (last.rate > best.rate) best = last
    }
    const peerName = `the same with ${fewCalls} calls`
    const note = `${ours.heard} of ${presses} keys heard, longest frame ${ours.frame.toFixed(0)} ms, got to ${ours.reached}`
    return [
      { name: '10,000 calls, slowest key', ours: ours.worst, peer: peer.worst, unit: 'ms', peerName, note },
      { name: '10,000 calls, longest frame', ours: ours.frame, peer: peer.frame, unit: 'ms', peerName },
      {
        ...{ name: 'events a second, answered within 100 ms', ours: best.rate, peer: last.rate, unit: '/s' },
        ...{ peerName: 'the most that was sent', note: `95 of 100 answers within ${best.slow.toFixed(0)} ms` },
      },
    ]
  } finally {
    await closeAll()
  }
}

export const windowBench: Bench = {
  name: 'window',
  async run({ home }) {
    if (findBrowser(process.platform, process.env, existsSync) === undefined) {
      process.stderr.write('Left out, since there is no Chromium: the window in a browser.\n')
      return weigh()
    }
    return [...weigh(), await timeStarts(home), ...(await lists())]
  },
}
