// One page and its own connection to the sidecar: a message of the WebSocket is a line of the socket. Neither side is
// read faster than the other takes, so a page that floods, or never reads, holds up itself only.
import type { Readable, Writable } from 'node:stream'
import type { WebSocket } from 'ws'
import { createSplitter } from '../../sidecar/rpc/frames.ts'
import { connectSocket } from '../../sidecar/rpc/socket.ts'

export const closeCodes = { sidecarGone: 4000, quitting: 4001, sidecarHung: 4002, textOnly: 1003 } as const

const MOST_PAGES = 16
/** What may wait for a page that is slow. */
const HIGH_WATER = 1024 * 1024
const CONNECT_MS = 10_000
const RETRY_MS = 25
const FAREWELL_MS = 500

type Ends = { input: Readable; output: Writable }

export interface Bridge {
  hasRoom(): boolean
  /** Whether anybody looks. */
  hasPages(): boolean
  /** Sends every page away to ask what is the matter: the sidecar says nothing. */
  drop(): void
  /** Connects a page with the sidecar. */
  open(page: WebSocket): void
  /** Says goodbye to every page. */
  close(): Promise<void>
}

export interface BridgeOptions {
  address: string
  /** Whether there may yet be somebody at the address. */
  mayCome(): boolean
}

/** Connects pages with the sidecar's socket. */
export function createBridge({ address, mayCome }: BridgeOptions): Bridge {
  const pages = new Set<WebSocket>()

  async function connect(page: WebSocket): Promise<Ends | undefined> {
    const giveUp = Date.now() + CONNECT_MS
    while (page.readyState === page.OPEN && mayCome() && Date.now() < giveUp) {
      // The file of a sidecar that starts, or that just died, leads nowhere for a moment.
      const ends = await connectSocket(address).catch(() => undefined)
      if (ends) return ends
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    return undefined
  }

  return {
    hasRoom: () => pages.size < MOST_PAGES,
    hasPages: () => pages.size > 0,
    drop() {
      for (const page of pages) {
        page.close(closeCodes.sidecarHung)
        // One that was held up has to be read again, or its own goodbye is never seen.
        page.resume()
      }
    },
    open(page) {
      pages.add(page)
      page.on('close', () => pages.delete(page))
      // A frame that is too large or broken; the page is told by the close that follows.
      page.on('error', () => {})
      // What it says meanwhile stays in its own buffers.
      page.pause()
      void connect(page).then((ends) => {
        if (ends) join(page, ends)
        else page.close(closeCodes.sidecarGone)
        page.resume()
      })
    },
    async close() {
      for (const page of pages) page.close(closeCodes.quitting)
      const giveUp = Date.now() + FAREWELL_MS
      while (pages.size > 0 && Date.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 10))
      for (const page of pages) page.terminate()
    },
  }
}

function join(page: WebSocket, { input, output }: Ends): void {
  fromPage(page, output)
  toPage(input, page)
  page.on('close', () => {
    output.destroy()
    input.destroy()
  })
}

function fromPage(page: WebSocket, output: Writable): void {
  page.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      page.close(closeCodes.textOnly)
      return
    }
    if (output.destroyed) return
    output.write(asLine(data))
    if (output.writableNeedDrain) page.pause()
  })
  output.on('drain', () => page.resume())
}

// Between the parts of a JSON text a line break is a space, and inside of a string it can't be.
function asLine(data: Buffer): Buffer {
  const line = Buffer.allocUnsafe(data.length + 1)
  data.copy(line)
  for (let at = line.indexOf(10); at !== -1 && at < data.length; at = line.indexOf(10, at + 1)) line[at] = 32
  line[data.length] = 10
  return line
}

function toPage(input: Readable, page: WebSocket): void {
  const splitter = createSplitter()
  const sent = () => {
    if (input.isPaused() && page.bufferedAmount < HIGH_WATER) input.resume()
  }
  input.on('data', (chunk: Buffer) => {
    for (const frame of splitter.push(chunk)) if (typeof frame === 'string') page.send(frame, sent)
    if (page.bufferedAmount >= HIGH_WATER) input.pause()
  })
  const gone = () => {
    page.close(closeCodes.sidecarGone)
    // One that was held up has to be read again, or its own goodbye is never seen.
    page.resume()
  }
  input.on('end', gone).on('close', gone)
}
