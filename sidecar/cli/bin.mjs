#!/usr/bin/env node
// The `steward` command for whichever Node starts it: on the pinned runtime it goes straight on, on an older one it runs
// itself again there. Plain JavaScript, so that the older one can read it.
import { existsSync } from 'node:fs'

const oldest = 26

if (Number.parseInt(process.versions.node, 10) >= oldest) {
  const [command, ...rest] = process.argv.slice(2)
  const isWindow = command === 'open'
  const bundle = new URL(`../../dist/${isWindow ? 'shell' : 'sidecar'}.mjs`, import.meta.url)
  const source = isWindow ? '../../ui/shell/main.ts' : '../main.ts'
  const { main } = await import(existsSync(bundle) ? bundle.href : source)
  process.exitCode = await main(isWindow ? rest : process.argv.slice(2))
} else {
  await onPinned()
}

async function onPinned() {
  const { createRequire } = await import('node:module')
  const { dirname, join } = await import('node:path')
  const { fileURLToPath } = await import('node:url')
  const require = createRequire(import.meta.url)
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  // Each package holds one system's program, so what is installed but not for this one is not taken.
  const names = [`node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`]
  if (process.platform === 'darwin') names.push(`node-bin-darwin-${process.arch}`)
  for (const name of names) {
    try {
      const node = join(dirname(require.resolve(`${name}/package.json`)), file)
      if (existsSync(node) && node !== process.execPath) return rerun(node, fileURLToPath(import.meta.url))
    } catch {
      // Not installed under this name.
    }
  }
  process.stderr.write(
    `steward needs Node ${oldest} or newer; this is ${process.version} (${process.platform} ${process.arch}).\n` +
      '  Its own runtime is an optional dependency that is not installed here. Either install it:\n' +
      '    npm install --include=optional\n' +
      `  or start steward with a newer Node: https://nodejs.org\n`,
  )
  process.exitCode = 6
}

async function rerun(node, script) {
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [...process.execArgv, script, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both of us: passing it on would count twice.
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals)
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !terminal) child.kill(signal)
    })
  child.on('error', (error) => {
    process.stderr.write(`steward could not start its runtime ${node}: ${error.message}\n`)
    process.exitCode = 6
  })
  child.on('exit', (code, signal) => {
    for (const each of signals) process.removeAllListeners(each)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}
