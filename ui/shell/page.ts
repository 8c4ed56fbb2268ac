// The built page, read once. What is asked for is looked up among the files that were there, so no path leads anywhere else.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface PageFile {
  body: Uint8Array<ArrayBuffer>
  type: string
  /** Its name has the hash of what it holds. */
  hashed: boolean
}

export type Page = ReadonlyMap<string, PageFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Every file of the page by its address; empty where the page was not built. */
export function readPage(folder: string): Page {
  const page = new Map<string, PageFile>()
  for (const entry of list(folder)) {
    const path = `/${entry.replaceAll('\\', '/')}`
    const type = types[extname(path)]
    if (type === undefined) continue
    const file = { body: new Uint8Array(readFileSync(join(folder, entry))), type, hashed: path.startsWith('/assets/') }
    page.set(path === '/index.html' ? '/' : path, file)
  }
  return page
}

function list(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  } catch {
    return []
  }
}
