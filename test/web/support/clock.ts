import { vi } from 'vitest'

/** Milliseconds; longer than jsdom takes for a frame. */
const frame = 20

/**
 * Ends a test's fake clock. jsdom draws on the clock that it finds: a frame left waiting on a fake one would
 * keep it from ever drawing again.
 */
export function useRealClock(): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(frame)
  vi.useRealTimers()
}
