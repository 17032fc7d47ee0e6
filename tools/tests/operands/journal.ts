import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Operand } from './find.ts'
import type { Verdict } from './session.ts'

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

  add(entry: Entry & Pick<Operand, 'line' | 'operand'> & { file: string; seconds: number }): void {
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

/** Names a try by all that decides how it ends: the file without the operand, and the tests. */
export function keyOf(without: string, tests: readonly string[]): string {
  const hash = createHash('sha256').update(without)
  for (const test of tests) hash.update(test).update(readFileSync(test))
  return hash.digest('base64url')
}
