// note/*
import type { Api, ApiParts } from './types.ts'

export const noteApi = ({ notes }: ApiParts): Api<'note/list' | 'note/read'> => ({
  'note/list': async ({ query, limit }) => {
    const wanted = (query ?? '').toLowerCase().split(/\s+/)
    const isWanted = ({ title, tags }: { title: string; tags: readonly string[] }) => {
      const text = `${title} ${tags.map((tag) => `#${tag}`).join(' ')}`.toLowerCase()
      return wanted.every((word) => text.includes(word))
    }
    return { notes: (await notes.list()).filter(isWanted).slice(0, limit) }
  },
  'note/read': ({ file }) => notes.read(file),
})
