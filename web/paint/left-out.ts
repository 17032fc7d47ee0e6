/** What no first screen shows or does, in its place in the worker. */

import { notLoaded } from './react'

/** Of `lib/lazy-part`: a part is not there at first. */
export const lazyPart = () => () => {
  throw notLoaded
}
export const lazyExtra = lazyPart
export const loadAhead = () => {}
export const isPartMissing = () => false
export const loadMissingParts = () => {}

/** Of `ui/feedback/load-error` and `app/error-boundary`: nothing has failed yet. */
export const LoadError = () => null
export const ErrorBoundary = ({ children }: { children: unknown }) => children

/** Of `lib/api`: nothing is asked. */
export const client = undefined
export const call = () => {}
export const callPage = call
export const callUnlessMissing = call
export const readPage = call

/** Of `lib/painted`: this is what the app will take the place of. */
export const painted = () => true

/** Of `lib/use-first-screen`: it is all that is painted. */
export const useFirstScreen = () => true
