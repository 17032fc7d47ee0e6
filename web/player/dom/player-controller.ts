import {
  initialPlayback,
  type PlaybackEvent,
  type PlaybackFailure,
  type PlaybackState,
  reducePlayback,
} from '../core/playback-state'
import type { Quality } from '../core/qualities'
import { fitQuality, qualitiesOf, qualityShown } from '../core/sources'
import { clamp } from '../core/time'
import { isInside, type TimeRange } from '../core/time-range'
import { Captions, type CaptionTrack } from './captions'
import { toggleFullscreen, watchFullscreen } from './fullscreen'
import { mediaEvents } from './media-reading'
import { canPictureInPicture, togglePictureInPicture, watchPictureInPicture } from './picture-in-picture'
import { PlaybackKeeper } from './playback-keeper'
import { readPreferences, writePreferences } from './preferences'
import type { PlayerSource } from './source-loader'

export interface PlayerControllerOptions {
  video: HTMLVideoElement
  /** The element that goes fullscreen: video and controls together. */
  container: HTMLElement
  /** Once per video: after 5 s of real playback, or at its end. */
  onWatched: () => void
  /** A source failed; its URL may have expired. Settles when a new one was asked for. */
  onTrouble: () => Promise<unknown> | undefined
}

/**
 * A media element with state and memory. Commands change the element and read it again at once: its events
 * come later, and a second key press can't wait. `getSnapshot` holds only what the element confirmed.
 */
export class PlayerController {
  #state: PlaybackState = initialPlayback
  readonly #listeners = new Set<() => void>()
  readonly #lifetime = new AbortController()
  readonly #options: PlayerControllerOptions
  readonly #keeper: PlaybackKeeper
  #videoId: string | null = null
  readonly #captions: Captions
  /** Seconds that a frame lasts; a guess until it has been measured. */
  frameDuration = 1 / 30

  constructor(options: PlayerControllerOptions) {
    this.#options = options
    const { video, container } = options
    const { signal } = this.#lifetime
    const hooks = {
      playingQuality: () => this.#state.playingQuality,
      onAsked: this.#read,
      onRecovering: this.#showRecovering,
      onStopped: (failure: PlaybackFailure) => this.#dispatch({ type: 'failure', failure }),
      onWatched: options.onWatched,
      onTrouble: options.onTrouble,
    }
    this.#keeper = new PlaybackKeeper(video, hooks, signal)
    this.#captions = new Captions(video, (language) => this.#dispatch({ type: 'caption', language }))
    const preferences = readPreferences()
    video.volume = preferences.volume ?? video.volume
    video.muted = preferences.muted ?? video.muted
    // load() falls back to the default rate, so both are set.
    video.defaultPlaybackRate = preferences.rate ?? 1
    video.playbackRate = video.defaultPlaybackRate
    for (const name of mediaEvents) video.addEventListener(name, this.#read, { signal })
    for (const name of ['volumechange', 'ratechange'])
      video.addEventListener(name, this.#remember, { signal })
    for (const name of ['loadedmetadata', 'resize'])
      video.addEventListener(name, this.#readQuality, { signal })
    watchFullscreen(container, video, (on) => this.#dispatch({ type: 'fullscreen', on }), signal)
    watchPictureInPicture(video, (on) => this.#dispatch({ type: 'picture-in-picture', on }), signal)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): PlaybackState => this.#state

  /** Loads another video; for the loaded one, stores its new URLs, which the next reload will use. */
  setSource({ id, files }: PlayerSource, autoPlay: boolean, startAt = 0): void {
    if (this.#videoId === id) {
      const { failure } = this.#state
      // What was refused may be sent under the new URLs.
      if (this.#keeper.renew(files) && failure && failure !== 'unsupported') {
        this.#dispatch({ type: 'failure', failure: null })
        this.#keeper.reload()
      }
      return
    }
    this.#videoId = id
    const qualities = qualitiesOf(files)
    const quality = fitQuality(readPreferences().quality ?? 'auto', qualities)
    this.#dispatch({ type: 'source', qualities, quality })
    if (!this.#keeper.load(files, quality, startAt)) {
      this.#dispatch({ type: 'failure', failure: 'unsupported' })
      return
    }
    this.#readQuality()
    this.#read()
    if (autoPlay) this.play()
  }

  play(): void {
    this.#keeper.play()
  }

  togglePlay(): void {
    if (this.#state.paused || this.#state.ended) {
      this.#beginWindowAgain()
      this.play()
    } else {
      this.#keeper.pause()
    }
  }

  seekTo(second: number): void {
    if (!this.#state.ready || this.#state.failure) return
    const target = clamp(second, 0, this.#state.duration)
    const { window } = this.#state
    if (window && !isInside(window, target)) this.setWindow(null)
    this.#keeper.seekTo(target)
  }

  seekBy(seconds: number): void {
    this.seekTo(this.#state.currentTime + seconds)
  }

  setVolume(volume: number): void {
    const { video } = this.#options
    // Rounded, so that twenty steps of 0.05 add up to 1.
    video.volume = clamp(Math.round(volume * 100) / 100, 0, 1)
    video.muted = video.volume === 0
    this.#read()
  }

  toggleMute(): void {
    const { video } = this.#options
    video.muted = !video.muted
    // Unmuting must be audible, also after the slider was drawn to zero.
    if (!video.muted && video.volume === 0) video.volume = 0.5
    this.#read()
  }

  setRate(rate: number): void {
    const { video } = this.#options
    video.defaultPlaybackRate = rate
    video.playbackRate = rate
    this.#read()
  }

  /** Changes the quality at the same second, paused or playing as before. */
  setQuality(quality: Quality): void {
    if (quality === this.#state.quality) return
    writePreferences({ quality })
    this.#dispatch({ type: 'quality', quality })
    this.#keeper.pick(quality)
  }

  setLoop(on: boolean): void {
    this.#options.video.loop = on
    this.#dispatch({ type: 'loop', on })
  }

  get canPictureInPicture(): boolean {
    return canPictureInPicture(this.#options.video)
  }

  togglePictureInPicture(): void {
    togglePictureInPicture(this.#options.video)
  }

  /** Goes to the neighbouring frame of a paused picture. */
  stepFrame(direction: 1 | -1): void {
    // A millisecond into the frame: rounding might show the same one again.
    if (this.#state.paused) this.seekBy(direction * this.frameDuration + 0.001)
  }

  /** Plays only this part until a jump leads out of it; `null` restores the whole video. */
  setWindow(window: TimeRange | null): void {
    this.#dispatch({ type: 'window', window })
  }

  /** Replaces the captions on offer. */
  setCaptionTracks(tracks: readonly CaptionTrack[]): void {
    this.#captions.setTracks(tracks)
  }

  /** Shows a language, or none with `null`. */
  setCaption(language: string | null): void {
    this.#captions.choose(language)
  }

  toggleCaptions(): void {
    this.#captions.toggle()
  }

  toggleFullscreen(): void {
    toggleFullscreen(this.#options.container, this.#options.video)
  }

  /** Loads the same second again after giving up, with all of recovery before it. */
  tryAgain(): void {
    this.#dispatch({ type: 'failure', failure: null })
    this.#keeper.tryAgain()
  }

  destroy(): void {
    this.#lifetime.abort()
    this.#captions.clear()
  }

  /** Repeats the selection when play is pressed at its end. */
  #beginWindowAgain(): void {
    const { window, currentTime } = this.#state
    if (window && currentTime >= window.end - 0.1) this.seekTo(window.start)
  }

  readonly #showRecovering = (on: boolean): void => {
    if (on === this.#state.recovering) return
    this.#dispatch({ type: 'recovering', on })
    this.#read()
  }

  readonly #readQuality = (): void => {
    const { videoWidth: width, videoHeight: height } = this.#options.video
    if (width === 0) return
    this.#dispatch({
      type: 'playing-quality',
      quality: qualityShown(this.#state.qualities, { width, height }),
    })
  }

  readonly #read = (): void => this.#dispatch({ type: 'reading', reading: this.#keeper.read() })

  readonly #remember = (): void => {
    const { volume, muted, playbackRate } = this.#options.video
    writePreferences({ volume, muted, rate: playbackRate })
  }

  #dispatch(event: PlaybackEvent): void {
    const next = reducePlayback(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
