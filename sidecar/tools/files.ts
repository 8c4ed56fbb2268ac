// Reading files and folders.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { decodeText, encodingOf, firstCharacter, lineRange, looksBinary, wholeCharacters } from '../text/decode.ts'
import { StewardError } from '../text/errors.ts'
import { globMatcher } from '../text/glob.ts'
import { below } from '../text/paths.ts'

const path = z.string().describe('Absolute, from ~, or relative to the folder of the session')
// A file may come from anybody.
const labels = { trust: 'untrusted', secrecy: 'private' } as const

const binary = (file: string) =>
  new StewardError('BAD_INPUT', `${file} does not hold text.`, 'Read it with as: "base64", or look at get_file_info.')

export const readFile = defineTool({
  name: 'read_file',
  aliases: ['file_read', 'read'],
  summary:
    'Reads a file as text or base64, whole or by bytes (offset, maxBytes) or lines (line, lines). Long ones are cut and marked.',
  category: 'files',
  input: z.object({
    path,
    as: z.enum(['text', 'base64']).default('text'),
    offset: z.number().int().min(0).default(0).describe('First byte'),
    maxBytes: z.number().int().min(4).max(4_000_000).default(100_000),
    line: z.number().int().min(1).optional().describe('First line to return, counted from offset'),
    lines: z.number().int().min(1).optional().describe('How many lines to return'),
  }),
  output: z.object({
    text: z.string().optional(),
    base64: z.string().optional(),
    encoding: z.string().optional(),
    bytes: z.number().describe('How many bytes were read'),
    cut: z.boolean(),
    next: z.number().optional().describe('The offset to go on from'),
    lines: z.object({ from: z.number(), to: z.number(), of: z.number().optional() }).optional(),
  }),
  effects: { readFile: (input) => [input.path] },
  preview: (input) => ({ title: `Read ${input.path}` }),
  roles: { object: ['path'] },
  labels,
  idempotent: true,
  examples: [
    { path: 'README.md' },
    { path: 'README.md', line: 10, lines: 20 },
    { path: '~/photo.jpg', as: 'base64', maxBytes: 1000 },
  ],
  phrases: [
    '(read|cat|print|display) [me] [the] [file|contents of|content of|text of] {path:path}',
    '(open|show|show me) [the] [file|contents of|content of|text of] {path:file}',
    '(read|open|show|show me|cat|print|display) [the] file (called|named|) {path:name}',
    '(whats|what is) (in|inside) [the] [file] {path:file}',
    '(show|show me|read|print) [the] first {lines} lines of [the] [file] {path:file} {line=1}',
    '(read|show) line {line} of [the] [file] {path:file} {lines=1}',
    '(读|读取|读一下){path:path}[的内容|里的内容|文件|这个文件]',
    '(打开|查看|显示|看看|看一下|看){path:file}[的内容|里的内容|文件|这个文件]',
    '(读|读取|读一下|打开|查看|显示|看看|看一下|看)[一下]文件{path:name}[的内容]',
    '{path:file}(里有什么|里写了什么|里面有什么|的内容是什么|的内容)',
    '(读|读取|查看|显示|看看){path:file}[的]前{lines}行 {line=1}',
  ],
  sentences: [
    ['read notes.txt', { path: 'notes.txt' }],
    ['show me the first 5 lines of ~/log.txt', { path: '~/log.txt', line: 1, lines: 5 }],
    ['打开文件 笔记.txt', { path: '笔记.txt' }],
  ],
  words: ['cat', 'contents', '读取', '打开文件', '文件', '内容'],
  async run({ path: file, as, offset, maxBytes, line, lines }, { readFile: read }) {
    const bytes = await read(file, maxBytes + 1, offset)
    const more = bytes.length > maxBytes
    const kept = bytes.subarray(0, maxBytes)
    const next = (length: number) =>
      more ? { bytes: length, cut: true, next: offset + length } : { bytes: length, cut: false }
    if (as === 'base64') return { base64: kept.toBase64(), ...next(kept.length) }
    const { encoding } = encodingOf(offset === 0 ? bytes : await read(file, 3))
    if (looksBinary(kept, encoding)) throw binary(file)
    const length = more ? wholeCharacters(kept, encoding) : kept.length
    const text = decodeText(kept.subarray(firstCharacter(kept, encoding, offset), length), encoding)
    if (line === undefined && lines === undefined) return { text, encoding, ...next(length) }
    return { ...pickLines(text, line ?? 1, lines, more), encoding, ...next(length) }
  },
})

function pickLines(text: string, from: number, count: number | undefined, more: boolean) {
  const { to, of, text: chosen } = lineRange(text, from, count ?? Number.MAX_SAFE_INTEGER)
  if (from <= of) return { text: chosen, lines: more ? { from, to } : { from, to, of } }
  const hint = more ? 'Raise maxBytes, or go on from an offset further in.' : 'Ask for an earlier line.'
  throw new StewardError('NOT_FOUND', `What was read has ${of} lines; there is no line ${from}.`, hint)
}

const kind = z.enum(['file', 'directory', 'link', 'other'])
const scan = 20_000

export const listDirectory = defineTool({
  name: 'list_directory',
  aliases: ['list_files', 'file_list'],
  summary:
    'Lists a folder, with all below it if you like, and only what fits a glob pattern. Links are shown, not followed.',
  category: 'files',
  input: z.object({
    path: path.default('.'),
    recursive: z.boolean().default(false),
    pattern: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Such as *.md or src/**/*.ts; implies recursive where it has a / or **'),
    hidden: z.boolean().default(false).describe('Also names that begin with a dot'),
    limit: z.number().int().min(1).max(10_000).default(1000),
  }),
  output: z.object({
    folder: z.string(),
    entries: z.array(
      z.object({
        name: z.string(),
        kind,
        bytes: z.number(),
        modified: z.string(),
        to: z.string().optional().describe('Where a link points'),
      }),
    ),
    cut: z.boolean().describe('There may be more than is shown'),
  }),
  effects: { readFile: (input) => [input.path] },
  preview: (input) => ({ title: `List ${input.path}` }),
  roles: { object: ['path'] },
  labels,
  idempotent: true,
  examples: [{}, { path: '~/Documents', recursive: true, pattern: '*.pdf' }],
  phrases: [
    '(ls|dir|list files|list the files|list my files|show files|show the files|show my files|what files are here|what files are there|list this folder|whats here)',
    '(ls|dir|list|list files in|list the files in|show files in|show the files in|show me the files in|what files are in|list [the] (contents|content) of|whats in|what is in|open|show|show me) [the|my] {path:folder} [folder|directory]',
    '(list|show|open|show me) [the] (folder|directory) ({path:name}|{path:folder})',
    '(list|show|find|show me) [all|the] files (matching|like|called|named) {pattern:name} [in [the|my] {path:folder} [folder]]',
    '(列出|显示|查看|看看|看一下)[一下][这里|当前目录|当前文件夹][的|里的|下的][所有]文件',
    '(当前目录|当前文件夹|这里)(有什么|有哪些文件|有什么文件|里有什么)',
    '(列出|显示|查看|打开|看看|看一下)[我的]{path:folder}[文件夹|目录][里|中|下|里面][的文件|的所有文件|的内容|文件]',
    '(列出|显示|查看|打开|看看|看一下)(文件夹|目录){path:name}[里|中|下][的文件|的内容]',
    '[我的]{path:folder}[文件夹|目录](里有什么|里有哪些文件|里面有什么|下有什么|有哪些文件|有什么文件|里有什么文件)',
  ],
  sentences: [
    ['list my downloads', { path: '~/Downloads' }],
    ['what files are in /tmp', { path: '/tmp' }],
    ['下载文件夹里有什么？', { path: '~/Downloads' }],
  ],
  words: ['ls', 'dir', 'files', 'directories', '列出', '文件夹', '目录', '文件'],
  async run({ path: where, recursive, pattern, hidden, limit }, { readFile: read }) {
    const fits = pattern === undefined ? () => true : globMatcher(pattern)
    const folder = (await read.info(where)).path
    const deep = recursive || /\/|\*\*/.test(pattern ?? '')
    const found = await read.list(where, { recursive: deep, hidden, limit: pattern === undefined ? limit : scan })
    const entries = found.entries
      .map(({ path: full, modified, mode: _, ...rest }) => ({
        ...rest,
        name: below(folder, full),
        modified: new Date(modified).toISOString(),
      }))
      .filter(({ name }) => fits(name))
    return { folder, entries: entries.slice(0, limit), cut: found.cut || entries.length > limit }
  },
})

export const getFileInfo = defineTool({
  name: 'get_file_info',
  summary: 'What a file or folder is: kind, size, time of last change, permissions, and on request its SHA-256.',
  category: 'files',
  input: z.object({ path, hash: z.boolean().default(false).describe('Also read the whole file for its SHA-256') }),
  output: z.object({
    path: z.string().describe('The real path, links resolved'),
    kind,
    bytes: z.number(),
    modified: z.string(),
    permissions: z.string().describe('Octal, as in chmod'),
    sha256: z.string().optional(),
  }),
  effects: { readFile: (input) => [input.path] },
  preview: (input) => ({ title: `Look at ${input.path}` }),
  roles: { object: ['path'] },
  labels,
  idempotent: true,
  examples: [{ path: 'README.md' }, { path: 'README.md', hash: true }],
  phrases: [
    '(how big|how large|how old) is [the] [file|folder] {path:path}',
    '(when was|when did) {path:path} (changed|modified|last changed|last modified|change)',
    '[whats|what is|show|get|show me|tell me] [the] (size|type|permissions|info|details) (of|about|on) [the file|the folder] {path:path}',
    '(stat|file info|info about|info on|about) {path:path}',
    '[whats|what is|show|compute|get] [the] (hash|sha256|checksum|sha 256) of [the] [file] {path:path} {hash=true}',
    'what kind of file is {path:path}',
    '{path:path}(有多大|多大|的大小|大小是多少|的大小是多少|是什么文件|的信息|的详细信息|的权限)',
    '(查看|查|看看|显示)[一下]{path:path}的(大小|信息|详细信息|权限|修改时间)',
    '{path:path}(什么时候改的|什么时候修改的|是什么时候修改的|的修改时间)',
    '[计算|查看|算一下]{path:path}的(哈希|校验和|哈希值|SHA256) {hash=true}',
  ],
  sentences: [
    ['how big is notes.txt?', { path: 'notes.txt' }],
    ['sha256 of ~/a.iso', { path: '~/a.iso', hash: true }],
    ['README.md有多大', { path: 'README.md' }],
  ],
  words: ['size', 'modified', 'checksum', 'hash', '大小', '权限', '哈希', '修改时间'],
  async run({ path: file, hash }, { readFile: read }) {
    const { path: real, kind: what, bytes, modified, mode } = await read.info(file)
    const facts = {
      path: real,
      kind: what,
      bytes,
      modified: new Date(modified).toISOString(),
      permissions: mode.toString(8),
    }
    return hash ? { ...facts, sha256: await read.hash(file) } : facts
  },
})

export const fileTools: readonly Tool[] = [readFile, listDirectory, getFileInfo]
