/** Milliseconds in which a browser that can tell has told, however busy it is. It tells nothing of a frame that it doesn't draw. */
export const patience = 10_000

/** Chromium's second version of the observer, which TypeScript doesn't know. */
interface VisibilityInit extends IntersectionObserverInit {
  trackVisibility: true
  delay: number
}
type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean }

/**
 * Whether something lies over the element, or makes it see-through, in this document or in the page around the frame. A
 * page of another site could otherwise have somebody press what they don't see. False where the browser can't tell.
 */
export function isCovered(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) return resolve(false)
    // The least delay that it takes.
    const init: VisibilityInit = { trackVisibility: true, delay: 100 }
    const observer = new IntersectionObserver(([entry]: VisibilityEntry[]) => {
      observer.disconnect()
      resolve(!entry?.isVisible)
    }, init)
    observer.observe(element)
    setTimeout(() => resolve(true), patience)
  })
}
