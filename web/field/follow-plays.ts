import type { FieldReport } from '#contract/schemas/site/field-data'
import { type FieldQuality, fieldMost, fieldQualities } from '#contract/values/site/field-data'

type PlayFigures = Pick<FieldReport, 'firstFrame' | 'stalls' | 'quality'>

/**
 * Follows the player's element, by the events that pass through the document. Returns a function that reads
 * the figures.
 */
export function followPlays(): () => PlayFigures {
  const early = document.querySelector<HTMLVideoElement>('video[data-video]')
  const firstFrame = early ? followFirstFrame(early) : () => undefined
  let playing: HTMLVideoElement | null = null
  let stalls = 0
  let quality: FieldQuality | undefined
  const on = (name: string, handle: (video: HTMLVideoElement) => void) =>
    document.addEventListener(name, ({ target }) => isPlayers(target) && handle(target), { capture: true })
  on('playing', (video) => (playing = video))
  // Another source, such as a quality that was picked, starts over.
  on('emptied', () => (playing = null))
  on('waiting', (video) => {
    if (video === playing && !video.seeking && !video.ended) stalls += 1
  })
  for (const name of ['playing', 'resize']) on(name, (video) => (quality = qualityShown(video) ?? quality))
  let hasPlayed = false
  on('playing', () => (hasPlayed = true))
  return () => {
    const first = firstFrame()
    return {
      ...(first !== undefined && { firstFrame: Math.min(first, fieldMost.time) }),
      ...(hasPlayed && { stalls: Math.min(stalls, fieldMost.stalls) }),
      ...(hasPlayed && quality !== undefined && { quality }),
    }
  }
}

/** Previews on cards and trailers aren't the player's. */
export function isPlayers(target: EventTarget | null): target is HTMLVideoElement {
  return (
    target instanceof HTMLVideoElement &&
    (target.dataset.video !== undefined || target.closest('[data-status]') !== null)
  )
}

/**
 * Returns a function that tells when the element had its first frame. A browser that loads nothing before
 * someone presses play isn't slow: it stops loading, and plays before there is a frame. Events before this
 * script began are known only by the mark that web/start.ts makes.
 */
function followFirstFrame(video: HTMLVideoElement): () => number | undefined {
  const hasFrame = () => video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
  let at: number | undefined
  if (hasFrame()) at = performance.getEntriesByName('first-frame')[0]?.startTime
  let hasStopped = video.networkState === HTMLMediaElement.NETWORK_IDLE
  let isOver = hasFrame() || !video.paused
  video.addEventListener('suspend', () => (hasStopped = true))
  video.addEventListener('play', () => {
    if (hasStopped && !hasFrame()) isOver = true
  })
  video.addEventListener('loadeddata', () => {
    if (!isOver) at = performance.now()
    isOver = true
  })
  return () => at
}

function qualityShown({ videoWidth, videoHeight }: HTMLVideoElement): FieldQuality | undefined {
  const side = Math.min(videoWidth, videoHeight)
  if (side === 0) return undefined
  const distance = (quality: number) => Math.abs(quality - side)
  return [...fieldQualities].sort((one, other) => distance(one) - distance(other))[0]
}
