/**
 * What was done at one width, by whoever came before: a control that one account has used needn't be used by the next.
 * The richest account comes first, so that the others add what they alone see.
 */
export class Coverage {
  /** Controls that were used. */
  readonly used = new Set<string>()
  /** Controls that brought forth others. */
  readonly openers = new Set<string>()
  /** Controls that can be pressed where they are. */
  readonly placed = new Set<string>()
  /** Controls that were on a page or in a dialog when that was audited. */
  readonly audited = new Set<string>()
  /** Addresses of pages that were audited. */
  readonly pages = new Set<string>()
  /** By account, the addresses at which it was the first to see something. */
  readonly finds = new Map<string, Set<string>>()

  /** `wider`: what was done before at another width. Of it, only what opened something is used again. */
  constructor(readonly wider?: Coverage) {}

  isUsed(key: string): boolean {
    return this.used.has(key) || (this.wider?.used.has(key) === true && !this.wider.openers.has(key))
  }

  /** Whether nothing has shown yet that it can be pressed at this width. */
  isUnplaced(key: string): boolean {
    return this.wider !== undefined && this.isUsed(key) && !this.used.has(key) && !this.placed.has(key)
  }

  /** The addresses that `account` has to go to; null when all of them have to be found. */
  stopsOf(account: string): string[] | null {
    const finds = this.wider?.finds.get(account)
    return finds ? [...finds] : null
  }
}
