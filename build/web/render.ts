import { relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { renderedPages } from '#contract/values/site/rendered-pages'

/** Folder of the worker's files, next to the files that browsers load. */
const outDir = 'dist/worker'

/** Modules that are loaded on demand and yet belong to a first screen. */
const rendered = new Set([
  ...renderedPages.map((page) => `app/pages/${page}.tsx`),
  'features/visit/gate/gate-dialog.tsx',
])

/**
 * Builds the module with which the worker renders first screens: the app, without the parts that are loaded
 * on demand.
 */
export const renderBuild: Plugin = {
  name: 'render-build',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: false,
      root: 'web',
      logLevel: 'error',
      plugins: [firstScreensOnly],
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true, target: 'webworker' },
      build: {
        ssr: 'render/render.tsx',
        outDir: resolve(outDir),
        emptyOutDir: false,
        copyPublicDir: false,
        sourcemap: true,
        minify: false,
        target: 'es2023',
        rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
      },
    })
  },
}

const later = '\0later'

const firstScreensOnly: Plugin = {
  name: 'first-screens-only',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id === later) return id
    // The worker has it already.
    if (!/\/contract\//.test(id)) return null
    const found = await this.resolve(id, importer, { skipSelf: true })
    return found && { ...found, external: 'relative' as const }
  },
  /** `lazyPart` leaves these imports to the browser. */
  load: (id) => (id === later ? 'export {}' : null),
  async resolveDynamicImport(specifier, importer) {
    const found = typeof specifier === 'string' ? await this.resolve(specifier, importer) : null
    return found && rendered.has(relative(resolve('web'), found.id)) ? found : later
  },
}
