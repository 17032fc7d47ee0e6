import type { Video } from '../../contract/schemas/videos/videos'
import { earlyVideoId } from '../../contract/values/videos/media'

/**
 * Begins to load a video whose page is on its way, as the worker does in a document, so that the first frame doesn't wait for the
 * page to be drawn. A player that is there already will play it in its own element.
 */
export function loadEarly({ id, sources, thumbnailUrl }: Video): void {
  const [source] = sources ?? []
  if (!source || document.querySelector('[data-status] video')) return
  if (earlyVideo()?.dataset.video === String(id)) return
  dropEarly()
  const video = document.createElement('video')
  video.id = earlyVideoId
  video.dataset.video = String(id)
  video.dataset.since = String(performance.now())
  video.hidden = true
  video.playsInline = true
  video.preload = 'metadata'
  if (thumbnailUrl) video.poster = thumbnailUrl
  video.src = source.url
  document.body.append(video)
}

/** Returns the element that is loading this video before its player is there. One for another video is dropped. */
export function claimEarly(id: string): HTMLVideoElement | null {
  const video = earlyVideo()
  if (video?.dataset.video !== id) {
    dropEarly()
    return null
  }
  video.removeAttribute('id')
  video.hidden = false
  return video
}

/** Returns when a claimed element began to load, on the clock of `performance.now()`. */
export function earlySince(video: HTMLVideoElement): number {
  const { since } = video.dataset
  if (since !== undefined) return Number(since)
  // It came with the document.
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming ? page.responseStart : performance.now()
}

function dropEarly(): void {
  const video = earlyVideo()
  video?.remove()
  video?.removeAttribute('src')
  video?.load()
}

function earlyVideo(): HTMLVideoElement | null {
  const found = document.getElementById(earlyVideoId)
  return found instanceof HTMLVideoElement ? found : null
}
