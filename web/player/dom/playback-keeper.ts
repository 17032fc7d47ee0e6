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
  /** A source failed; its URL may have expired. Settles when a new one was asked for. */
  onTrouble: () => Promise<unknown> | undefined
}

/** `MediaError.MEDIA_ERR_DECODE`: the bytes arrived. */
const MEDIA_ERR_DECODE = 3

/** How long "Reconnecting…" waits for the site's answer why a file didn't come: it may be a refusal. */
const answerMs = 3000

/** What is found out about a URL whose file didn't come. */
interface Inquiry {
  url: string
  began: number
  isRefused: boolean
  ending: AbortController
}

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
  #inquiry: Inquiry | null = null
  /** It was paused here, and not by the viewer. */
  #isStopped = false

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
    this.#endInquiry()
    this.#watchdog = null
    this.#isStopped = false
    this.#meantToPlay = false
    this.#loadedFrom = startAt
    if (!this.#loader.begin(files, quality, startAt)) return false
    // An element that loads already may be further than its events will tell, and may already be playing.
    this.#followWish()
    void this.#watch(this.#load.signal)
    return true
  }

  /**
   * Takes newly signed URLs of the same video, for the next reload: at once, if the old one was refused just
   * now. Returns whether they differ.
   */
  renew(files: readonly MediaFile[]): boolean {
    const before = this.#loader.url
    this.#loader.renew(files)
    if (this.#loader.url === before) return false
    const isRefused = this.#inquiry?.isRefused ?? false
    this.#endInquiry()
    if (isRefused && !this.#isStopped) this.reload()
    return true
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
    this.#isStopped = false
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
      onRecovering: this.#showRecovering,
      onWatched: this.#hooks.onWatched,
    }
    this.#watchdog = startWatchdog(video, hooks, signal)
    // Its refusal was known first.
    if (this.#isStopped) this.#watchdog.end()
    // Until the element is loaded, it can't report its position.
    this.#watchdog.attachedAt(video.readyState < haveMetadata ? this.#loadedFrom : video.currentTime)
  }

  readonly #recover = (action: RecoveryAction): void => {
    if (action.type === 'give-up') {
      this.#stop('stopped')
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
    const renewal = this.#hooks.onTrouble()
    if (this.#loader.engine.errorCode !== MEDIA_ERR_DECODE) void this.#stopIfRefused(renewal)
  }

  /** Stops if the site refuses the file for good: "Reconnecting…" would be false, and help nothing. */
  async #stopIfRefused(renewal: Promise<unknown> | undefined): Promise<void> {
    const { url } = this.#loader
    if (url === null || url === this.#inquiry?.url) return
    const inquiry: Inquiry = {
      url,
      began: performance.now(),
      isRefused: false,
      ending: new AbortController(),
    }
    this.#inquiry = inquiry
    const { signal } = inquiry.ending
    const renewals = {
      first: renewal,
      again: this.#hooks.onTrouble,
      onNeeded: () => (inquiry.isRefused = true),
    }
    const module = await import('./read-refusal').catch(() => null)
    const refusal = !signal.aborted && (await module?.readLastingRefusal(url, renewals, signal))
    if (signal.aborted) return
    this.#endInquiry()
    if (!refusal || url !== this.#loader.url) return
    this.#watchdog?.end()
    this.#stop(refusal)
  }

  readonly #showRecovering = (recovering: boolean): void => {
    const inquiry = this.#inquiry
    const isUnanswered = inquiry && !inquiry.isRefused && performance.now() - inquiry.began < answerMs
    this.#hooks.onRecovering(recovering && !isUnanswered)
  }

  #endInquiry(): void {
    this.#inquiry?.ending.abort()
    this.#inquiry = null
  }

  #stop(failure: PlaybackFailure): void {
    this.#isStopped = true
    // Otherwise it might start to play behind the message.
    this.#video.pause()
    this.#hooks.onStopped(failure)
  }

  /** Restores playback, since loading pauses the element without an event. */
  readonly #afterAttach = (atSecond: number): void => {
    this.#loadedFrom = atSecond
    this.#watchdog?.attachedAt(atSecond)
    if (this.#meantToPlay) this.play()
  }

  readonly #followWish = (): void => {
    // An element or engine that failed pauses by itself.
    if (this.#isStopped || this.#video.error || this.#loader.engine.errorCode !== null) return
    this.#meantToPlay = !this.#video.paused
  }

  /** Follows any seek: the system's own controls move the element without asking us. */
  readonly #followSeek = (): void => {
    const { error, readyState, currentTime } = this.#video
    if (!error && readyState >= haveMetadata) this.#watchdog?.soughtTo(currentTime)
  }

  readonly #letGo = (): void => {
    this.#load.abort()
    this.#endInquiry()
    this.#loader.engine.detach()
  }
}
