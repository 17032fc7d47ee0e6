import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { cutOut } from './cut-out.ts'

/** Files of the worker's, beside what browsers load: `[alias]` of wrangler.toml names them. */
const outDir = 'dist/packages'

/** Packages of the worker whose unused parts take the most, with all entries that it imports. */
const packages = {
  'drizzle-orm': ['drizzle-orm', 'drizzle-orm/sqlite-core', 'drizzle-orm/d1'],
  mediabunny: ['mediabunny'],
  zod: ['zod'],
}

/** Parts that we never call, but that others of their files import by these names. */
const leftOut = new Set([
  '../core/json-schema-processors.js',
  '../core/to-json-schema.js',
  './memoizer.js',
  '../aes.js',
  '../pg-core/columns/enum.js',
  '../relations.js',
  './query-builders/query.js',
])

/** What runs in the worker. */
const own = ['worker/**/*.ts', 'contract/**/*.ts', 'db/**/*.ts']
/** What the worker's tests run beside it. Exports that only these import aren't bundled into the worker. */
const tests = 'test/{worker,support}/**/*.ts'

/** The language, proxies and streams call these themselves. */
const calledUnnamed =
  /^(toString|toJSON|valueOf|then|next|return|throw|get|set|has|start|pull|cancel|transform|flush|write|close|abort|handleEvent)$/

/**
 * Builds what the worker uses of its large packages. Bundlers leave out functions that nothing calls, but keep each
 * method of a class that is used; here those go as well whose name stands nowhere else. The worker's tests run with
 * the same files.
 */
export const packagesBuild: Plugin = {
  name: 'packages-build',
  apply: 'build',
  async closeBundle() {
    const worker = parsed(own)
    const sources = [...worker, ...parsed(tests)]
    const known = new Set(worker.flatMap(({ program }) => namesIn(program).map(({ name }) => name)))
    for (const [name, entries] of Object.entries(packages)) {
      let code = await bundled(name, entries.map((entry) => reExported(entry, sources)).join('\n'))
      const unused = () => [...uncalled(code, known), ...unaskedNames(code)]
      for (let cuts = unused(); cuts.length > 0; cuts = unused())
        // What only those methods called is no longer called either.
        code = await bundled(name, cutOut(code, cuts))
    }
  },
}

function parsed(files: string | string[]) {
  return globSync(files).map((file) => parseSync(file, readFileSync(file, 'utf8')))
}

/** Returns what exports from an entry all that is imported from it. */
function reExported(entry: string, sources: ReturnType<typeof parsed>): string {
  const names = sources.flatMap(({ program, module }) =>
    module.staticImports
      .filter(({ moduleRequest }) => moduleRequest.value === entry)
      .flatMap(({ entries }) => entries.filter(({ isType }) => !isType))
      .flatMap(({ importName, localName }) => importName.name ?? membersOf(localName.value, program)),
  )
  const nested = Map.groupBy(
    names.filter((name) => name.includes('.')),
    (name) => name.slice(0, name.indexOf('.')),
  )
  const plain = new Set(names.filter((name) => !name.includes('.') && !nested.has(name)))
  // Of a namespace within, such as zod's `iso`, only what is used.
  const narrowed = [...nested].map(
    ([name, members]) => `import { ${name} as all_${name} } from '${entry}'
export const ${name} = { ${[...new Set(members)].map((member) => `${member.split('.')[1]}: all_${member}`).join(', ')} }`,
  )
  return [`export { ${[...plain].join(', ')} } from '${entry}'`, ...narrowed].join('\n')
}

/** Namespaces within a package's own. */
const innerNamespaces = ['iso', 'coerce']

function membersOf(namespace: string, program: ESTree.Program): string[] {
  const names: string[] = []
  new Visitor({
    MemberExpression({ object, property }) {
      if (property.type !== 'Identifier') return
      if (object.type === 'Identifier' && object.name === namespace) names.push(property.name)
      if (object.type !== 'MemberExpression' || object.property.type !== 'Identifier') return
      const isWithin = object.object.type === 'Identifier' && object.object.name === namespace
      if (isWithin && innerNamespaces.includes(object.property.name))
        names.push(`${object.property.name}.${property.name}`)
    },
  }).visit(program)
  return names
}

/** Bundles a package into its file, and returns the code. */
async function bundled(name: string, source: string): Promise<string> {
  const entry = `\0${name}`
  const inPlace: Plugin = {
    name: 'package-source',
    enforce: 'pre',
    resolveId(id) {
      if (id === entry) return id
      return leftOut.has(id) ? resolve('worker/left-out.ts') : null
    },
    load: (id) => (id === entry ? source : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [inPlace],
    ssr: { noExternal: true },
    // What stands in for a decoder of text where there is none.
    define: { 'typeof globalThis.TextDecoder': '"function"' },
    resolve: { mainFields: ['browser', 'module'], conditions: ['browser', 'import'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: entry,
        output: {
          entryFileNames: `${name}.js`,
          codeSplitting: false,
          minify: { compress: true, mangle: false, codegen: false },
        },
      },
    },
  })
  const [file] = 'output' in built ? built.output : []
  if (file?.type !== 'chunk') throw new Error(`${name} has one output`)
  return file.code
}

/** Finds the methods that nothing calls but themselves: neither our own code nor the rest of theirs says their names. */
function uncalled(code: string, known: ReadonlySet<string>): ESTree.Span[] {
  const { program } = parseSync('package.js', code)
  const methods: { name: string; span: ESTree.Span }[] = []
  new Visitor({
    MethodDefinition({ kind, computed, key, start, end }) {
      if (kind !== 'constructor' && !computed && key.type === 'Identifier')
        methods.push({ name: key.name, span: { start, end } })
    },
  }).visit(program)
  const uses = Map.groupBy(namesIn(program), ({ name }) => name)
  const spans = Map.groupBy(methods, ({ name }) => name)
  const isWithin = (at: number, name: string) =>
    spans.get(name)?.some(({ span }) => at >= span.start && at < span.end)
  return methods
    .filter(({ name }) => !known.has(name) && !calledUnnamed.test(name))
    .filter(({ name }) => uses.get(name)?.every(({ at }) => isWithin(at, name)))
    .map(({ span }) => span)
}

/** Finds the names that an enumeration has beside its numbers, where nothing but its members is asked for. */
function unaskedNames(code: string): ESTree.Span[] {
  const members = [...code.matchAll(/\b(\w+)\[(\1\.(\w+) = [^\]]+)\] = "\3"/g)]
  const byEnumeration = Map.groupBy(members, ([, name = '']) => name)
  return [...byEnumeration].flatMap(([name, own]) => {
    // Under one name on both sides, or it would be asked for by the other.
    const isDeclared = code.includes(`(function(${name}) {`) && code.includes(`})(${name} ||= {})`)
    const uses = [...code.matchAll(new RegExp(`\\b${name}\\b(?!\\.)`, 'g'))].length
    // Each of its members, and thrice where it is declared.
    if (!isDeclared || uses > own.length + 3) return []
    return own.flatMap(({ index, 0: whole, 2: member = '' }) => {
      const start = index + name.length + 1
      return [
        { start: index, end: start },
        { start: start + member.length, end: index + whole.length },
      ]
    })
  })
}

/** Every name in a file, of properties as well, and each word in its texts: a property may be asked for by one. */
function namesIn(program: ESTree.Program): { name: string; at: number }[] {
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
  }).visit(program)
  return names
}
