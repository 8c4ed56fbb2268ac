// The menu of the icon as an object on the bus: com.canonical.dbusmenu.
// https://github.com/AyatanaIndicators/libdbusmenu/blob/master/libdbusmenu-glib/dbus-menu.xml
import { BusError, type BusObject, type Property } from './dbus/object.ts'
import { type Value, type Variant, variant } from './dbus/signature.ts'
import { type Action, type Entry, isOffered, menuOf } from './menu.ts'
import type { TrayOptions } from './types.ts'

export const menuName = 'com.canonical.dbusmenu'

/** The number of an entry says what it does, whatever the menu was when somebody looked at it. */
const numbers: Readonly<Record<Action, number>> = { open: 1, waiting: 2, stop: 3, release: 4, quit: 5 }
const firstLine = 100
const root = 0

type Properties = Map<string, Variant>

const propertiesOf = (entry: Entry): Properties =>
  entry === 'line'
    ? new Map([['type', variant('s', 'separator')]])
    : new Map([
        // A single underscore would mark the key to press.
        ['label', variant('s', entry.label.replaceAll('_', '__'))],
        ['enabled', variant('b', entry.enabled)],
      ])

const rootProperties: Properties = new Map([['children-display', variant('s', 'submenu')]])

const pick = (properties: Properties, names: readonly string[]): Properties =>
  names.length === 0 ? properties : new Map([...properties].filter(([name]) => names.includes(name)))

export interface BusMenu {
  object: BusObject
  /** Counts the changes of the menu. */
  next(): number
}

/** The menu, as the status is whenever somebody looks. */
export function busMenu({ status, onAction, onLook }: TrayOptions): BusMenu {
  let revision = 1
  const entries = () => new Map(menuOf(status()).map((entry, at) => [numberOf(entry, at), propertiesOf(entry)]))

  const layout = (parent: number, depth: number, names: string[]): Value[] => {
    const all = entries()
    const own = parent === root ? rootProperties : all.get(parent)
    if (own === undefined) throw new BusError('org.freedesktop.DBus.Error.InvalidArgs', 'There is no such entry.')
    const leaf = ([id, properties]: [number, Properties]) => variant('(ia{sv}av)', [id, pick(properties, names), []])
    const children = parent === root && depth !== 0 ? [...all].map(leaf) : []
    return [revision, [parent, pick(own, names), children]]
  }
  const group = (ids: number[], names: string[]): Value[] => {
    const all = new Map([[root, rootProperties], ...entries()])
    return [[...all].filter(([id]) => ids.length === 0 || ids.includes(id)).map(([id, has]) => [id, pick(has, names)])]
  }
  const property = (id: number, name: string): Value[] => {
    const found = (id === root ? rootProperties : entries().get(id))?.get(name)
    if (found === undefined) throw new BusError('org.freedesktop.DBus.Error.InvalidArgs', 'There is no such property.')
    return [found]
  }
  const happen = (id: number, event: string): Value[] => {
    const action = Object.entries(numbers).find(([, number]) => number === id)?.[0]
    if (event === 'clicked' && isOffered(status(), action)) onAction(action)
    return []
  }
  const look = (answer: Value[]) => () => {
    onLook?.()
    return answer
  }

  const object: BusObject = {
    [menuName]: {
      methods: {
        GetLayout: { takes: 'iias', gives: 'u(ia{sv}av)', run: layout },
        GetGroupProperties: { takes: 'aias', gives: 'a(ia{sv})', run: group },
        GetProperty: { takes: 'is', gives: 'v', run: property },
        Event: { takes: 'isvu', gives: '', run: happen },
        EventGroup: {
          takes: 'a(isvu)',
          gives: 'ai',
          run: (events: [number, string][]) => {
            for (const [id, event] of events) happen(id, event)
            return [[]]
          },
        },
        AboutToShow: { takes: 'i', gives: 'b', run: look([false]) },
        AboutToShowGroup: { takes: 'ai', gives: 'aiai', run: look([[], []]) },
      },
      properties: {
        Version: is('u', 3),
        TextDirection: is('s', 'ltr'),
        Status: is('s', 'normal'),
        IconThemePath: is('as', []),
      },
      signals: { ItemsPropertiesUpdated: 'a(ia{sv})a(ias)', LayoutUpdated: 'ui', ItemActivationRequested: 'iu' },
    },
  }
  return { object, next: () => ++revision }
}

const numberOf = (entry: Entry, at: number): number => (entry === 'line' ? firstLine + at : numbers[entry.action])
const is = (type: string, value: Value): Property => ({ type, read: () => value })
