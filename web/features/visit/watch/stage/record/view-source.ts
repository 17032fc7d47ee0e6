import type { ViewSource } from '#contract/values/videos/statistics'
import { pageBefore } from '#web/lib/navigation/arrival'

/** Where a view on the site's own page comes from. Of another site, nothing but that it is one. */
export function viewSource(): ViewSource {
  const before = pageBefore() ?? document.referrer
  if (before.startsWith('/search')) return 'search'
  return /^https?:/.test(before) && !before.startsWith(`${location.origin}/`) ? 'link' : 'site'
}
