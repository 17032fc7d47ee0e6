import { haveFutureData, haveMetadata, type MediaReading } from './playback-state'
import { playableFrom } from './time-range'

/** The playhead stays put although there is data to play: playback is stuck, and waiting won't help. */
const stuckAfterMs = 2000
/** No data and not one byte arriving: the connection is dead. While bytes come, however slowly, we wait. */
const starvedAfterMs = 5000
/** An engine that reports nothing while it loads a segment gets as long as a slow line needs for one. */
const silentAfterMs = 15_000
const reloadBackoffMs = [1000, 2000, 4000, 8000] as const
/** How often an engine that can recover is asked to: for a dead connection, and for damaged data. */
const mostMends = { network: 1, damage: 2 } as const
const mostNudges = 3
const nudgeSeconds = 0.1
const skipSeconds = 10
/** `MediaError.MEDIA_ERR_DECODE`: the data arrived but can't be decoded. */
const decodeError = 3
/** No step lands closer to the end than this, since that would end the video. */
const endMarginSeconds = 1
/** Trouble is forgotten after this much undisturbed playback. */
const healthyAfterMs = 10_000
const ownSeekSeconds = 0.5
/** A longer pause between two ticks means a sleeping tab; it proves nothing. */
const asleepAfterMs = 3000

export interface RecoveryInput extends Omit<MediaReading, 'volume' | 'muted' | 'rate'> {
  /** Monotonic milliseconds. */
  now: number
  /** Bytes arrived since the last tick. */
  progressed: boolean
  /** `MediaError.code`, or the equivalent of an engine's error, or `null`. */
  errorCode: number | null
  /** The engine, not the element, gave up: a retry can restart it. */
  mendable: boolean
  /** Bytes on their way don't show in `progressed`. */
  silent: boolean
  /** There is a lower quality to change to. */
  lowerQuality: boolean
}

export interface RecoveryAction {
  /**
   * `retry`, `nudge` and `skip` move the playhead, `reload` attaches the source again, `step-down` one of
   * lower quality, `give-up` is final.
   */
  type: 'retry' | 'reload' | 'nudge' | 'step-down' | 'skip' | 'give-up'
  /** Second at which to go on. */
  at: number
}

/**
 * Restarts stalled playback with the gentlest step that can help. The steps: seek to the same second, reload
 * the source there, skip a gap, change to another file of the video, and last skip ten seconds. Has no clock
 * or element: takes readings and returns actions.
 *
 * An element's error always leads to a reload while any are left, since a failed element can't seek.
 */
export class Recovery {
  #position = 0
  /** After a reload the element reads 0 for a while; until it lands, `#position` counts. */
  #landing = false
  #stillSince = 0
  #lastTick: number | null = null
  #healthyMs = 0
  #retried = false
  #mends = 0
  #reloads = 0
  #reloadDue: number | null = null
  #nudges = 0
  #steppedDown = false
  #skipped = false
  #failed = false

  /** Whether steps were taken and playback hasn't moved since. */
  get recovering(): boolean {
    const tried = this.#retried || this.#mends > 0 || this.#reloads > 0 || this.#reloadDue !== null
    return tried && this.#healthyMs === 0 && !this.#failed
  }

  /**
   * Returns whether a seek to this second was the viewer's: recovery's own lands on a frame near the second
   * it asked for.
   */
  isElsewhere(second: number): boolean {
    return Math.abs(second - this.#position) > ownSeekSeconds
  }

  /** Keeps the second that the viewer chose as the new position. */
  moveTo(second: number): void {
    this.#position = second
    this.#stillSince = this.#lastTick ?? 0
  }

  /** Expects a changed source: until it has loaded, the element reports another position. */
  landAt(second: number): void {
    this.#position = second
    this.#landing = true
    this.#stillSince = this.#lastTick ?? 0
  }

  /** Starts a fresh schedule for "Try again". Returns the second at which the last one gave up. */
  restart(): number {
    this.#forget()
    this.#failed = false
    this.#landing = true
    this.#stillSince = this.#lastTick ?? 0
    return this.#position
  }

  /** Takes no further step until `restart`. */
  end(): void {
    this.#failed = true
  }

  tick(input: RecoveryInput): RecoveryAction | null {
    const elapsed = input.now - (this.#lastTick ?? input.now)
    if (this.#lastTick === null) this.#stillSince = input.now
    this.#lastTick = input.now
    const moved = this.#follow(input)
    if (this.#failed) return null
    if (input.errorCode !== null) return this.#afterError(input)
    if (input.ended || input.paused || moved || elapsed > asleepAfterMs) {
      this.#settle(input.now)
      if (moved && !input.paused && elapsed <= asleepAfterMs) this.#healthyMs += elapsed
      if (this.#healthyMs >= healthyAfterMs) this.#forget()
      return null
    }
    const resumeAt = playableFrom(input.buffered, this.#position)
    const stuck = resumeAt !== null && (input.readyState >= haveFutureData || resumeAt > this.#position)
    if (!stuck && input.progressed) {
      this.#settle(input.now)
      return null
    }
    if (this.#reloadDue !== null) return this.#reloadWhenDue(input.now)
    const starvedAfter = input.silent ? silentAfterMs : starvedAfterMs
    if (input.now - this.#stillSince <= (stuck ? stuckAfterMs : starvedAfter)) return null
    return this.#nextStep(input, stuck ? resumeAt : null)
  }

  /** Takes over the element's position and returns whether the playhead moved. */
  #follow({ currentTime, readyState, errorCode }: RecoveryInput): boolean {
    if (readyState < haveMetadata || errorCode !== null) return false
    if (this.#landing && currentTime < this.#position - 1) return false
    this.#landing = false
    const moved = Math.abs(currentTime - this.#position) > 0.01
    this.#position = currentTime
    return moved
  }

  #afterError(input: RecoveryInput): RecoveryAction | null {
    this.#healthyMs = 0
    if (this.#reloadDue !== null) return this.#reloadWhenDue(input.now)
    const damaged = input.errorCode === decodeError
    if (
      input.mendable &&
      this.#reloads === 0 &&
      this.#mends < (damaged ? mostMends.damage : mostMends.network)
    ) {
      this.#mends += 1
      return this.#act('retry', this.#position, input.now)
    }
    if (this.#mayReload(damaged)) return this.#scheduleReload(input.now)
    return damaged ? this.#stepDownOrSkip(input) : this.#giveUp()
  }

  /** Returns the next step. `resumeAt` is where playable data begins, or `null` when there is none. */
  #nextStep(input: RecoveryInput, resumeAt: number | null): RecoveryAction | null {
    this.#healthyMs = 0
    if (this.#nudges === 0 && !this.#skipped) {
      if (!this.#retried && this.#reloads === 0 && input.readyState >= haveMetadata) {
        this.#retried = true
        return this.#act('retry', this.#position, input.now)
      }
      if (this.#mayReload(resumeAt !== null)) return this.#scheduleReload(input.now)
    }
    if (resumeAt !== null && this.#nudges < mostNudges && !this.#skipped) {
      this.#nudges += 1
      const target = resumeAt + nudgeSeconds * this.#nudges
      return this.#act('nudge', Math.min(target, this.#lastSafeSecond(input.duration)), input.now)
    }
    return resumeAt === null ? this.#giveUp() : this.#stepDownOrSkip(input)
  }

  /** Returns whether a reload is left: a dead connection may come back, but damaged data stays damaged. */
  #mayReload(damaged: boolean): boolean {
    return this.#reloads < (damaged ? 1 : reloadBackoffMs.length)
  }

  #scheduleReload(now: number): null {
    this.#reloadDue = now + (reloadBackoffMs[this.#reloads] ?? 0)
    return null
  }

  #reloadWhenDue(now: number): RecoveryAction | null {
    if (this.#reloadDue === null || now < this.#reloadDue) return null
    this.#reloadDue = null
    this.#reloads += 1
    return this.#act('reload', this.#position, now)
  }

  /** Changes to the lower rendition: another file, which may be intact at this second. */
  #stepDownOrSkip(input: RecoveryInput): RecoveryAction {
    if (!input.lowerQuality || this.#steppedDown || this.#skipped) return this.#skipOrGiveUp(input)
    this.#steppedDown = true
    return this.#act('step-down', this.#position, input.now)
  }

  /** Skips damage only: on a dead connection ten seconds ahead is just as unreachable. */
  #skipOrGiveUp(input: RecoveryInput): RecoveryAction {
    const target = Math.min(this.#position + skipSeconds, this.#lastSafeSecond(input.duration))
    if (!this.#skipped && Number.isFinite(input.duration) && target > this.#position) {
      this.#skipped = true
      return this.#act('skip', target, input.now)
    }
    return this.#giveUp()
  }

  #giveUp(): RecoveryAction {
    this.#failed = true
    return { type: 'give-up', at: this.#position }
  }

  #act(type: RecoveryAction['type'], at: number, now: number): RecoveryAction {
    this.#position = at
    this.#landing = true
    this.#stillSince = now
    return { type, at }
  }

  #lastSafeSecond(duration: number): number {
    return Number.isFinite(duration) ? Math.max(this.#position, duration - endMarginSeconds) : Infinity
  }

  #settle(now: number): void {
    this.#stillSince = now
    this.#reloadDue = null
  }

  #forget(): void {
    this.#retried = false
    this.#mends = 0
    this.#reloads = 0
    this.#reloadDue = null
    this.#nudges = 0
    this.#steppedDown = false
    this.#skipped = false
    this.#healthyMs = 0
  }
}
