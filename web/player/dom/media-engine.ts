import { type Abilities, type MediaFile, mimeTypes, type Setup } from '../core/sources'
import type { HlsEngine } from './hls-engine'

/** `MediaError.MEDIA_ERR_NETWORK` */
const MEDIA_ERR_NETWORK = 2

export function abilitiesOf(video: HTMLVideoElement): Abilities {
  return {
    plays: (type) => video.canPlayType(mimeTypes[type]) !== '',
    mediaSource: 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis,
  }
}

/**
 * Puts a source on a media element: a file or playlist by its URL, or a ladder through hls.js, which is
 * loaded on first use. All other code talks to the element and doesn't know which is at work.
 */
export class MediaEngine {
  readonly #video: HTMLVideoElement
  /** An engine gave up; the element's own errors come as events. */
  readonly #onError: () => void
  #hls: HlsEngine | null = null
  #file: MediaFile | null = null
  #loadError = false
  #attaching = false
  /** Counts attachments, so that an engine that loads late can tell it is outdated. */
  #turn = 0
  #bytes = 0

  constructor(video: HTMLVideoElement, onError: () => void) {
    this.#video = video
    this.#onError = onError
  }

  /** `MediaError.code`, or the equivalent of an engine's error. */
  get errorCode(): number | null {
    if (this.#attaching) return null
    if (this.#loadError) return MEDIA_ERR_NETWORK
    return this.#hls?.errorCode ?? this.#video.error?.code ?? null
  }

  get mendable(): boolean {
    return this.#hls?.errorCode != null && !this.#video.error
  }

  /** Whether segments arrive without the element's `progress` events. */
  get silent(): boolean {
    return this.#attaching || (this.#hls === null && this.#file?.type === 'hls')
  }

  /** Returns whether bytes arrived that the element doesn't report, and resets: each is told once. */
  hasProgressed(): boolean {
    const bytes = this.#hls?.bytesOnTheWay ?? 0
    const progressed = bytes !== this.#bytes
    this.#bytes = bytes
    return progressed
  }

  /**
   * Loads `setup`. Playback begins at the second that `at` returns once the engine is ready; until then the
   * old source plays on. `onAttached`: the element is now paused and may be asked to play.
   */
  attach(setup: Setup, at: () => number, onAttached: () => void): void {
    this.#turn += 1
    const turn = this.#turn
    this.#loadError = false
    if (setup.engine === 'element') {
      this.#attachFile(setup.file, at())
      onAttached()
      return
    }
    this.#attaching = true
    import('./hls-engine').then(
      (module) => {
        if (turn !== this.#turn) return
        this.#attachLadder(module, setup, at())
        onAttached()
      },
      () => {
        if (turn !== this.#turn) return
        this.#attaching = false
        this.#loadError = true
        this.#onError()
      },
    )
  }

  /** Takes over an element that loads the file already. */
  adopt({ engine, file }: Setup): boolean {
    if (engine !== 'element' || this.#video.error || this.#video.getAttribute('src') !== file.url)
      return false
    this.#file = file
    return true
  }

  /** Changes the rendition of the attached ladder; false when that takes another source. */
  pick({ file, quality }: Setup): boolean {
    if (!this.#hls || this.#file?.url !== file.url) return false
    this.#hls.pick(quality)
    return true
  }

  /** Seeks to the same second again. */
  retry(atSecond: number): void {
    if (this.mendable) this.#hls?.mend(atSecond)
    else this.#video.currentTime = atSecond
  }

  /** Releases the element and closes every connection. */
  detach(): void {
    this.#turn += 1
    this.#attaching = false
    this.#release()
    // Without load() the old file would go on downloading.
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  #attachFile(file: MediaFile, atSecond: number): void {
    this.#release()
    this.#file = file
    this.#video.src = file.url
    this.#video.load()
    this.#startAt(atSecond)
  }

  #attachLadder({ HlsEngine }: typeof import('./hls-engine'), setup: Setup, atSecond: number): void {
    this.#release()
    this.#file = setup.file
    this.#hls = new HlsEngine(this.#video, setup.file.url, {
      quality: setup.quality,
      atSecond,
      onError: this.#onError,
    })
    this.#startAt(atSecond)
  }

  /** Seeks. Before metadata this sets the start position: nothing before it is fetched or shown. */
  #startAt(atSecond: number): void {
    if (atSecond > 0) this.#video.currentTime = atSecond
  }

  #release(): void {
    this.#attaching = false
    this.#hls?.destroy()
    this.#hls = null
    this.#file = null
  }
}
