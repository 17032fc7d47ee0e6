import { type RefObject, useLayoutEffect } from 'react'
import { claimEarly } from '../dom/early-video'

/**
 * Puts the media element in its place: the one already loading, if it is for this video, else a new one.
 * Moved within one task it goes on loading and playing.
 */
export function useVideoElement(
  hostRef: RefObject<HTMLElement | null>,
  videoRef: RefObject<HTMLVideoElement | null>,
  { id, poster }: { id: string; poster: string | undefined },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies(id): another video loads into the same element
  useLayoutEffect(() => {
    const host = hostRef.current
    if (!host) return
    const video = claimEarly(id) ?? document.createElement('video')
    video.className = 'size-full'
    video.preload = 'metadata'
    video.playsInline = true
    host.append(video)
    videoRef.current = video
    return () => {
      video.remove()
      videoRef.current = null
    }
  }, [hostRef, videoRef])

  useLayoutEffect(() => {
    const video = videoRef.current
    // Setting the same poster would fetch it again.
    if (!video || video.getAttribute('poster') === (poster ?? null)) return
    if (poster) video.poster = poster
    else video.removeAttribute('poster')
  }, [videoRef, poster])
}
