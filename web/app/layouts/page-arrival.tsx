import { useNavigationFocus } from './use-navigation-focus'
import { useScrollRestoration } from './use-scroll-restoration'

/** Stands beside the page inside Suspense, so that its effects find the page in place and not still on its way. */
export function PageArrival({ mainId }: { mainId: string }) {
  useScrollRestoration()
  useNavigationFocus(mainId)
  return null
}
