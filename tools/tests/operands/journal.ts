import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Operand } from './find.ts'
import type { Finding, Verdict } from './session.ts'

interface Entry {
  key: string
  verdict: Verdict
}

/** Keeps verdicts on disk, each as it is reached, so that a later run goes on where this one ended. */
export class Journal {
  readonly #path: string
  readonly #known: Map<string, Verdict>

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    this.#known = new Map(lines.map(entryOf).map(({ key, verdict }) => [key, verdict]))
  }

  get(key: string): Verdict | undefined {
    return this.#known.get(key)
  }

  add(entry: Entry & Finding & Pick<Operand, 'line' | 'operand'> & { file: string; seconds: number }): void {
    this.#known.set(entry.key, entry.verdict)
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`)
  }
}

/** Reads a line; a killed run may have left half of one. */
function entryOf(line: string): Entry {
  try {
    return JSON.parse(line)
  } catch {
    return { key: '', verdict: 'noticed' }
  }
}

/** Returns a hash of what all tests run on: their support, their config, the tables and the packages. */
export function hashOfGround(): string {
  const paths = globSync([
    'test/{support,mutation}/**/*',
    'test/worker/*.ts',
    'migrations/**/*',
    'package-lock.json',
  ])
  return hashOf(paths.filter((path) => statSync(path).isFile()).sort())
}

/**
 * Names a try by what mostly decides how it ends: the file without the operand, its tests, and their ground. Other
 * code may decide too; delete `.wrangler/operands.jsonl` to try everything anew.
 */
export function keyOf(without: string, tests: readonly string[], ground: string): string {
  return createHash('sha256').update(without).update(ground).update(hashOf(tests)).digest('base64url')
}

const read = new Map<string, Buffer>()

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = read.get(path) ?? readFileSync(path)
    read.set(path, content)
    hash.update(path).update(content)
  }
  return hash.digest('base64url')
}
