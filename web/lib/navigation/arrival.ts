// The page of the site that the viewer came from. The document's referrer doesn't tell: it stays as it was
// when the site was opened.

let before: string | null = null
let here: string | null = null

/** Notes that a page is shown. */
export function notePage(pathname: string): void {
  if (pathname === here) return
  before = here
  here = pathname
}

/** Path of the page before this one; null for the first one of this visit. */
export function pageBefore(): string | null {
  return before
}

/** Returns whether the page was opened by a typed address or a link on another site. */
export function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?]
  return visit?.type === 'navigate'
}
