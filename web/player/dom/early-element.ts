import { earlyVideoId } from '../../../contract/values/videos/media'

/** Returns the video that loads before its player is there. */
export function earlyVideo(): HTMLVideoElement | null {
  const found = document.getElementById(earlyVideoId)
  return found instanceof HTMLVideoElement ? found : null
}

/** Ends what loads for a player that won't come. */
export function dropEarly(): void {
  const video = earlyVideo()
  video?.remove()
  video?.removeAttribute('src')
  video?.load()
}
