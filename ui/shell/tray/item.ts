// The icon as an object on the bus.
// https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/
import type { BusObject, Property } from './dbus/object.ts'
import type { Value } from './dbus/signature.ts'
import { tipOf } from './menu.ts'
import type { TrayOptions } from './types.ts'

export const itemName = 'org.kde.StatusNotifierItem'
export const itemPath = '/StatusNotifierItem'
export const menuPath = '/StatusNotifierItem/Menu'

/** Panels of every height find one that needs little scaling. */
const sizes = [16, 22, 24, 32, 48] as const

/** As the specification wants it: ARGB, each pixel's alpha first. */
function toArgb(rgba: Buffer): Buffer {
  const argb = Buffer.alloc(rgba.length)
  for (let at = 0; at < rgba.length; at += 4) argb.writeUInt32BE(rotate(rgba.readUInt32BE(at)), at)
  return argb
}

const rotate = (pixel: number): number => ((pixel >>> 8) | (pixel << 24)) >>> 0

const says = (type: string, read: () => Value): Property => ({ type, read })
const text = (value: string) => says('s', () => value)
const noPicture = says('a(iiay)', () => [])

/** The item. A click on it opens the window. */
export function trayItem({ icon, status, onAction }: TrayOptions): BusObject {
  const pictures = sizes.map((size) => [size, size, toArgb(icon(size))])
  const open = {
    takes: 'ii',
    gives: '',
    run: () => {
      onAction('open')
      return []
    },
  }
  const nothing = (takes: string) => ({ takes, gives: '', run: () => [] })
  return {
    [itemName]: {
      methods: {
        Activate: open,
        SecondaryActivate: open,
        ContextMenu: nothing('ii'),
        Scroll: nothing('is'),
        ProvideXdgActivationToken: nothing('s'),
      },
      properties: {
        Category: text('ApplicationStatus'),
        Id: text('steward'),
        Title: text('Steward'),
        Status: text('Active'),
        WindowId: says('i', () => 0),
        IconName: text(''),
        IconThemePath: text(''),
        IconPixmap: says('a(iiay)', () => pictures),
        OverlayIconName: text(''),
        OverlayIconPixmap: noPicture,
        AttentionIconName: text(''),
        AttentionIconPixmap: noPicture,
        AttentionMovieName: text(''),
        ToolTip: says('(sa(iiay)ss)', () => ['', [], 'Steward', tipOf(status())]),
        ItemIsMenu: says('b', () => false),
        Menu: says('o', () => menuPath),
      },
      signals: { NewTitle: '', NewIcon: '', NewToolTip: '', NewStatus: 's', NewMenu: '' },
    },
  }
}
