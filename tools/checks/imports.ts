import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An import of a file of the project. */
export interface OwnImport {
  /** The specifier, as written. */
  specifier: string
  /** Path of the file, from the project's folder. */
  target: string
}

/** Names of `imports` in package.json that name one file, without a star. */
const named = new Map(
  Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).imports as Record<string, string>)
    .filter(([name]) => !name.includes('*'))
    .map(([name, path]) => [name, join(path)]),
)

/** Returns the project's sources as paths from its folder. */
export function sourceFiles(pattern: string): string[] {
  return globSync(pattern).map((path) => path.replaceAll('\\', '/'))
}

/**
 * Returns the files of `known` that a file imports. Biome writes every import as `from '…'`, `import '…'` or
 * `import('…')`. Only the last may go over two lines, so no parser is needed.
 */
export function importsOf(file: string, known: ReadonlySet<string>): OwnImport[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:\bfrom |\bimport\(\s*|\bimport )'([.#][^'?]*)/g)].flatMap(
    ([, specifier = '']) => {
      const path = pathOf(specifier, file)
      const target = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((each) => known.has(each))
      return target ? [{ specifier, target }] : []
    },
  )
}

/** Returns the path of a specifier: `#contract/values/x` is `contract/values/x`. */
function pathOf(specifier: string, file: string): string {
  if (specifier.startsWith('#')) return named.get(specifier) ?? specifier.slice(1)
  return join(dirname(file), specifier).replaceAll('\\', '/')
}

/** Returns the name by which another area imports a file. */
export function nameOf(target: string): string {
  const [name] = [...named].find(([, path]) => path === target) ?? []
  return name ?? `#${target.replace(/\.ts$/, '')}`
}
