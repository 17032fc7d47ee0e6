import { earlyVideoId } from '#contract/values/videos/media'

// Apart from early-video.ts, which brings the choice of a source along: every page has this.

/** Returns the video that loads before its player is there. */
export function earlyVideo(): HTMLVideoElement | null {
  const found = document.getElementById(earlyVideoId)
  return found instanceof HTMLVideoElement ? found : null
}

/** Drops the video that loads for a player that won't come. */
export function dropEarly(): void {
  const video = earlyVideo()
  video?.remove()
  video?.removeAttribute('src')
  video?.load()
}
