import { resolve } from 'node:path'
import { build, type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { cutOut } from './cut-out.ts'

/** A file of the worker's, beside what browsers load. */
const outDir = 'dist/paint'

/** What a first screen needs of the packages, in their places. */
const inPlace: readonly [RegExp, file: string][] = [
  [/^react(\/jsx-runtime)?$/, 'react'],
  [/^react-router$/, 'router'],
  [/^@tanstack\/react-query$/, 'query'],
]

/**
 * Builds what the worker writes into a page before the app is there, from the components that the app shows then. It
 * has to be small: it is a part of the worker.
 */
export const paintBuild: Plugin = {
  name: 'paint-build',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: false,
      root: 'web',
      logLevel: 'error',
      plugins: [firstScreenOnly],
      resolve: {
        alias: inPlace.map(([find, file]) => ({ find, replacement: resolve(`web/paint/${file}.ts`) })),
      },
      ssr: { noExternal: true },
      build: {
        ssr: 'paint/paint.tsx',
        outDir: resolve(outDir),
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'es2023',
        rolldownOptions: {
          // Effects never run.
          treeshake: {
            manualPureFunctions: ['useEffect', 'useLayoutEffect'],
            propertyReadSideEffects: false,
          },
          output: { entryFileNames: 'paint.js', codeSplitting: false },
        },
      },
    })
  },
}

const later = '\0later'
const icons = /\/lucide-react\/.*\/createLucideIcon\.mjs$/
const leftOut =
  /\/web\/(lib\/(lazy-part|api|painted|use-first-screen)\.ts|ui\/feedback\/load-error\.tsx|app\/error-boundary\.tsx)$/

/** Leaves out what a first screen never calls: handlers of events, requests, and parts that are loaded on demand. */
const firstScreenOnly: Plugin = {
  name: 'first-screen-only',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id === later) return id
    // The worker has it already.
    if (!/\/contract\//.test(id)) return null
    const found = await this.resolve(id, importer, { skipSelf: true })
    return found && { ...found, external: 'relative' as const }
  },
  load(id) {
    if (id === later) return 'export {}'
    if (icons.test(id))
      return `export { createLucideIcon as default } from ${JSON.stringify(resolve('web/paint/icon.ts'))}`
    return leftOut.test(id) ? `export * from ${JSON.stringify(resolve('web/paint/left-out.ts'))}` : null
  },
  resolveDynamicImport: () => later,
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/ },
    handler(code, id) {
      const cuts: ESTree.Span[] = []
      const cut = (node: ESTree.Span) => {
        // What is in a part that goes, goes with it.
        if (node.start >= (cuts.at(-1)?.end ?? 0)) cuts.push(node)
      }
      new Visitor({
        JSXAttribute(node) {
          if (node.name.type === 'JSXIdentifier' && /^(on[A-Z]|ref$|key$)/.test(node.name.name)) cut(node)
        },
        Property(node) {
          if (node.key.type === 'Identifier' && node.key.name === 'queryFn') cut(node.value)
        },
      }).visit(parseSync(id, code).program)
      return cutOut(code, cuts)
    },
  },
}
