import { useLayoutEffect } from 'react'
import { replacePainted } from '../lib/painted'

/**
 * Puts the app in the place of what the worker painted. It comes first in the app, before anything that looks at the
 * page or wants the focus.
 */
export function ReplacePainted() {
  useLayoutEffect(replacePainted, [])
  return null
}
