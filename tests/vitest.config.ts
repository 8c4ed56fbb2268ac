import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  // Beside the packages: the root is the folder of the tests, and nothing is to appear in there.
  cacheDir: at('../node_modules/.vitest'),
  test: {
    root: at('.'),
    include: ['**/*.test.ts'],
    globalSetup: at('built.ts'),
    setupFiles: at('seeded.ts'),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: the suites that start processes would only fight each other with more.
    maxWorkers: 2,
    pool: 'forks',
  },
})
