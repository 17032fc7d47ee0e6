/** Pseudo-random numbers: the same seed gives the same run (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** Returns a whole number from 0 to below `below`. */
  int(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }

  between(least: number, most: number): number {
    return least + this.int(most - least + 1)
  }

  /** Returns true in this percentage of calls. */
  of100(percent: number): boolean {
    return this.int(100) < percent
  }

  some<Value>(values: readonly Value[], count: number): Value[] {
    return Array.from({ length: count }, () => this.pick(values))
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.int(values.length)]
    if (value === undefined && values.length === 0) throw new Error('There is nothing to choose from')
    return value as Value
  }
}
