// Notes: Markdown files in the user's vault.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { firstWords, noteFile, tagsOf } from '../text/note.ts'
import { timeIn } from '../text/time.ts'

const titleOf = ({ title, text }: { title?: string | undefined; text: string }): string => title ?? firstWords(text)

export const quickNote = defineTool({
  name: 'quick_note',
  summary: 'Captures a note in one step, as a Markdown file in your vault. #tags in the text become its tags.',
  category: 'notes',
  input: z.object({
    text: z.string().trim().min(1).max(200_000).describe('Markdown; [[links]] and #tags as in Obsidian'),
    title: z.string().trim().min(1).max(200).optional().describe('Also the file name; the first words without it'),
    tags: z.array(z.string().trim().min(1).max(100)).max(20).optional().describe('Beside those in the text'),
    source: z.string().trim().min(1).max(1000).optional().describe('Where it comes from: an address, a book, a person'),
  }),
  output: z.object({
    file: z.string().describe('Its name in the vault'),
    path: z.string(),
    title: z.string(),
    tags: z.array(z.string()),
    created: z.string().describe('RFC 3339'),
  }),
  effects: { writeVault: (note) => [noteFile(titleOf(note))] },
  roles: { payload: ['title', 'text', 'tags', 'source'] },
  preview: (note) => ({ title: `Note: ${titleOf(note)}`, body: note.text }),
  // Whatever is captured may be anybody's words, and its name is made of them.
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['file', 'path', 'title', 'tags'] },
  examples: [
    { text: 'Call the printer about the proofs #studio' },
    { title: 'Paper sizes', text: 'A5 is 148 × 210 mm.', tags: ['print'], source: 'ISO 216' },
  ],
  phrases: [
    '(note|take a note|make a note|add a note|quick note|new note|write down|jot down|write a note) [that|saying]: {text}',
    'remember (that|to): {text}',
    '(note|take a note|make a note|add a note|write a note) (called|titled|named) {title} (saying|with|with the text|that says): {text}',
    '(记|记一下|记下|记下来|记住|记录|记录一下|记个笔记|写个笔记|新建笔记|添加笔记|备忘)：{text}',
  ],
  sentences: [
    ['note: buy milk', { text: 'buy milk' }],
    ['记一下 买牛奶', { text: '买牛奶' }],
  ],
  words: ['write', 'remember', 'memo', '笔记', '备忘', '记录', '记下'],
  async run(note, { writeVault }, { clock }) {
    const title = titleOf(note)
    const { iso } = timeIn(clock.zone(), clock.now())
    const created = iso.replace(/\[.*\]$/, '')
    const tags = tagsOf(note.text, note.tags)
    const kept = { title, text: note.text, created, tags, source: note.source ?? 'quick_note' }
    return { ...(await writeVault(noteFile(title), kept)), title, tags, created }
  },
})

export const noteTools: readonly Tool[] = [quickNote]
