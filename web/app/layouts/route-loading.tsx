import { usePageLoading } from '../lazy-page'

/**
 * Shows that a page is on its way: a bar at the upper edge, after a moment, so that a page that is there at
 * once doesn't make it flash.
 */
export function RouteLoading() {
  if (!usePageLoading()) return null
  return (
    <div role="status" aria-label="Loading page">
      <div className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-route bg-accent" />
    </div>
  )
}
