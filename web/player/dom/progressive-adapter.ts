import type { MediaSourceAdapter, PlayerSource } from './media-source-adapter'

/** One MP4 or WebM file by URL; the browser itself asks for ranges. */
export function createProgressiveAdapter(video: HTMLVideoElement): MediaSourceAdapter {
  return {
    canPlay: (source) => video.canPlayType(source.type) !== '',
    attach(source: PlayerSource, atSecond: number) {
      video.src = source.url
      video.load()
      // Before metadata this sets the start position: nothing from before it is fetched or shown.
      if (atSecond > 0) video.currentTime = atSecond
    },
    detach() {
      // Without load() the old file would go on downloading.
      video.removeAttribute('src')
      video.load()
    },
  }
}
