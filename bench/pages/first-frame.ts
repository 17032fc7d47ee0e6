import type { ConsoleMessage, Page } from '@playwright/test'

const mark = 'first frame '

/**
 * Runs before a page's own scripts: plays any video on show, muted, unless the address says `#still`, and says when one
 * has its first picture. As text: scripts have no DOM types.
 */
export const watchFirstFrame = `{
  const seen = new WeakSet()
  const watch = (video) => {
    if (seen.has(video)) return
    seen.add(video)
    video.muted = true
    const play = () => void video.play().catch(() => undefined)
    if (location.hash !== '#still') {
      play()
      video.addEventListener('loadedmetadata', play)
    }
    video.requestVideoFrameCallback((now) => {
      console.log('${mark}' + now)
    })
  }
  new MutationObserver(() => document.querySelectorAll('video:not([hidden])').forEach(watch)).observe(document, {
    childList: true,
    subtree: true,
  })
}`

/**
 * Returns the milliseconds from the navigation to the first picture of the page that `open` opens. The page
 * itself reports it: Playwright's own script, which waits for elements, would take 50 ms of a slow processor
 * out of it.
 */
export async function firstFrameOf(page: Page, open: () => Promise<unknown>): Promise<number> {
  const predicate = (message: ConsoleMessage) => message.text().startsWith(mark)
  const [message] = await Promise.all([page.waitForEvent('console', { predicate, timeout: 60_000 }), open()])
  return Number(message.text().slice(mark.length))
}
