import { globSync, readFileSync } from 'node:fs'
import { childrenOf, type Node, parseModule } from './parse-module.ts'

const rooms = ['worker', 'db', 'web', 'contract']

interface Retired {
  names: string[]
  now: string
  stays: string[]
}

/** Reads the second table of docs/glossary.md, which is the one place where retired words are listed. */
export function retiredNames(glossary = readFileSync('docs/glossary.md', 'utf8')): Retired[] {
  const table = glossary.slice(glossary.indexOf('## Retired'))
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  if (rows.length === 0) throw new Error('docs/glossary.md lists no retired words')
  return rows.map((row) => {
    const [, names = '', now = '', stays = ''] = row.split('|')
    return { names: quoted(names), now: now.trim(), stays: quoted(stays) }
  })
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([A-Za-z]+…?)`/g)].map(([, name = '']) => name)
}

/** Returns a line for each file and retired name in it. */
export function wrongNames(): string[] {
  const retired = retiredNames()
  const files = globSync(rooms.map((room) => `${room}/**/*.{ts,tsx}`)).sort()
  return files.flatMap((file) =>
    findRetired(readFileSync(file, 'utf8'), retired, file).map((wrong) => `${file}: ${wrong}`),
  )
}

/** Finds retired names in a module; comments and texts aren't looked at. */
export function findRetired(code: string, retired: readonly Retired[], file = 'module.tsx'): string[] {
  const names = new Set(namesIn(parseModule(file, code)))
  return [...names].flatMap((name) => {
    const row = retired.find(({ names, stays }) => {
      return names.some((word) => isIn(word, name)) && !stays.some((stay) => isNamed(stay, name))
    })
    return row ? [`${name} is retired, see docs/glossary.md: ${row.now}`] : []
  })
}

/** A word is found among those that a name is made of, a name with several words as a whole. */
function isIn(word: string, name: string): boolean {
  if (word.endsWith('…') || /[A-Z]/.test(word)) return isNamed(word, name)
  const words = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((each) => each.toLowerCase())
  return words.includes(word)
}

/** `take…` stands for each name that goes on with a capital, but not for `take` or `taken`. */
function isNamed(pattern: string, name: string): boolean {
  if (!pattern.endsWith('…')) return name === pattern
  const start = pattern.slice(0, -1)
  return name.startsWith(start) && /^[A-Z]/.test(name.slice(start.length))
}

/** Names that the code gives or uses; comments and texts hold none. */
function namesIn(node: Node): string[] {
  const own = 'name' in node && typeof node.name === 'string' ? [node.name] : []
  return [...own, ...childrenOf(node).flatMap(namesIn)]
}
