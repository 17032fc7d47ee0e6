import { painted } from '../../lib/painted'

const never = new Promise<never>(() => {})

/** For Suspense: what the worker painted stays until the first page's file is here. On later pages, nothing. */
export function StillPainted() {
  if (painted()) throw never
  return null
}
