// Objects that others on the bus can look at and call: declared as data, answered here. Whoever calls is any program of
// the user, and whatever it sends is an answer or an error, never more.
import type { Incoming } from './message.ts'
import { Malformed, type Value, variant } from './signature.ts'

export interface Method {
  takes: string
  gives: string
  run(...args: never[]): Value[]
}

export interface Property {
  type: string
  read(): Value
}

export interface Interface {
  methods: Readonly<Record<string, Method>>
  properties: Readonly<Record<string, Property>>
  /** The signature of each. */
  signals: Readonly<Record<string, string>>
}

/** An object: its interfaces by name. */
export type BusObject = Readonly<Record<string, Interface>>

/** An error with a name of the bus. */
export class BusError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface Answer {
  signature: string
  body: Value[]
}

const standard = 'org.freedesktop.DBus'
const refuse = (what: string, message: string): never => {
  throw new BusError(`${standard}.Error.${what}`, message)
}

const own = <T>(of: Readonly<Record<string, T>>, name: string | undefined): T | undefined =>
  name !== undefined && Object.hasOwn(of, name) ? of[name] : undefined

const readAll = ({ properties }: Interface): Value =>
  new Map(Object.entries(properties).map(([name, { type, read }]) => [name, variant(type, read())]))

/** What every object has. */
const common = (object: BusObject, path: string, children: readonly string[]): BusObject => {
  const at = (name: string): Interface => own(object, name) ?? refuse('UnknownInterface', 'There is no such interface.')
  const property = (on: string, name: string): Property =>
    own(at(on).properties, name) ?? refuse('UnknownProperty', 'There is no such property.')
  const get = (on: string, name: string) => {
    const { type, read } = property(on, name)
    return [variant(type, read())]
  }
  const set = (on: string, name: string) => {
    property(on, name)
    return refuse('PropertyReadOnly', 'It can be read only.')
  }
  const nothing = { properties: {}, signals: {} }
  return {
    [`${standard}.Properties`]: {
      ...nothing,
      methods: {
        Get: { takes: 'ss', gives: 'v', run: get },
        GetAll: { takes: 's', gives: 'a{sv}', run: (on: string) => [readAll(at(on))] },
        Set: { takes: 'ssv', gives: '', run: set },
      },
      signals: { PropertiesChanged: 'sa{sv}as' },
    },
    [`${standard}.Introspectable`]: {
      ...nothing,
      methods: { Introspect: { takes: '', gives: 's', run: () => [describe(object, path, children)] } },
    },
    [`${standard}.Peer`]: { ...nothing, methods: { Ping: { takes: '', gives: '', run: () => [] } } },
  }
}

/** Answers a call to one of these objects, by their paths; throws BusError. */
export function answer(objects: ReadonlyMap<string, BusObject>, call: Incoming): Answer {
  const { path = '', interface: on, member } = call
  const below = path === '/' ? '/' : `${path}/`
  const children = [...objects.keys()].filter((each) => each.startsWith(below)).map((each) => each.slice(below.length))
  const object = objects.get(path) ?? (children.length > 0 ? {} : refuse('UnknownObject', 'There is no such object.'))
  const all = { ...common(object, path, children), ...object }
  const faces = on === undefined ? Object.values(all) : [own(all, on) ?? refuse('UnknownInterface', 'There is none.')]
  const method = faces.flatMap(({ methods }) => own(methods, member) ?? [])[0]
  if (method === undefined) return refuse('UnknownMethod', 'There is no such method.')
  if ((call.signature ?? '') !== method.takes) refuse('InvalidArgs', `It takes (${method.takes}).`)
  return { signature: method.gives, body: method.run(...(readBody(call) as never[])) }
}

function readBody(call: Incoming): Value[] {
  try {
    return call.body()
  } catch (thrown) {
    if (thrown instanceof Malformed) return refuse('InvalidArgs', thrown.message)
    throw thrown
  }
}

/** All of these texts are ours, and none needs quoting. */
function describe(object: BusObject, path: string, children: readonly string[]): string {
  const args = (signature: string, direction: string) =>
    split(signature).map((type) => `<arg type="${type}"${direction && ` direction="${direction}"`}/>`)
  const faces = Object.entries({ ...object, ...common(object, path, children) })
  const lines = faces.flatMap(([name, { methods, properties, signals }]) => [
    `<interface name="${name}">`,
    ...Object.entries(methods).flatMap(([member, { takes, gives }]) => [
      `<method name="${member}">`,
      ...args(takes, 'in'),
      ...args(gives, 'out'),
      '</method>',
    ]),
    ...Object.entries(properties).map(
      ([member, { type }]) => `<property name="${member}" type="${type}" access="read"/>`,
    ),
    ...Object.entries(signals).flatMap(([member, type]) => [
      `<signal name="${member}">`,
      ...args(type, ''),
      '</signal>',
    ]),
    '</interface>',
  ])
  return ['<node>', ...lines, ...children.map((name) => `<node name="${name}"/>`), '</node>'].join('')
}

/** The complete types of a signature, each as text. */
function split(signature: string): string[] {
  const types: string[] = []
  let depth = 0
  let begin = 0
  for (let at = 0; at < signature.length; at++) {
    const sign = signature[at] ?? ''
    if ('({'.includes(sign)) depth++
    if (')}'.includes(sign)) depth--
    if (depth > 0 || sign === 'a') continue
    types.push(signature.slice(begin, at + 1))
    begin = at + 1
  }
  return types
}
