import {
  initialPlayback,
  type MediaReading,
  type PlaybackEvent,
  type PlaybackState,
  reducePlayback,
} from '../core/playback-state'
import type { RecoveryAction } from '../core/recovery'
import { clamp } from '../core/time'
import { toggleFullscreen, watchFullscreen } from './fullscreen'
import { MEDIA_EVENTS, readMedia } from './media-reading'
import type { MediaSourceAdapter, PlayerSource } from './media-source-adapter'
import { readPreferences, writePreferences } from './preferences'
import { startWatchdog, type Watchdog } from './watchdog'

export interface PlayerControllerOptions {
  video: HTMLVideoElement
  /** What goes fullscreen: video and controls together. */
  container: HTMLElement
  adapter: MediaSourceAdapter
  /** Once per video: after 5 s of real playback, or at its end. */
  onWatched: () => void
}

/**
 * A media element with state, recovery and memory. Commands ask the element and read it again at once (its
 * events come later, and a second key press may not wait for them); `getSnapshot` holds only what it confirmed.
 */
export class PlayerController {
  #state: PlaybackState = initialPlayback
  readonly #listeners = new Set<() => void>()
  readonly #lifetime = new AbortController()
  #load = new AbortController()
  #watchdog: Watchdog | null = null
  #source: PlayerSource | null = null
  /** What was last asked of the element; it forgets that with an error or a reload. */
  #meantToPlay = false
  readonly #options: PlayerControllerOptions

  constructor(options: PlayerControllerOptions) {
    this.#options = options
    const { video, container } = options
    const { signal } = this.#lifetime
    const preferences = readPreferences()
    video.volume = preferences.volume ?? video.volume
    video.muted = preferences.muted ?? video.muted
    // load() falls back to the default rate, so both are set.
    video.defaultPlaybackRate = preferences.rate ?? 1
    video.playbackRate = video.defaultPlaybackRate
    for (const name of MEDIA_EVENTS) video.addEventListener(name, this.#read, { signal })
    for (const name of ['volumechange', 'ratechange'])
      video.addEventListener(name, this.#remember, { signal })
    for (const name of ['play', 'pause']) video.addEventListener(name, this.#followWish, { signal })
    watchFullscreen(container, video, (on) => this.#dispatch({ type: 'fullscreen', on }), signal)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): PlaybackState => this.#state

  /** Loads another video; for the one that is loaded, notes its new address, which the next reload will use. */
  setSource(source: PlayerSource, autoPlay: boolean): void {
    const sameVideo = this.#source?.id === source.id
    this.#source = source
    if (sameVideo) return
    this.#load.abort()
    this.#load = new AbortController()
    this.#dispatch({ type: 'source' })
    this.#watchdog = null
    if (!this.#options.adapter.canPlay(source)) {
      this.#options.adapter.detach()
      this.#dispatch({ type: 'failure', failure: 'unsupported' })
      return
    }
    this.#options.adapter.attach(source, 0)
    this.#watchdog = startWatchdog(
      this.#options.video,
      {
        read: this.#reading,
        onAction: this.#recover,
        onRecovering: this.#showRecovering,
        onWatched: this.#options.onWatched,
      },
      this.#load.signal,
    )
    if (autoPlay) this.play()
  }

  play(): void {
    const { video } = this.#options
    this.#meantToPlay = true
    // Refused (autoplay), overtaken by a load, or failed: then recovery sees to it.
    video.play().catch(this.#followWish)
    this.#read()
  }

  togglePlay(): void {
    if (this.#state.paused || this.#state.ended) {
      this.play()
      return
    }
    this.#meantToPlay = false
    this.#options.video.pause()
    this.#read()
  }

  seekTo(second: number): void {
    if (!this.#state.ready || this.#state.failure) return
    const { video } = this.#options
    const target = clamp(second, 0, this.#state.duration)
    this.#watchdog?.movedTo(target)
    video.currentTime = target
    this.#read()
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
    // Sound on must be heard, also after the slider was drawn to nothing.
    if (!video.muted && video.volume === 0) video.volume = 0.5
    this.#read()
  }

  setRate(rate: number): void {
    const { video } = this.#options
    video.defaultPlaybackRate = rate
    video.playbackRate = rate
    this.#read()
  }

  toggleFullscreen(): void {
    toggleFullscreen(this.#options.container, this.#options.video)
  }

  /** After giving up: the same second again, with all of recovery before it. */
  tryAgain(): void {
    this.#dispatch({ type: 'failure', failure: null })
    this.#attach(this.#watchdog?.restart() ?? 0)
    this.play()
  }

  destroy(): void {
    this.#load.abort()
    this.#lifetime.abort()
    this.#options.adapter.detach()
  }

  readonly #recover = (action: RecoveryAction): void => {
    const { video } = this.#options
    const playing = !this.#reading().paused
    if (action.type === 'give-up') {
      // Else it might start to play behind the message.
      video.pause()
      this.#dispatch({ type: 'failure', failure: 'stopped' })
      return
    }
    // An element that reported an error no longer follows its playhead.
    if (action.type === 'reload' || video.error) this.#attach(action.at)
    else video.currentTime = action.at
    if (playing) this.play()
  }

  readonly #showRecovering = (on: boolean): void => {
    if (on === this.#state.recovering) return
    this.#dispatch({ type: 'recovering', on })
    this.#read()
  }

  #attach(atSecond: number): void {
    if (this.#source) this.#options.adapter.attach(this.#source, atSecond)
  }

  readonly #reading = (): MediaReading => readMedia(this.#options.video, this.#meantToPlay)

  readonly #read = (): void => this.#dispatch({ type: 'reading', reading: this.#reading() })

  readonly #followWish = (): void => {
    const { video } = this.#options
    if (!video.error) this.#meantToPlay = !video.paused
  }

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
