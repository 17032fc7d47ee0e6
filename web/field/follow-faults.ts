import type { FieldError } from '#contract/values/site/field-data'
import { engineFault } from '../player/core/engine-fault'
import { isPlayers } from './follow-plays'

/** By the codes of `MediaError`; the first is an abort, which is no fault. */
const ofMedia: Record<number, FieldError | undefined> = { 2: 'network', 3: 'decode', 4: 'source' }

/** Calls ended early, such as playback, or waiting for the viewer's consent. */
const harmless = new Set(['AbortError', 'NotAllowedError'])

/** Follows faults of the player and of scripts. Returns a function that reads their kinds. */
export function followFaults(): () => FieldError[] {
  const found = new Set<FieldError>()
  const note = (code: number | undefined) => {
    const kind = code === undefined ? undefined : ofMedia[code]
    if (kind) found.add(kind)
  }
  const capture = { capture: true }
  document.addEventListener('error', ({ target }) => isPlayers(target) && note(target.error?.code), capture)
  document.addEventListener(engineFault, (event) => note((event as CustomEvent<number>).detail), capture)
  // An element that couldn't be loaded fires another kind of event.
  addEventListener('error', (event) => event instanceof ErrorEvent && isOurs(event) && found.add('script'))
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!harmless.has(reason?.name)) found.add('script')
  })
  return () => [...found]
}

/** Not an extension's. The notice that a ResizeObserver goes on in the next frame comes without an error. */
function isOurs({ filename, error }: ErrorEvent): boolean {
  return Boolean(error) && filename.startsWith(`${location.origin}/`)
}
