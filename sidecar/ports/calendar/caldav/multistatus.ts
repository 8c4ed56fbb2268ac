// What a server says of many resources at once (RFC 4918, 13). tsdav's reader is not used for these answers: it builds the
// whole of it at once on the loop, takes "1.10" for a number and so changes tokens and names, and throws a batch away for
// one resource that is gone.
import { child, childrenOf, type Element, XmlFault, XmlReader } from './xml.ts'

export interface Part {
  href: string
  /** Of the resource as a whole; 200 where each of its properties has one of its own. */
  status: number
  /** Those that it has. */
  props: ReadonlyMap<string, Element>
}

/** Characters of one resource; a longer one is not taken. */
export const LONGEST_RESOURCE = 1024 * 1024
const MOST_ELEMENTS = 2000

/** Reads an answer to its end, part by part. Returns the token at its end, if it has one (RFC 6578, 6.4). */
export async function readMultistatus(
  body: AsyncIterable<Uint8Array> | null,
  take: (part: Part) => void,
): Promise<string | undefined> {
  const limits = { text: LONGEST_RESOURCE, elements: MOST_ELEMENTS }
  const reader = new XmlReader('d:response', limits, (element) => take(partOf(element)))
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) reader.write(decoder.decode(chunk, { stream: true }))
  reader.write(decoder.decode())
  reader.end()
  if (reader.root?.name !== 'd:multistatus') throw new XmlFault('it is another kind of answer')
  return child(reader.root, 'd:sync-token')?.text.trim()
}

function partOf(response: Element): Part {
  const props = new Map<string, Element>()
  for (const propstat of childrenOf(response, 'd:propstat')) {
    const status = child(propstat, 'd:status')
    if (status && !isGood(statusOf(status))) continue
    for (const prop of child(propstat, 'd:prop')?.children ?? []) props.set(prop.name, prop)
  }
  const own = child(response, 'd:status')
  return { href: child(response, 'd:href')?.text.trim() ?? '', status: own ? statusOf(own) : 200, props }
}

const isGood = (status: number): boolean => status >= 200 && status < 300

const statusOf = (element: Element): number => Number(/^\S+\s+(\d{3})/.exec(element.text.trim())?.[1] ?? 0)

/** The text of a property; nothing where it is empty. */
export const textOf = (part: Part, name: string): string | undefined => part.props.get(name)?.text.trim() || undefined
