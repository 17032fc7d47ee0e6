import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Operand } from './find.ts'
import type { Finding, Verdict } from './session.ts'

/** A file without one of its operands, and the tests that might notice. */
export interface Change {
  without: string
  tests: readonly string[]
}

/**
 * Keeps verdicts on disk, each as it is reached, so that a later run goes on where this one ended. What a file
 * stands on may decide, too; delete `.wrangler/operands.jsonl` to try everything anew.
 */
export class Journal {
  readonly #path: string
  readonly #known: Map<string, Verdict>

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    this.#known = new Map(lines.map(entryOf).map(({ key, verdict }) => [key, verdict]))
  }

  get(change: Change): Verdict | undefined {
    return this.#known.get(keyOf(change, 'noticed')) ?? this.#known.get(keyOf(change, 'survived'))
  }

  add(
    change: Change,
    found: Finding & Pick<Operand, 'line' | 'operand'> & { file: string; seconds: number },
  ): void {
    const key = keyOf(change, found.verdict)
    this.#known.set(key, found.verdict)
    appendFileSync(this.#path, `${JSON.stringify({ key, ...found })}\n`)
  }
}

/** Reads a line; a killed run may have left half of one. */
function entryOf(line: string): { key: string; verdict: Verdict } {
  try {
    return JSON.parse(line)
  } catch {
    return { key: '', verdict: 'noticed' }
  }
}

/** Names a change. What survived tests is tried again with better ones; what was noticed isn't. */
function keyOf({ without, tests }: Change, verdict: Verdict): string {
  const hash = createHash('sha256').update(without)
  if (verdict !== 'noticed') hash.update(hashOf(tests))
  return hash.digest('base64url')
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
