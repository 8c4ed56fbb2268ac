// As much of JavaScript for Automation as the script of the menu bar uses: methods without arguments are properties.
import { createContext, runInContext } from 'node:vm'

export interface MenuLine {
  title: string
  enabled: boolean
  tag: number
}

export interface Cocoa {
  /** Runs a script until it waits. */
  run(script: string): void
  /** What comes through stdin; nothing is its end. */
  feed(text: string): void
  choose(title: string): void
  said: string[]
  lines: (MenuLine | '-')[]
  tip: string
  isOver: boolean
}

type Method = { implementation(sender?: unknown): void }

/** A new desktop with nothing in its menu bar. */
export function fakeCocoa(): Cocoa {
  let input = ''
  let methods: Record<string, Method> = {}
  let isWaiting = false
  const take = () => ({ text: input, length: String(input.length) })
  const cocoa: Cocoa = {
    said: [],
    lines: [],
    tip: '',
    isOver: false,
    run: (script) => void runInContext(script, context),
    feed(text) {
      if (!isWaiting) throw new Error('Nobody waits for what comes.')
      isWaiting = false
      input = text
      methods['hear:']?.implementation()
    },
    choose(title) {
      const line = cocoa.lines.find((each) => each !== '-' && each.title === title && each.enabled)
      methods['choose:']?.implementation(line)
    },
  }
  const menu = () => {
    const lines: (MenuLine | '-')[] = []
    return { lines, setAutoenablesItems() {}, addItem: (line: MenuLine | '-') => void lines.push(line) }
  }
  const menuLine = (title: string) => {
    const line = { title, enabled: true, tag: -1 }
    const set = {
      setTarget() {},
      setTag: (tag: number) => (line.tag = tag),
      setEnabled: (on: boolean) => (line.enabled = on),
    }
    return Object.assign(line, set)
  }
  const button = { setImage() {}, setToolTip: (tip: string) => (cocoa.tip = tip) }
  const stdin = {
    get availableData() {
      return take()
    },
    get waitForDataInBackgroundAndNotify() {
      isWaiting = true
      return undefined
    },
  }
  const bridge = {
    NSApplication: {
      sharedApplication: { setActivationPolicy() {}, terminate: () => (cocoa.isOver = true), run: undefined },
    },
    NSStatusBar: {
      systemStatusBar: {
        statusItemWithLength: () => ({
          button,
          setMenu: (made: ReturnType<typeof menu>) => (cocoa.lines = made.lines),
        }),
      },
    },
    NSFileHandle: {
      fileHandleWithStandardInput: stdin,
      fileHandleWithStandardOutput: { writeData: (data: string) => cocoa.said.push(data) },
    },
    NSData: { alloc: { initWithBase64EncodedStringOptions: (text: string) => text } },
    NSImage: { alloc: { initWithData: () => ({ setSize() {} }) } },
    NSString: { alloc: { initWithDataEncoding: ({ text }: { text: string }) => ({ js: text }) } },
    NSMakeSize: () => ({}),
    NSMenu: {
      alloc: {
        get init() {
          return menu()
        },
      },
    },
    NSMenuItem: { separatorItem: '-', alloc: { initWithTitleActionKeyEquivalent: menuLine } },
    NSNotificationCenter: { defaultCenter: { addObserverSelectorNameObject() {} } },
    NSFileHandleDataAvailableNotification: 'available',
    StewardTray: { alloc: { init: {} } },
  }
  const wrap = (text: string) => ({ dataUsingEncoding: () => text })
  const registerSubclass = (made: { methods: Record<string, Method> }) => {
    methods = made.methods
  }
  const context = createContext({ $: Object.assign(wrap, bridge), ObjC: { import() {}, registerSubclass } })
  return cocoa
}
