import { earlyVideoId } from '#contract/values/videos/media'
import { fitQuality, type MediaFile, qualitiesOf, setupFor } from '../core/sources'
import { dropEarly, earlyVideo } from './early-element'
import { abilitiesOf } from './media-engine'
import { readPreferences } from './preferences'

export interface ComingVideo {
  id: number
  sources: readonly MediaFile[] | null
  thumbnailUrl: string | null
}

/**
 * Begins to load a video whose page is on its way, so that the first frame doesn't wait for the page to be
 * drawn. A player that is there already will play it in its own element, and hls.js does its own loading.
 */
export function loadEarly({ id, sources, thumbnailUrl }: ComingVideo): void {
  const files = sources ?? []
  if (files.length === 0 || document.querySelector('[data-status] video')) return
  if (earlyVideo()?.dataset.video === String(id)) return
  dropEarly()
  const video = document.createElement('video')
  const quality = fitQuality(readPreferences().quality ?? 'auto', qualitiesOf(files))
  const setup = setupFor(files, quality, abilitiesOf(video))
  if (setup?.engine !== 'element') return
  video.id = earlyVideoId
  video.dataset.video = String(id)
  video.dataset.since = String(performance.now())
  video.hidden = true
  video.playsInline = true
  video.preload = 'metadata'
  if (thumbnailUrl) video.poster = thumbnailUrl
  video.src = setup.file.url
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
  // The browser's own, which web/start.ts shows where the player is long in coming.
  video.controls = false
  return video
}

/** Returns when a claimed element began to load, in the clock of `performance.now()`. */
export function earlySince(video: HTMLVideoElement): number {
  const { since } = video.dataset
  if (since !== undefined) return Number(since)
  // It came with the document.
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming ? page.responseStart : performance.now()
}
