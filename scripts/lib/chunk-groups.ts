import { relative } from 'node:path'
import { build, type Rolldown, type UserConfig } from 'vite'
import { pageBudgets } from './budgets.ts'
import { joinChunks, type Load } from './join-chunks.ts'

/** Packages that every page needs change more rarely than the app, so they stay a file of their own. */
const framework: Rolldown.CodeSplittingGroup = {
  name: 'framework',
  test: /\/node_modules\/|^\0/,
  tags: ['$initial'],
  priority: 1,
}
const shell: Rolldown.CodeSplittingGroup = { name: 'shell', tags: ['$initial'] }

/** About the kB of brotli that every page has. */
const everywhere = 94

/** Modules that the worker finds by name, or that take the page's place. */
const named =
  /\/web\/(app\/pages\/|checkout\/|embed\/|features\/visit\/(gate\/gate-dialog|shell\/discreet\/discreet\.))/

/**
 * Returns the groups by which the app is split into files. The bundler alone would make four hundred, most of
 * them a few hundred bytes: one for each set of parts that share a module. It builds once like that, to see
 * who needs what, and the pieces are joined by what they cost the pages that have a budget.
 */
export async function chunkGroups(config: UserConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const chunks = await chunksOf(config)
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The app has no entry')
  const fixed = new Set(entry.imports)
  const loose = chunks.filter(({ fileName }) => !fixed.has(fileName))
  const pieces = loose.map((chunk) => ({
    name: chunk.fileName,
    size: chunk.code.length,
    imports: chunk.imports.filter((each) => !fixed.has(each)),
    alone: named.test(chunk.facadeModuleId ?? ''),
  }))
  const group = new Map<string, string>()
  for (const [index, names] of joinChunks(pieces, loadsOf(chunks, entry.fileName)).entries()) {
    if (names.length === 1) continue
    const name = names.includes(entry.fileName) ? shell.name : `part-${index}`
    for (const { fileName, moduleIds } of loose)
      if (names.includes(fileName)) for (const id of moduleIds) group.set(id, String(name))
  }
  return [
    { ...framework, includeDependenciesRecursively: false },
    {
      name: (id) => group.get(id) ?? null,
      debugName: 'joined',
      // Each module has its group by itself.
      includeDependenciesRecursively: false,
    },
  ]
}

async function chunksOf(config: UserConfig): Promise<Rolldown.OutputChunk[]> {
  const output = { codeSplitting: { groups: [framework, shell] } }
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, rolldownOptions: { output } },
  })
  if (!('output' in built)) throw new Error('The app has one output')
  return built.output.filter((file) => file.type === 'chunk')
}

/**
 * Returns what browsers load together. The prices were found by trial, and keep the budgets: until a page is
 * there bytes are dear, the more so the less its budget leaves, and requests after that.
 */
function loadsOf(chunks: Rolldown.OutputChunk[], entry: string): Load[] {
  const files = new Map<string, string>()
  for (const { facadeModuleId, fileName } of chunks)
    if (facadeModuleId) files.set(relative('web', facadeModuleId), fileName)
  const fileOf = (module: string) => {
    const file = files.get(module)
    if (!file) throw new Error(`${module} has a budget, but isn't loaded on demand`)
    return file
  }
  const budgeted = pageBudgets.flatMap(({ module, script, later, inView }): Load[] => {
    const first = [entry, fileOf(module)]
    const all = [...first, ...later.map(fileOf)]
    return [
      { pieces: first, byte: 5000 / (script - everywhere), request: 60_000 },
      ...[all, [...all, ...inView.map(fileOf)]].map((pieces) => ({ pieces, byte: 3, request: 1_000_000 })),
    ]
  })
  const follow = new Set(pageBudgets.flatMap(({ later, inView }) => [...later, ...inView].map(fileOf)))
  const others = [...files].filter(([, file]) => file !== entry && !follow.has(file))
  return [
    ...budgeted,
    ...others.map(
      ([module, file]): Load =>
        module.startsWith('app/pages/')
          ? { pieces: [entry, file], byte: 3, request: 6000 }
          : { pieces: [file], after: entry, byte: 1, request: 2000 },
    ),
  ]
}
