import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { cutOut } from './paint-build.ts'

/** A file of the worker's, beside what browsers load: `[alias]` of wrangler.toml names it. */
const outDir = 'dist/media'

/** The only file of the worker that imports the package. */
const caller = 'worker/formats/probe.ts'
const entry = '\0media'

/**
 * Builds what the worker calls of `mediabunny`. Bundlers leave out functions that nothing calls, but keep each method of
 * a class that is used; here those go as well whose name stands nowhere else.
 */
export const mediaBuild: Plugin = {
  name: 'media-build',
  apply: 'build',
  async closeBundle() {
    const calls = readFileSync(caller, 'utf8')
    const imports = parseSync(caller, calls).module.staticImports.find(
      ({ moduleRequest }) => moduleRequest.value === 'mediabunny',
    )
    const names =
      imports?.entries.filter(({ isType }) => !isType).map(({ localName }) => localName.value) ?? []
    let code = await bundled(`export { ${names.join(', ')} } from 'mediabunny'`, false)
    const known = new Set(namesIn(calls, caller).map(({ name }) => name))
    for (let cuts = uncalled(code, known); cuts.length > 0; cuts = uncalled(code, known))
      // What only those methods called is no longer called either.
      code = await bundled(cutOut(code, cuts), false)
    await bundled(code, true)
  },
}

async function bundled(code: string, write: boolean): Promise<string> {
  const source: Plugin = {
    name: 'media-source',
    enforce: 'pre',
    resolveId(id) {
      if (id === entry) return id
      // Decrypting, which the worker leaves out as it does parts of other packages.
      return id.endsWith('/aes.js') ? resolve('worker/left-out.ts') : null
    },
    load: (id) => (id === entry ? code : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [source],
    ssr: { noExternal: true },
    resolve: { mainFields: ['browser', 'module'], conditions: ['browser', 'import'] },
    build: {
      write,
      ssr: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'es2023',
      rolldownOptions: { input: entry, output: { entryFileNames: 'mediabunny.js', codeSplitting: false } },
    },
  })
  const [file] = 'output' in built ? built.output : []
  if (file?.type !== 'chunk') throw new Error('mediabunny has one output')
  return file.code
}

/** Finds the methods that nothing calls but themselves: neither the caller nor the rest of the code says their names. */
function uncalled(code: string, known: ReadonlySet<string>): ESTree.Span[] {
  const methods: { name: string; span: ESTree.Span }[] = []
  new Visitor({
    MethodDefinition({ kind, computed, key, start, end }) {
      if (kind !== 'constructor' && !computed && key.type === 'Identifier')
        methods.push({ name: key.name, span: { start, end } })
    },
  }).visit(parseSync('media.js', code).program)
  const uses = Map.groupBy(namesIn(code, 'media.js'), ({ name }) => name)
  const spans = Map.groupBy(methods, ({ name }) => name)
  const isWithin = (at: number, name: string) =>
    spans.get(name)?.some(({ span }) => at >= span.start && at < span.end)
  return methods
    .filter(({ name }) => !known.has(name) && uses.get(name)?.every(({ at }) => isWithin(at, name)))
    .map(({ span }) => span)
}

/** Every name in a file, of properties as well, and each word in its texts: a property may be asked for by one. */
function namesIn(code: string, file: string): { name: string; at: number }[] {
  const names: { name: string; at: number }[] = []
  const addWords = (text: string, at: number) => {
    for (const [name] of text.matchAll(/[\w$]+/g)) names.push({ name, at })
  }
  new Visitor({
    Identifier({ name, start }) {
      names.push({ name, at: start })
    },
    Literal({ value, start }) {
      if (typeof value === 'string') addWords(value, start)
    },
    TemplateElement({ value, start }) {
      addWords(value.raw, start)
    },
  }).visit(parseSync(file, code).program)
  return names
}
