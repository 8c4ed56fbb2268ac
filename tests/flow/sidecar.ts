// The real sidecar with notes that keep their labels in a folder of the test's.
import { serve } from '../../sidecar/serve.ts'
import { resolvePaths } from '../../sidecar/store/paths.ts'
import { catalog, notePorts, tools } from './notes.ts'

const more = {
  ports: notePorts(process.env.STEWARD_TEST_FOLDER ?? ''),
  catalog,
  families: { notes: async () => tools },
}
process.exitCode = await serve(resolvePaths(process.env), '0.0.0', { background: false, more })
