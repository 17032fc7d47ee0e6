import { neutralPage } from '../../../../../contract/values/site/exit'
import './discreet.css'

// The worker names this file in the pages of a discreet browser, where it runs before the app; others load it when
// they turn discreet mode on. It imports nothing of the app, which would load the app before the video.

/** Milliseconds between two presses of Escape that leave the site. */
const doublePress = 500

/** These close with Escape, which then says nothing about the page. */
const closable =
  'dialog[open], [aria-modal="true"], [role="menu"]:not([hidden]), [role="listbox"]:not([hidden]), header [aria-expanded="true"]'

let pressedAt = Number.NEGATIVE_INFINITY

// Captured, so that nothing that Escape closes is closed by then.
document.addEventListener(
  'keydown',
  ({ key, repeat, timeStamp }) => {
    if (key !== 'Escape' || repeat || !document.documentElement.classList.contains('discreet')) return
    if (timeStamp - pressedAt <= doublePress) leaveSite()
    const isForPage = !document.fullscreenElement && !document.querySelector(closable)
    pressedAt = isForPage ? timeStamp : Number.NEGATIVE_INFINITY
  },
  { capture: true },
)

/** Leaves without a trace on the screen, or a page to come back to. */
function leaveSite(): void {
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause()
  // The other page may take a moment.
  document.body.hidden = true
  // Unsaved work would ask first.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  // The checkout is a frame of the site's own.
  ;(top ?? window).location.replace(neutralPage)
}
