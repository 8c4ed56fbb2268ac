// Looking for a tool by words.
import type { ToolSummary } from '../../state/tools.ts'
import { said } from '../text/said.ts'

/** Whether a tool is meant by some words. */
export function fits(tool: ToolSummary, query: string): boolean {
  const text = [tool.name, ...tool.aliases, tool.summary, said(tool.summary), tool.category, said(tool.category)]
    .join(' ')
    .toLowerCase()
    .replaceAll('_', ' ')
  return query
    .toLowerCase()
    .replaceAll('_', ' ')
    .split(/\s+/)
    .every((word) => text.includes(word))
}
