import { useFirstArrival } from '../../lib/first-screen/values'
import { useNavigationFocus } from './use-navigation-focus'
import { useScrollRestoration } from './use-scroll-restoration'

/**
 * Renders beside the page inside Suspense, so that its effects run once the page is there, not while it
 * loads.
 */
export function PageArrival({ mainId }: { mainId: string }) {
  useFirstArrival()
  useScrollRestoration()
  useNavigationFocus(mainId)
  return null
}
