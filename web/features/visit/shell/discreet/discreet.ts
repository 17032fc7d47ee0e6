import { neutralPage } from '#contract/values/site/exit'
import './discreet.css'

// The worker names this file in the pages of a discreet browser, where it runs before the app; others load it when
// they turn discreet mode on. It imports nothing of the app, which would load the app before the video.

/** Milliseconds between two presses of Escape that leave the site. */
const doublePress = 500

/** Elements that close with Escape; the key press isn't for the page then. */
const closable =
  'dialog[open], [aria-modal="true"], [role="menu"]:not([hidden]), [role="listbox"]:not([hidden]), header [aria-expanded="true"], [aria-label="Up next"]'

/** Inputs that have a value, but no text. */
const valued = '[type="checkbox"], [type="radio"], [type="range"]'

let pressedAt = Number.NEGATIVE_INFINITY

// Captured, so that nothing that Escape closes is closed by then.
document.addEventListener(
  'keydown',
  ({ key, repeat, isComposing, target, timeStamp }) => {
    // The checkout's frame is another document, where Escape belongs to its form.
    if (key !== 'Escape' || repeat || isComposing || top !== window) return
    if (!document.documentElement.classList.contains('discreet')) return
    const isInText = isFilled(target)
    if (!isInText && timeStamp - pressedAt <= doublePress) leaveSite()
    const isForPage = !isInText && !document.fullscreenElement && !document.querySelector(closable)
    pressedAt = isForPage ? timeStamp : Number.NEGATIVE_INFINITY
  },
  { capture: true },
)

/** A field that Escape empties, or whose text it gives up. */
function isFilled(target: EventTarget | null): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && target.value !== '' && !target.matches(valued)
}

/** Leaves without a trace on the screen, or a page to come back to. */
function leaveSite(): void {
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause()
  // The other page may take a moment.
  document.body.hidden = true
  // Unsaved work would ask first.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.replace(neutralPage)
}
