import {
  initialPlayback,
  type MediaReading,
  type PlaybackEvent,
  type PlaybackState,
  reducePlayback,
} from '../core/playback-state'
import type { Quality } from '../core/qualities'
import type { RecoveryAction } from '../core/recovery'
import { fitQuality, qualitiesOf, qualityShown } from '../core/sources'
import { clamp } from '../core/time'
import { isInside, type TimeRange } from '../core/time-range'
import type { Captions, CaptionTrack } from './captions'
import { toggleFullscreen, watchFullscreen } from './fullscreen'
import { MEDIA_EVENTS, readMedia } from './media-reading'
import { canPictureInPicture, togglePictureInPicture, watchPictureInPicture } from './picture-in-picture'
import { readPreferences, writePreferences } from './preferences'
import { type PlayerSource, SourceLoader } from './source-loader'
import type { Watchdog } from './watchdog'

export interface PlayerControllerOptions {
  video: HTMLVideoElement
  /** What goes fullscreen: video and controls together. */
  container: HTMLElement
  /** Once per video: after 5 s of real playback, or at its end. */
  onWatched: () => void
  /** A source failed; its address may be one that is no longer good. */
  onTrouble: () => void
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
  readonly #loader: SourceLoader
  #captions: Captions | null = null
  /** Seconds that a frame stands; a guess until somebody has measured it. */
  frameDuration = 1 / 30

  constructor(options: PlayerControllerOptions) {
    this.#options = options
    const { video, container } = options
    const { signal } = this.#lifetime
    this.#loader = new SourceLoader(video, { onAttached: this.#afterAttach, onError: options.onTrouble })
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
    for (const name of ['loadedmetadata', 'resize'])
      video.addEventListener(name, this.#readQuality, { signal })
    video.addEventListener('error', options.onTrouble, { signal })
    watchFullscreen(container, video, (on) => this.#dispatch({ type: 'fullscreen', on }), signal)
    watchPictureInPicture(video, (on) => this.#dispatch({ type: 'picture-in-picture', on }), signal)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): PlaybackState => this.#state

  /** Loads another video; for the one that is loaded, notes its new address, which the next reload will use. */
  setSource(source: PlayerSource, autoPlay: boolean, startAt = 0): void {
    const sameVideo = this.#source?.id === source.id
    this.#source = source
    if (sameVideo) {
      this.#loader.renew(source.files)
      return
    }
    this.#load.abort()
    this.#load = new AbortController()
    const qualities = qualitiesOf(source.files)
    const quality = fitQuality(readPreferences().quality ?? 'auto', qualities)
    this.#dispatch({ type: 'source', qualities, quality })
    this.#watchdog = null
    this.#meantToPlay = false
    if (!this.#loader.begin(source.files, quality, startAt)) {
      this.#dispatch({ type: 'failure', failure: 'unsupported' })
      return
    }
    // One that came with the page may be further than its events will tell, and somebody may have started it.
    this.#followWish()
    this.#readQuality()
    this.#read()
    void this.#watch(this.#load.signal)
    if (autoPlay) this.play()
  }

  /** The first picture doesn't need it, so it isn't in the way of that one. */
  async #watch(signal: AbortSignal): Promise<void> {
    const startWatchdog = await loadWatchdog()
    if (signal.aborted) return
    const hooks = {
      read: this.#reading,
      engine: this.#loader.engine,
      hasLowerQuality: () => this.#loader.lower(this.#state.playingQuality) !== null,
      onAction: this.#recover,
      supply: () => this.#loader.supply,
      onTooSlow: this.#loader.useLadder,
      onRecovering: this.#showRecovering,
      onWatched: this.#options.onWatched,
    }
    this.#watchdog = startWatchdog(this.#options.video, hooks, signal)
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
      this.#beginWindowAgain()
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
    const { window } = this.#state
    if (window && !isInside(window, target)) this.setWindow(null)
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

  /** Changes at the same second, paused or playing as before. */
  setQuality(quality: Quality): void {
    if (quality === this.#state.quality) return
    writePreferences({ quality })
    this.#dispatch({ type: 'quality', quality })
    this.#loader.pick(quality)
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

  /** To the neighbouring frame, of a picture that stands. */
  stepFrame(direction: 1 | -1): void {
    // A millisecond into the frame, or rounding might show the same one again.
    if (this.#state.paused) this.seekBy(direction * this.frameDuration + 0.001)
  }

  /** Plays this part only, until a jump leads out of it; `null` gives back the whole. */
  setWindow(window: TimeRange | null): void {
    this.#dispatch({ type: 'window', window })
  }

  /** The captions that the video has. They are no part of the first frame, so what shows them comes later. */
  async setCaptionTracks(tracks: readonly CaptionTrack[]): Promise<void> {
    if (tracks.length === 0 && !this.#captions) return
    const { Captions } = await import('./captions')
    if (this.#lifetime.signal.aborted) return
    this.#captions ??= new Captions(this.#options.video, (language) =>
      this.#dispatch({ type: 'caption', language }),
    )
    this.#captions.setTracks(tracks)
  }

  /** Shows a language, or with `null` none. */
  setCaption(language: string | null): void {
    this.#captions?.choose(language)
  }

  toggleCaptions(): void {
    this.#captions?.toggle()
  }

  toggleFullscreen(): void {
    toggleFullscreen(this.#options.container, this.#options.video)
  }

  /** After giving up: the same second again, with all of recovery before it. */
  tryAgain(): void {
    this.#dispatch({ type: 'failure', failure: null })
    this.#meantToPlay = true
    this.#loader.reload(this.#watchdog?.restart() ?? 0)
  }

  destroy(): void {
    this.#load.abort()
    this.#lifetime.abort()
    this.#captions?.clear()
    this.#loader.engine.detach()
  }

  readonly #recover = (action: RecoveryAction): void => {
    const { video } = this.#options
    if (action.type === 'give-up') {
      // Else it might start to play behind the message.
      video.pause()
      this.#dispatch({ type: 'failure', failure: 'stopped' })
      return
    }
    if (action.type === 'step-down') this.#loader.stepDown(this.#state.playingQuality, action.at)
    // An element that reported an error no longer follows its playhead.
    else if (action.type === 'reload' || video.error) this.#loader.reload(action.at)
    else {
      this.#loader.engine.retry(action.at)
      if (this.#meantToPlay) this.play()
    }
  }

  /** Playing on from the end of the selection shows it once more. */
  #beginWindowAgain(): void {
    const { window, currentTime } = this.#state
    if (window && currentTime >= window.end - 0.1) this.seekTo(window.start)
  }

  readonly #showRecovering = (on: boolean): void => {
    if (on === this.#state.recovering) return
    this.#dispatch({ type: 'recovering', on })
    this.#read()
  }

  /** Loading pauses the element without a word. */
  readonly #afterAttach = (atSecond: number): void => {
    this.#watchdog?.attachedAt(atSecond)
    if (this.#meantToPlay) this.play()
  }

  readonly #readQuality = (): void => {
    const { videoWidth: width, videoHeight: height } = this.#options.video
    if (width === 0) return
    this.#dispatch({
      type: 'playing-quality',
      quality: qualityShown(this.#state.qualities, { width, height }),
    })
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

async function loadWatchdog(): Promise<typeof import('./watchdog').startWatchdog> {
  for (;;) {
    try {
      return (await import('./watchdog')).startWatchdog
    } catch {
      // The line is down: what would help against that must come all the same.
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}
