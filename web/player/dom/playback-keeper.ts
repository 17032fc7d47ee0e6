import { loadPatiently } from '../../lib/lazy-part'
import { haveMetadata, type MediaReading, type PlaybackFailure } from '../core/playback-state'
import type { Quality } from '../core/qualities'
import type { RecoveryAction } from '../core/recovery'
import type { MediaFile } from '../core/sources'
import { readMedia } from './media-reading'
import { SourceLoader } from './source-loader'
import type { Watchdog } from './watchdog'

export interface KeeperHooks {
  /** The quality on show. */
  playingQuality: () => number | null
  /** The element was given a command, whose events come later. */
  onAsked: () => void
  onRecovering: (recovering: boolean) => void
  /** Recovery has tried everything, or can't help. */
  onStopped: (failure: PlaybackFailure) => void
  onWatched: () => void
  /** A source failed; its URL may have expired. */
  onTrouble: () => void
}

/** `MediaError.MEDIA_ERR_DECODE`: the bytes arrived. */
const MEDIA_ERR_DECODE = 3

/**
 * Keeps a loaded video playing: remembers the playhead and whether it should play, and carries out the steps
 * of recovery. One per element; one watchdog per loaded video.
 */
export class PlaybackKeeper {
  readonly #video: HTMLVideoElement
  readonly #hooks: KeeperHooks
  readonly #loader: SourceLoader
  #load = new AbortController()
  #watchdog: Watchdog | null = null
  /** The last wish for play or pause; the element itself forgets it with an error or a reload. */
  #meantToPlay = false
  /** The second from which it was last loaded. */
  #loadedFrom = 0
  /** The URL that was last answered as missing. */
  #missingUrl: string | null = null

  constructor(video: HTMLVideoElement, hooks: KeeperHooks, signal: AbortSignal) {
    this.#video = video
    this.#hooks = hooks
    this.#loader = new SourceLoader(video, { onAttached: this.#afterAttach, onError: this.#onError })
    video.addEventListener('error', this.#onError, { signal })
    for (const name of ['play', 'pause']) video.addEventListener(name, this.#followWish, { signal })
    video.addEventListener('seeking', this.#followSeek, { signal })
    signal.addEventListener('abort', this.#letGo, { once: true })
  }

  /** Loads another video; false when the browser can't play it. */
  load(files: readonly MediaFile[], quality: Quality, startAt: number): boolean {
    this.#load.abort()
    this.#load = new AbortController()
    this.#watchdog = null
    this.#meantToPlay = false
    this.#loadedFrom = startAt
    if (!this.#loader.begin(files, quality, startAt)) return false
    // An element that loads already may be further than its events will tell, and may already be playing.
    this.#followWish()
    void this.#watch(this.#load.signal)
    return true
  }

  /** Takes newly signed URLs of the same video, which the next reload will use. Returns whether they differ. */
  renew(files: readonly MediaFile[]): boolean {
    const before = this.#loader.url
    this.#loader.renew(files)
    return this.#loader.url !== before
  }

  pick(quality: Quality): void {
    this.#loader.pick(quality)
  }

  play(): void {
    this.#meantToPlay = true
    // Refused (autoplay), overtaken by a load, or failed: then recovery takes care of it.
    this.#video.play().catch(this.#followWish)
    this.#hooks.onAsked()
  }

  pause(): void {
    this.#meantToPlay = false
    this.#video.pause()
    this.#hooks.onAsked()
  }

  seekTo(second: number): void {
    // An element that is being reloaded takes the second, but fires no event.
    this.#watchdog?.movedTo(second)
    this.#video.currentTime = second
    this.#hooks.onAsked()
  }

  /** Loads the same second again after giving up, with all of recovery before it. */
  tryAgain(): void {
    this.#meantToPlay = true
    this.reload()
  }

  /** Loads the same second again, paused or playing as it was meant to be. */
  reload(): void {
    this.#loader.reload(this.#watchdog?.restart() ?? this.#loadedFrom)
  }

  readonly read = (): MediaReading => readMedia(this.#video, this.#meantToPlay)

  /** Loads the watchdog after the first picture, which doesn't need it. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { startWatchdog } = await loadPatiently(() => import('./watchdog'))
    if (signal.aborted) return
    const video = this.#video
    const hooks = {
      read: this.read,
      engine: this.#loader.engine,
      hasLowerQuality: () => this.#loader.lower(this.#hooks.playingQuality()) !== null,
      onAction: this.#recover,
      supply: () => this.#loader.supply,
      onTooSlow: this.#loader.useLadder,
      onRecovering: this.#hooks.onRecovering,
      onWatched: this.#hooks.onWatched,
    }
    this.#watchdog = startWatchdog(video, hooks, signal)
    // Until the element is loaded, it can't report its position.
    this.#watchdog.attachedAt(video.readyState < haveMetadata ? this.#loadedFrom : video.currentTime)
  }

  readonly #recover = (action: RecoveryAction): void => {
    if (action.type === 'give-up') {
      // Otherwise it might start to play behind the message.
      this.#video.pause()
      this.#hooks.onStopped('stopped')
    } else if (action.type === 'step-down') {
      this.#loader.stepDown(this.#hooks.playingQuality(), action.at)
    } else if (action.type === 'reload' || this.#video.error) {
      // An element that reported an error no longer follows its playhead.
      this.#loader.reload(action.at)
    } else {
      this.#loader.engine.retry(action.at)
      if (this.#meantToPlay) this.play()
    }
  }

  readonly #onError = (): void => {
    this.#hooks.onTrouble()
    if (this.#loader.engine.errorCode !== MEDIA_ERR_DECODE) void this.#stopIfRefused()
  }

  /** Stops at once if the site refuses the file: "Reconnecting…" would be false, and help nothing. */
  async #stopIfRefused(): Promise<void> {
    const { signal } = this.#load
    const { url } = this.#loader
    const module = await import('./read-refusal').catch(() => null)
    const refusal = url && module ? await module.readRefusal(url, signal) : null
    if (refusal === null || signal.aborted || url !== this.#loader.url) return
    // An expired URL is answered like a removed video's. A new one is on its way by the next error.
    const isNews = refusal === 'not_found' && url !== this.#missingUrl
    if (refusal === 'not_found') this.#missingUrl = url
    if (isNews) return
    this.#watchdog?.end()
    this.#video.pause()
    this.#hooks.onStopped(refusal)
  }

  /** Restores playback, since loading pauses the element without an event. */
  readonly #afterAttach = (atSecond: number): void => {
    this.#loadedFrom = atSecond
    this.#watchdog?.attachedAt(atSecond)
    if (this.#meantToPlay) this.play()
  }

  readonly #followWish = (): void => {
    if (!this.#video.error) this.#meantToPlay = !this.#video.paused
  }

  /** Follows any seek: the system's own controls move the element without asking us. */
  readonly #followSeek = (): void => {
    const { error, readyState, currentTime } = this.#video
    if (!error && readyState >= haveMetadata) this.#watchdog?.soughtTo(currentTime)
  }

  readonly #letGo = (): void => {
    this.#load.abort()
    this.#loader.engine.detach()
  }
}
