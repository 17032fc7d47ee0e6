import Hls, { type ErrorData, type Fragment, type HlsConfig } from 'hls.js/light'
import { engineFault } from '../core/engine-fault'
import type { Quality } from '../core/qualities'

/** Codes of `MediaError`, used for an engine's errors too. */
const MEDIA_ERR_NETWORK = 2
const MEDIA_ERR_DECODE = 3

const CONFIG: Partial<HlsConfig> = {
  // Starts with the lowest rendition: it shows a picture soonest, and the next segments can be better.
  startLevel: 0,
  capLevelToPlayerSize: true,
  // fMP4 needs no transmuxing, and the content policy allows no blob: workers.
  enableWorker: false,
  // Shows the part of a segment that has arrived: later ones are long, and a seek would wait for the whole.
  progressive: true,
  backBufferLength: 30,
  maxBufferLength: 30,
  maxMaxBufferLength: 60,
}

/**
 * Runs hls.js on one element. hls.js repeats failed requests itself; this class reports the errors it gives
 * up on.
 */
export class HlsEngine {
  readonly #hls: Hls
  readonly #url: string
  #quality: Quality
  #error: ErrorData | null = null
  #mends = 0
  #fragment: Fragment | null = null

  constructor(
    video: HTMLVideoElement,
    url: string,
    options: { quality: Quality; atSecond: number; onError: () => void },
  ) {
    this.#url = url
    this.#quality = options.quality
    this.#hls = new Hls({ ...CONFIG, startPosition: options.atSecond })
    this.#hls.on(Hls.Events.MANIFEST_PARSED, () => (this.#hls.loadLevel = this.#levelOf(this.#quality)))
    this.#hls.on(Hls.Events.FRAG_LOADING, (_, { frag }) => (this.#fragment = frag))
    this.#hls.on(Hls.Events.ERROR, (_, data) => {
      if (!data.fatal) return
      this.#error = data
      video.dispatchEvent(new CustomEvent(engineFault, { detail: this.errorCode }))
      options.onError()
    })
    this.#hls.loadSource(url)
    this.#hls.attachMedia(video)
  }

  get errorCode(): number | null {
    if (!this.#error) return null
    return this.#error.type === Hls.ErrorTypes.NETWORK_ERROR ? MEDIA_ERR_NETWORK : MEDIA_ERR_DECODE
  }

  /** Bytes of the segment in transit, since an element hears of a segment only when it is complete. */
  get bytesOnTheWay(): number {
    return this.#fragment?.stats.loaded ?? 0
  }

  /** Limits playback to one rendition at once; "auto" applies from the next segment. */
  pick(quality: Quality): void {
    this.#quality = quality
    if (quality === 'auto') this.#hls.loadLevel = -1
    else this.#hls.currentLevel = this.#levelOf(quality)
  }

  /** Goes on after an error: by loading again, or with a new decoder and then with the other kind of AAC. */
  mend(atSecond: number): void {
    const code = this.errorCode
    this.#error = null
    if (code === MEDIA_ERR_DECODE) {
      this.#mends += 1
      if (this.#mends > 1) this.#hls.swapAudioCodec()
      this.#hls.recoverMediaError()
    } else if (this.#hls.levels.length === 0) {
      this.#hls.loadSource(this.#url)
    } else {
      this.#hls.startLoad(atSecond)
    }
  }

  destroy(): void {
    this.#hls.destroy()
  }

  /** Returns a rendition's level; -1 lets hls.js choose. */
  #levelOf(quality: Quality): number {
    return this.#hls.levels.findIndex(({ width, height }) => Math.min(width, height) === quality)
  }
}
