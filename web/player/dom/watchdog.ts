import type { MediaReading } from '../core/playback-state'
import { Recovery, type RecoveryAction } from '../core/recovery'
import { WatchMeter } from '../core/watch-meter'

const TICK_MS = 250

export interface Watchdog {
  /** The viewer moved the playhead. */
  movedTo(second: number): void
  /** Starts the schedule anew; returns the second to go on from. */
  restart(): number
}

export interface WatchdogHooks {
  read: () => MediaReading
  onAction: (action: RecoveryAction) => void
  onRecovering: (recovering: boolean) => void
  onWatched: () => void
}

/** Looks at the element four times a second, for as long as `signal` lasts: one watchdog per loaded video. */
export function startWatchdog(video: HTMLVideoElement, hooks: WatchdogHooks, signal: AbortSignal): Watchdog {
  const recovery = new Recovery()
  const meter = new WatchMeter()
  let progressed = false
  video.addEventListener('progress', () => (progressed = true), { signal })

  function tick(): void {
    const now = performance.now()
    const reading = hooks.read()
    if (meter.tick(now, reading.currentTime, reading.ended)) hooks.onWatched()
    const action = recovery.tick({ ...reading, now, progressed, errorCode: video.error?.code ?? null })
    progressed = false
    if (action) hooks.onAction(action)
    hooks.onRecovering(recovery.recovering)
  }

  const timer = setInterval(tick, TICK_MS)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  return { movedTo: (second) => recovery.moveTo(second), restart: () => recovery.restart() }
}
