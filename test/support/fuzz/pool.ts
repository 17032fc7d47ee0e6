import type { Chance } from './chance'

/** Of each kind; the oldest are forgotten. */
const kept = 300

/** What earlier answers and rows have named: IDs, keys, tokens, cursors. Anyone may be sent any of it. */
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

  /** Returns one of them, newer ones more often; undefined while none is known. */
  pick(chance: Chance, kind: string): string | undefined {
    const known = this.kinds.get(kind)
    if (!known || known.length === 0) return undefined
    const { length } = known
    return known[chance.of100(60) ? Math.max(0, length - 1 - chance.int(20)) : chance.int(length)]
  }
}
