import { loadPatiently } from '../../lib/lazy-extra'
import { haveMetadata, type MediaReading } from '../core/playback-state'
import type { Quality } from '../core/qualities'
import type { RecoveryAction } from '../core/recovery'
import type { MediaFile } from '../core/sources'
import { readMedia } from './media-reading'
import { SourceLoader } from './source-loader'
import type { Watchdog } from './watchdog'

export interface KeeperHooks {
  /** The quality that is on show. */
  playingQuality: () => number | null
  /** Something was asked of the element, whose events come later. */
  onAsked: () => void
  onRecovering: (recovering: boolean) => void
  /** Recovery has tried everything. */
  onStopped: () => void
  onWatched: () => void
  onTrouble: () => void
}

/**
 * Keeps what was loaded going: knows whether it is meant to play and at which second, and does what recovery says.
 * One per element; one watchdog per loaded video.
 */
export class PlaybackKeeper {
  readonly #video: HTMLVideoElement
  readonly #hooks: KeeperHooks
  readonly #loader: SourceLoader
  #load = new AbortController()
  #watchdog: Watchdog | null = null
  /** What was last asked of the element; it forgets that with an error or a reload. */
  #meantToPlay = false
  /** The second that was last loaded from. */
  #loadedFrom = 0

  constructor(video: HTMLVideoElement, hooks: KeeperHooks, signal: AbortSignal) {
    this.#video = video
    this.#hooks = hooks
    this.#loader = new SourceLoader(video, { onAttached: this.#afterAttach, onError: hooks.onTrouble })
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
    // One that came with the page may be further than its events will tell, and somebody may have started it.
    this.#followWish()
    void this.#watch(this.#load.signal)
    return true
  }

  /** Newly signed addresses of the same video, which the next reload will use. */
  renew(files: readonly MediaFile[]): void {
    this.#loader.renew(files)
  }

  pick(quality: Quality): void {
    this.#loader.pick(quality)
  }

  play(): void {
    this.#meantToPlay = true
    // Refused (autoplay), overtaken by a load, or failed: then recovery sees to it.
    this.#video.play().catch(this.#followWish)
    this.#hooks.onAsked()
  }

  pause(): void {
    this.#meantToPlay = false
    this.#video.pause()
    this.#hooks.onAsked()
  }

  seekTo(second: number): void {
    // An element that is being loaded again takes the second, but tells nobody.
    this.#watchdog?.movedTo(second)
    this.#video.currentTime = second
    this.#hooks.onAsked()
  }

  /** After giving up: the same second again, with all of recovery before it. */
  tryAgain(): void {
    this.#meantToPlay = true
    this.#loader.reload(this.#watchdog?.restart() ?? this.#loadedFrom)
  }

  readonly read = (): MediaReading => readMedia(this.#video, this.#meantToPlay)

  /** The first picture doesn't need it, so it isn't in the way of that one. */
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
    // Until the element is there, it can't say itself where it is.
    this.#watchdog.attachedAt(video.readyState < haveMetadata ? this.#loadedFrom : video.currentTime)
  }

  readonly #recover = (action: RecoveryAction): void => {
    if (action.type === 'give-up') {
      // Else it might start to play behind the message.
      this.#video.pause()
      this.#hooks.onStopped()
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

  /** Loading pauses the element without a word. */
  readonly #afterAttach = (atSecond: number): void => {
    this.#loadedFrom = atSecond
    this.#watchdog?.attachedAt(atSecond)
    if (this.#meantToPlay) this.play()
  }

  readonly #followWish = (): void => {
    if (!this.#video.error) this.#meantToPlay = !this.#video.paused
  }

  /** By whatever means: the system's own controls move the element without asking us. */
  readonly #followSeek = (): void => {
    const { error, readyState, currentTime } = this.#video
    if (!error && readyState >= haveMetadata) this.#watchdog?.soughtTo(currentTime)
  }

  readonly #letGo = (): void => {
    this.#load.abort()
    this.#loader.engine.detach()
  }
}
