// The real sidecar with a few more ports and tools, whose effects can be counted from outside.
import { serve } from '../../sidecar/serve.ts'
import { resolvePaths } from '../../sidecar/store/paths.ts'
import { watchDisk } from './kill.ts'
import { effectPorts } from './ports.ts'
import { catalog, tools } from './tools.ts'

const paths = resolvePaths(process.env)
watchDisk(paths.audit)
const { STEWARD_TEST_EFFECTS: file = '', STEWARD_TEST_FOLDER: folder = '' } = process.env
const more = { ports: effectPorts(file, folder), catalog, families: { crash: async () => tools } }
process.exitCode = await serve(paths, '0.0.0', { background: false, more })
