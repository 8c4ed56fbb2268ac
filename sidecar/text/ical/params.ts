// Parameters and text values: quotes, RFC 6868 carets, backslashes.
import type { Component, Property } from './document.ts'

/** One parameter as a whole; its list is not taken apart, since zone names have commas in them. */
export function param(property: Property, name: string): string | undefined {
  if (property.params === '') return undefined
  for (const part of split(property.params, ';')) {
    const at = part.indexOf('=')
    if (at !== -1 && part.slice(0, at).trim().toUpperCase() === name) return decode(unquote(part.slice(at + 1).trim()))
  }
  return undefined
}

/** All parameters, each as its list of values. */
export function paramsOf(property: Property): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const part of split(property.params, ';')) {
    const at = part.indexOf('=')
    if (at <= 0) continue
    const values = split(part.slice(at + 1), ',').map((value) => decode(unquote(value.trim())))
    found[part.slice(0, at).trim().toUpperCase()] = values
  }
  return found
}

/** Parameters as they are written, with the leading semicolon. */
export function writeParams(params: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.entries(params)
    .map(([name, value]) => `;${name}=${(typeof value === 'string' ? [value] : value).map(quote).join(',')}`)
    .join('')
}

function split(text: string, by: string): string[] {
  if (!text.includes('"')) return text.split(by)
  const parts: string[] = []
  let begun = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === by && !quoted) {
      parts.push(text.slice(begun, at))
      begun = at + 1
    }
  }
  parts.push(text.slice(begun))
  return parts
}

const unquote = (text: string): string => (text.includes('"') ? text.replaceAll('"', '') : text)

// RFC 6868.
const decode = (text: string): string =>
  text.includes('^') ? text.replaceAll(/\^[n'^]/g, (two) => ({ '^n': '\n', "^'": '"' })[two] ?? '^') : text

function quote(text: string): string {
  const safe = text
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replaceAll(/\r\n|[\r\n]/g, '^n')
  return /[:;,]/.test(safe) ? `"${safe}"` : safe
}

/** TEXT without its backslashes. */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\([\s\S])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char))
}

/** TEXT with its backslashes. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (char) => `\\${char}`).replaceAll(/\r\n|[\r\n]/g, '\\n')

/** The values of a list of TEXT, such as CATEGORIES. */
export function textList(text: string): string[] {
  const parts = text.match(/(?:\\[\s\S]|[^,\\])+/g) ?? []
  return parts.map(unescapeText)
}

/** The first property of that name. */
export function property(component: Component, name: string): Property | undefined {
  for (const item of component.items) if (item.kind === 'property' && item.name === name) return item
  return undefined
}

/** All properties of that name. */
export function properties(component: Component, name: string): Property[] {
  return component.items.filter((item): item is Property => item.kind === 'property' && item.name === name)
}

/** The text of the first property of that name. */
export function textOf(component: Component, name: string): string | undefined {
  const found = property(component, name)
  return found && unescapeText(found.value)
}

/** The components of that name right inside. */
export function inside(component: Component, name: string): Component[] {
  return component.items.filter((item): item is Component => item.kind === 'component' && item.name === name)
}
