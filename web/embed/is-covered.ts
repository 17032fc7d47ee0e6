/**
 * Milliseconds within which a supporting browser reports, however busy it is. It reports nothing for a frame
 * that it doesn't draw.
 */
export const patience = 10_000

/** Version 2 of the observer, in Chromium only and unknown to TypeScript. */
interface VisibilityInit extends IntersectionObserverInit {
  trackVisibility: true
  delay: number
}
type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean }

/**
 * Returns whether something covers the element or makes it transparent, in this document or the page around
 * the frame. Guards against clickjacking. False where the browser can't tell.
 */
export function isCovered(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) return resolve(false)
    // The shortest delay that it accepts.
    const init: VisibilityInit = { trackVisibility: true, delay: 100 }
    const observer = new IntersectionObserver(([entry]: VisibilityEntry[]) => {
      observer.disconnect()
      resolve(!entry?.isVisible)
    }, init)
    observer.observe(element)
    setTimeout(() => resolve(true), patience)
  })
}
