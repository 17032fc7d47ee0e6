import type { Quality } from '../core/qualities'
import {
  type Abilities,
  afterFailure,
  fitQuality,
  ladderSetup,
  lowerSetup,
  type MediaFile,
  qualitiesOf,
  type Setup,
  sameFile,
  setupFor,
} from '../core/sources'
import { earlySince } from './early-video'
import { abilitiesOf, MediaEngine } from './media-engine'

export interface PlayerSource {
  /** The video's ID. The same ID with other URLs is the same video, newly signed. */
  id: string
  files: readonly MediaFile[]
}

/** When a file was requested, in the clock of `performance.now()`, and from which second on. */
export interface Supply {
  loadStarted: number
  atSecond: number
}

export interface LoaderHooks {
  /** The element loads from this second on, and is paused. */
  onAttached: (atSecond: number) => void
  /** An engine failed; the element's own errors come as events. */
  onError: () => void
}

/** Chooses which source of a video plays and by which engine, and when to change to another one. */
export class SourceLoader {
  readonly engine: MediaEngine
  readonly #video: HTMLVideoElement
  readonly #able: Abilities
  readonly #hooks: LoaderHooks
  #files: readonly MediaFile[] = []
  #setup: Setup | null = null
  #supply: Supply | null = null

  constructor(video: HTMLVideoElement, hooks: LoaderHooks) {
    this.#video = video
    this.#hooks = hooks
    this.#able = abilitiesOf(video)
    this.engine = new MediaEngine(video, hooks.onError)
  }

  /** The request whose speed matters: a new object for every load, null where there is no alternative. */
  get supply(): Supply | null {
    return this.#supply
  }

  /** URL of the file or playlist that plays, as of the last renewal. */
  get url(): string | null {
    return this.#setup?.file.url ?? null
  }

  get qualities(): number[] {
    return qualitiesOf(this.#files)
  }

  /** Loads a video; false when the browser can't play it. */
  begin(files: readonly MediaFile[], wish: Quality, atSecond: number): boolean {
    this.#files = files
    const quality = fitQuality(wish, this.qualities)
    const setup = setupFor(files, quality, this.#able)
    // `web/start.ts` may have found the line too slow for the file.
    const slow = quality === 'auto' ? ladderSetup(files, quality, this.#able) : null
    const adopted = [setup, slow].find((each) => each && this.engine.adopt(each))
    this.#setup = adopted ?? setup
    if (!this.#setup) {
      this.engine.detach()
      return false
    }
    if (!adopted) {
      // Otherwise the previous video would play on until hls.js is loaded.
      if (this.#setup.engine === 'hls.js') this.engine.detach()
      this.#attach(() => atSecond)
      return true
    }
    this.#measureFrom(earlySince(this.#video), 0)
    if (atSecond > 0) this.#video.currentTime = atSecond
    return true
  }

  /**
   * Takes the video's new URLs for the next reload. If the file that plays isn't among them, changes to one
   * of them.
   */
  renew(files: readonly MediaFile[]): void {
    const renewed = this.#setup && sameFile(files, this.#setup.file)
    this.#files = files
    if (this.#setup && renewed) this.#setup = { ...this.#setup, file: renewed }
    else this.#change(setupFor(files, this.#setup?.quality ?? 'auto', this.#able))
  }

  pick(quality: Quality): void {
    const next = setupFor(this.#files, quality, this.#able)
    if (!next || !this.#setup) return
    if (next.file === this.#setup.file && this.engine.pick(next)) {
      this.#setup = { ...this.#setup, quality }
    } else if (next.file === this.#setup.file && next.engine === this.#setup.engine) {
      this.#setup = next
      if (quality === 'auto') this.#measureFrom(performance.now(), this.#video.currentTime)
      else this.#supply = null
    } else {
      this.#change(next)
    }
  }

  reload(atSecond: number): void {
    if (this.#setup) this.#setup = afterFailure(this.#setup, this.#able)
    this.#attach(() => atSecond)
  }

  /** Returns the source to replace a damaged file. */
  lower(playing: number | null): Setup | null {
    return lowerSetup(this.#files, playing, this.#able)
  }

  stepDown(playing: number | null, atSecond: number): void {
    this.#setup = this.lower(playing) ?? this.#setup
    this.#attach(() => atSecond)
  }

  /** Plays the lowest rendition at the same second, since the file comes too slowly. */
  readonly useLadder = (): void => this.#change(ladderSetup(this.#files, 'auto', this.#able))

  #change(next: Setup | null): void {
    if (!next) return
    this.#setup = next
    this.#attach(() => this.#video.currentTime)
  }

  #attach(at: () => number): void {
    const setup = this.#setup
    if (!setup) return
    let second = 0
    const begin = () => {
      second = at()
      return second
    }
    this.#supply = null
    this.engine.attach(setup, begin, () => {
      this.#measureFrom(performance.now(), second)
      this.#hooks.onAttached(second)
    })
  }

  /** Measures only a file that the viewer didn't pick, with a ladder beside it. */
  #measureFrom(loadStarted: number, atSecond: number): void {
    const { file, quality } = this.#setup ?? {}
    const canChange = file && file.type !== 'hls' && ladderSetup(this.#files, 'auto', this.#able) !== null
    this.#supply = canChange && quality === 'auto' ? { loadStarted, atSecond } : null
  }
}
