import type { Chance } from './chance'

/** Values kept of each kind; the oldest are forgotten. */
const kept = 300

/** Values from earlier answers and rows: IDs, keys, tokens, cursors. Any of them may be used by anyone. */
export class Pool {
  private readonly kinds = new Map<string, string[]>()

  add(kind: string, ...values: readonly (string | number | null | undefined)[]): void {
    const known = this.kinds.get(kind) ?? []
    this.kinds.set(kind, known)
    for (const value of values) {
      const text = value === null || value === undefined ? '' : String(value)
      if (text === '' || known.includes(text)) continue
      known.push(text)
      if (known.length > kept) known.shift()
    }
  }

  /** Returns a value of a kind, newer ones more often; undefined if there is none. */
  pick(chance: Chance, kind: string): string | undefined {
    const known = this.kinds.get(kind)
    if (!known || known.length === 0) return undefined
    const { length } = known
    return known[chance.of100(60) ? Math.max(0, length - 1 - chance.int(20)) : chance.int(length)]
  }
}
