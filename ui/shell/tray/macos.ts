// The menu bar of macOS, by a script that osascript runs. It has no text of ours in it but itself: whatever it shows comes
// as JSON through its stdin, and it runs nothing.
import type { Program } from './lines.ts'

const script = `
ObjC.import('Cocoa')
const app = $.NSApplication.sharedApplication
app.setActivationPolicy(1)
const item = $.NSStatusBar.systemStatusBar.statusItemWithLength(-1)
const input = $.NSFileHandle.fileHandleWithStandardInput
const output = $.NSFileHandle.fileHandleWithStandardOutput
const utf8 = 4
let offered = []
let heard = ''

const say = (word) => output.writeData($(word + '\\n').dataUsingEncoding(utf8))

const show = (state) => {
  const data = $.NSData.alloc.initWithBase64EncodedStringOptions(state.icon, 0)
  const image = $.NSImage.alloc.initWithData(data)
  image.setSize($.NSMakeSize(18, 18))
  item.button.setImage(image)
  item.button.setToolTip(state.tip)
  const menu = $.NSMenu.alloc.init
  menu.setAutoenablesItems(false)
  offered = state.entries
  offered.forEach((entry, at) => {
    if (entry.action === '') return menu.addItem($.NSMenuItem.separatorItem)
    const line = $.NSMenuItem.alloc.initWithTitleActionKeyEquivalent(entry.label, 'choose:', '')
    line.setTarget(helper)
    line.setTag(at)
    line.setEnabled(entry.enabled)
    menu.addItem(line)
  })
  item.setMenu(menu)
}

ObjC.registerSubclass({
  name: 'StewardTray',
  methods: {
    'choose:': {
      types: ['void', ['id']],
      implementation: (sender) => say(offered[Number(sender.tag)].action),
    },
    'hear:': {
      types: ['void', ['id']],
      implementation: () => {
        const data = input.availableData
        if (Number(data.length) === 0) return app.terminate(null)
        const lines = (heard + $.NSString.alloc.initWithDataEncoding(data, utf8).js).split('\\n')
        heard = lines.pop()
        if (lines.length > 0) {
          show(JSON.parse(lines[lines.length - 1]))
          say('ready')
        }
        input.waitForDataInBackgroundAndNotify
      },
    },
  },
})
const helper = $.StewardTray.alloc.init
const centre = $.NSNotificationCenter.defaultCenter
centre.addObserverSelectorNameObject(helper, 'hear:', $.NSFileHandleDataAvailableNotification, input)
input.waitForDataInBackgroundAndNotify
app.run
`

/** The command that holds the icon. */
export const macTray = (): Program => ({ program: '/usr/bin/osascript', args: ['-l', 'JavaScript', '-e', script] })
