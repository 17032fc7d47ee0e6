import { relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './build/web/chunk-groups.ts'
import { licencesBuild } from './build/web/licences.ts'
import { pageShellBuild } from './build/web/page-shell.ts'
import { renderBuild } from './build/web/render.ts'
import { local, siteOrigin as worker } from './tools/site/local.ts'

/** Emits a script, with all that it imports, as a file of its own. As a second entry it would share chunks with the app. */
function ownFile(script: string, fileName: string): Plugin {
  return {
    name: `own-file-${fileName}`,
    apply: 'build',
    async buildStart() {
      const built = await build({
        configFile: false,
        root: 'web',
        logLevel: 'error',
        build: { write: false, target: 'es2023', rolldownOptions: { input: `web/${script}` } },
      })
      const [file] = 'output' in built ? built.output : []
      if (file?.type !== 'chunk') throw new Error(`${script} has one output`)
      this.emitFile({ type: 'asset', name: fileName, originalFileName: script, source: file.code })
    },
  }
}

/** Runs before the app, on a page that came with its video. */
const startScript = ownFile('start.ts', 'start.js')
/** Measures a page: no other may load a byte more for it. */
const fieldScript = ownFile('field/field.ts', 'field.js')

/**
 * Lists the file of each module that is loaded on demand: the manifest leaves out those that share a file.
 */
const partsList: Plugin = {
  name: 'parts-list',
  apply: 'build',
  generateBundle(_, bundle) {
    const parts: Record<string, string> = {}
    for (const file of Object.values(bundle)) {
      for (const id of file.type === 'chunk' ? file.moduleIds : [])
        if (this.getModuleInfo(id)?.dynamicImporters.length) parts[relative('web', id)] = file.fileName
    }
    this.emitFile({ type: 'asset', fileName: '.vite/parts.json', source: JSON.stringify(parts) })
  },
}

/** Builds the web app. In development the worker answers every request that isn't for a module or an asset. */
export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    startScript,
    fieldScript,
    partsList,
    pageShellBuild,
    renderBuild,
    licencesBuild,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // data: URLs would need img-src data: for icons; a file is cached instead.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of all files that each later part needs would be two kilobytes of every page. A part finds its
      // own when it comes; only its styles have to be asked for with it.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // Without names: content blockers have lists of those, such as `share-button` and `premium-banner`.
        chunkFileNames: 'assets/[hash].js',
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: local.webPort,
    // On another port, the worker would refuse every write as one from another site.
    strictPort: true,
    // The checkout document needs its own content policy, so the worker serves it from the last build.
    proxy: {
      '/api': worker,
      '/media': worker,
      '^/checkout(\\?|$)': worker,
      '^/embed/': worker,
      '/assets': worker,
    },
  },
})
