import type { Page } from '@playwright/test'

/**
 * Runs before a page's own scripts: plays any video, muted, unless the address says `#still`, and notes when it
 * shows its first picture. As text: scripts have no DOM types.
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
      document.documentElement.dataset.firstFrame ??= String(now)
    })
  }
  new MutationObserver(() => document.querySelectorAll('video').forEach(watch)).observe(document, {
    childList: true,
    subtree: true,
  })
}`

/** Waits for the first picture, and returns the milliseconds from the navigation to it. */
export async function firstFrameOf(page: Page): Promise<number> {
  await page.locator('html[data-first-frame]').waitFor({ state: 'attached', timeout: 60_000 })
  return Number(await page.locator('html').getAttribute('data-first-frame'))
}
