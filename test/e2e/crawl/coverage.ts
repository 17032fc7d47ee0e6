/**
 * Records what earlier accounts did at one width: a control used by one account isn't used by the next. The
 * account that sees most comes first, so that the others add only what is new.
 */
export class Coverage {
  /** Controls that were used. */
  readonly used = new Set<string>()
  /** Controls that a page is using right now. Pages beside it don't use them as well. */
  readonly underWay = new Map<string, Promise<void>>()
  /** Controls that revealed others. */
  readonly openers = new Set<string>()
  /** Controls that can be pressed where they are. */
  readonly placed = new Set<string>()
  /** Controls on pages and dialogs that were audited. */
  readonly audited = new Set<string>()
  /** Paths of pages that were audited. */
  readonly pages = new Set<string>()
  /** The paths, by account, where it was the first to see a control. */
  private readonly finds = new Map<string, Set<string>>()

  /**
   * `wider` is the coverage at another width. A control that only acted there is placed here, but not used
   * again. One that opened something is used again, to see that at this width, but not by the accounts in
   * `opensOnce`. `everyPage` uses controls that several pages share on each of them, except the shell's.
   */
  constructor(
    readonly wider?: Coverage,
    readonly opensOnce: string[] = [],
    readonly everyPage = false,
  ) {}

  isUsed(key: string, account: string): boolean {
    if (this.used.has(key)) return true
    const opensAgain = this.wider?.openers.has(key) === true && !this.opensOnce.includes(account)
    return this.wider?.used.has(key) === true && !opensAgain
  }

  /** Returns whether the rules that depend little on the width were checked for a control. */
  isAudited(key: string): boolean {
    return this.audited.has(key) || this.wider?.audited.has(key) === true
  }

  isPageAudited(stop: string): boolean {
    return this.pages.has(stop) || this.wider?.pages.has(stop) === true
  }

  /** Returns whether it is unknown if a control can be pressed at this width. */
  isUnplaced(key: string, account: string): boolean {
    return (
      this.wider !== undefined && this.isUsed(key, account) && !this.used.has(key) && !this.placed.has(key)
    )
  }

  addFind(account: string, path: string): void {
    this.finds.set(account, (this.finds.get(account) ?? new Set()).add(path))
  }

  /** Returns the paths that `account` has to visit; null when they all have to be found. */
  stopsOf(account: string): string[] | null {
    if (!this.wider || this.wider.pages.size === 0) return null
    return [...(this.wider.finds.get(account) ?? [])]
  }
}
