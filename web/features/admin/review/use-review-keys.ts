import { useEffect, useEffectEvent } from 'react'

/** By `KeyboardEvent.key`, in lower case. */
type ReviewKeys = Readonly<Record<string, () => void>>

const textField = 'input, textarea, select, [contenteditable]'

/**
 * The keys of the review desk, before the player's, which has other meanings for some of them. Off while something
 * else, such as the dialog that asks for a reason, has the keyboard.
 */
export function useReviewKeys(keys: ReviewKeys, enabled: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return
    if (event.target instanceof Element && event.target.closest(textField)) return
    const name = event.key.toLowerCase()
    const run = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (!run) return
    // The player leaves what somebody has taken.
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
