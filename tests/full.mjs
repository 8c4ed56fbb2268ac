// `npm run test:full`: every test with its full counts. Not every system's shell can set a variable for one command.
import { fileURLToPath } from 'node:url'

process.env.STEWARD_FULL = '1'
process.argv.splice(2, 0, 'run', '--config', fileURLToPath(new URL('vitest.config.ts', import.meta.url)))
await import(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')).href)
