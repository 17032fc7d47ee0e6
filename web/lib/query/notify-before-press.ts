import { notifyManager } from '@tanstack/react-query'
import { flushSync } from 'react-dom'

// The library notifies React by timers. On a busy device the next press may come first: it would find the
// button as it was, and send again. So pending notifications are rendered before a press is handled.
const waiting = new Set<() => void>()

function tell(notify: () => void): void {
  if (waiting.delete(notify)) notify()
}

notifyManager.setScheduler((notify) => {
  waiting.add(notify)
  setTimeout(tell, 0, notify)
})

// Not before the click itself: by then a checkbox has changed, and would be rendered back. In the worker, nothing is pressed.
for (const press of ['pointerdown', 'keydown'])
  globalThis.window?.addEventListener(
    press,
    () => waiting.size > 0 && flushSync(() => waiting.forEach(tell)),
    true,
  )
