import type { ViewSource } from '#contract/values/videos/statistics'
import { pageBefore } from '#web/lib/navigation/arrival'

/** Returns the source of a view on the site's own page. Of another site it reveals only that it is one. */
export function viewSource(): ViewSource {
  const before = pageBefore() ?? document.referrer
  if (before.startsWith('/search')) return 'search'
  return /^https?:/.test(before) && !before.startsWith(`${location.origin}/`) ? 'link' : 'site'
}
