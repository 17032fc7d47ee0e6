import { useEffect, useEffectEvent } from 'react'
import { namesOfKey } from '#web/player/core/key-names'

/** By the names of `namesOfKey`. */
type ReviewKeys = Readonly<Record<string, () => void>>

const textField = 'input, textarea, select, [contenteditable]'

/**
 * Handles the review desk's keys before the player's, which uses some of them differently. Disabled while the
 * dialog for a reason, for example, has the keyboard.
 */
export function useReviewKeys(keys: ReviewKeys, enabled: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return
    if (event.target instanceof Element && event.target.closest(textField)) return
    const name = namesOfKey(event).find((each) => Object.hasOwn(keys, each))
    const run = name === undefined ? undefined : keys[name]
    if (!run) return
    // The player ignores keys that were handled.
    event.preventDefault()
    run()
  })

  useEffect(() => {
    if (!enabled) return
    const abort = new AbortController()
    document.addEventListener('keydown', onKeyDown, { capture: true, signal: abort.signal })
    return () => abort.abort()
  }, [enabled])
}
