// Builds the page: ui/ into dist/ui.
import { join } from 'node:path'
import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: Vite takes its configuration so.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, '../dist/ui'),
    emptyOutDir: true,
    target: ['es2023', 'safari16.4'],
    // A data: address is no file that the server could know, and the policy of the page has no place for inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    sourcemap: false,
  },
})
