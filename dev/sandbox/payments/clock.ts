/** The providers' clock, which tests move; separate from the worker's. */
export class Clock {
  private offset = 0
  private readonly base: () => number

  constructor(base: () => number) {
    this.base = base
  }

  now(): number {
    return this.base() + this.offset
  }

  /** Milliseconds, forwards or back. */
  travel(ms: number): void {
    this.offset += ms
  }

  set(ms: number): void {
    this.offset = ms - this.base()
  }

  reset(): void {
    this.offset = 0
  }
}
