// `steward open`: the arguments. The rest is loaded after the compile cache is on.
import { enableCompileCache } from 'node:module'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { toView } from '../../sidecar/text/errors.ts'

const help = `steward open: Open Steward in a window

Usage:
  steward open [--browser | --headless] [--demo] [--port N]

Options:
  --browser    use the default browser instead of a window
  --headless   no window: print the address, which lets one page in once
  --demo       a throw-away data folder with a believable week in it
  --port N     the port on this computer (default: one that is free)
  --help       this text

Examples:
  steward open
  steward open --demo
`
const USAGE = 2
const UNAVAILABLE = 6

function parse(argv: string[]) {
  const { values } = parseArgs({
    args: argv,
    options: {
      browser: { type: 'boolean', default: false },
      headless: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN
  if (!(port <= 65_535)) throw new Error(`--port takes a number up to 65535, not ${values.port}.`)
  if (values.browser && values.headless) throw new Error('Take either --browser or --headless.')
  return { ...values, port }
}

/** Runs `steward open` with these arguments and returns its exit code. */
export async function main(argv: string[]): Promise<number> {
  let options: ReturnType<typeof parse>
  try {
    options = parse(argv)
  } catch (thrown) {
    process.stderr.write(`${toView(thrown).message}\n  Help and examples: steward open --help\n`)
    return USAGE
  }
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  // Beside the bundle, as the sidecar's; the sources change too often to keep.
  if (basename(import.meta.dirname) === 'dist')
    enableCompileCache({ directory: `${import.meta.dirname}/.cache`, portable: true })
  // Whoever read the address may be gone.
  process.stdout.on('error', () => {})
  try {
    const { openShell } = await import('./open.ts')
    return await openShell({ ...options, print: (line) => void process.stdout.write(`${line}\n`) })
  } catch (thrown) {
    const { message, hint } = toView(thrown)
    process.stderr.write(`${message}\n${hint === undefined ? '' : `  ${hint}\n`}`)
    return UNAVAILABLE
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
