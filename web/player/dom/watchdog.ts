import type { MediaReading } from '../core/playback-state'
import { Recovery, type RecoveryAction } from '../core/recovery'
import { SupplyMeter } from '../core/supply-meter'
import { WatchMeter } from '../core/watch-meter'
import type { MediaEngine } from './media-engine'
import type { Supply } from './source-loader'

const tickMs = 250

export interface Watchdog {
  /** The viewer moved the playhead. */
  movedTo(second: number): void
  /** The element reports a seek. A step of recovery is one too, which is ignored. */
  soughtTo(second: number): void
  /** Another source is loaded, to go on at this second. */
  attachedAt(second: number): void
  /** Ends recovery: no step of it can help. */
  end(): void
  /** Restarts the schedule; returns the second to go on from. */
  restart(): number
}

export interface WatchdogHooks {
  read: () => MediaReading
  engine: Pick<MediaEngine, 'errorCode' | 'mendable' | 'silent' | 'hasProgressed'>
  hasLowerQuality: () => boolean
  supply: () => Supply | null
  /** Data arrives too slowly to play. */
  onTooSlow: () => void
  onAction: (action: RecoveryAction) => void
  onRecovering: (recovering: boolean) => void
  onWatched: () => void
}

/** Checks the element four times a second while `signal` lasts: one watchdog per loaded video. */
export function startWatchdog(video: HTMLVideoElement, hooks: WatchdogHooks, signal: AbortSignal): Watchdog {
  const recovery = new Recovery()
  const meter = new WatchMeter()
  let progressed = false
  let supply: Supply | null = null
  let supplyMeter: SupplyMeter | null = null
  video.addEventListener('progress', () => (progressed = true), { signal })

  function watchSupply(now: number, reading: MediaReading): void {
    if (supply !== hooks.supply()) {
      supply = hooks.supply()
      supplyMeter = supply && new SupplyMeter(supply.loadStarted, supply.atSecond)
    }
    const loading = video.networkState === HTMLMediaElement.NETWORK_LOADING
    if (supplyMeter?.tick({ ...reading, now, loading })) hooks.onTooSlow()
  }

  function tick(): void {
    const now = performance.now()
    const reading = hooks.read()
    if (meter.tick(now, reading.currentTime, reading.ended)) hooks.onWatched()
    const { engine } = hooks
    const action = recovery.tick({
      ...reading,
      now,
      progressed: engine.hasProgressed() || progressed,
      errorCode: engine.errorCode,
      mendable: engine.mendable,
      silent: engine.silent,
      lowerQuality: hooks.hasLowerQuality(),
    })
    progressed = false
    if (action) hooks.onAction(action)
    hooks.onRecovering(recovery.recovering)
    watchSupply(now, reading)
  }

  const timer = setInterval(tick, tickMs)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  function movedTo(second: number): void {
    recovery.moveTo(second)
    supplyMeter?.restart()
  }

  return {
    movedTo,
    soughtTo: (second) => recovery.isElsewhere(second) && movedTo(second),
    attachedAt: (second) => recovery.landAt(second),
    end: () => recovery.end(),
    restart: () => recovery.restart(),
  }
}
