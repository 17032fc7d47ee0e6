import { TransportError } from './transport'

/** The engine's dependencies on the browser; tests replace them. */
export interface Surroundings {
  /** Milliseconds; only differences count. */
  now(): number
  /** Rejects with the signal's reason when it is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Between 0 and 1. */
  random(): number
  isOnline(): boolean
  /** Resolves when the browser is online again. */
  whenOnline(signal: AbortSignal): Promise<void>
}

/** Patience for work that waits for the end of any limit until its signal aborts. */
export interface Patience {
  /** ID of the account whose work it is. */
  account: number
  signal: AbortSignal
  /** Receives when a limit ends, in milliseconds since 1970, and null when it is over. */
  onLimit: (until: number | null) => void
}

const firstDelay = 500
const longestDelay = 30_000
/**
 * The longest Retry-After that is waited for silently, and the longest that a server in trouble is granted.
 */
const longestWait = 60_000
const longestPause = 5 * longestWait
/** About two minutes of attempts before the user is asked. */
const attempts = 9
/** Failures in a row before the user is told of them. */
const quietFailures = 2

/** Returns whether a rate limit lasts so long that the user has to be told. */
function isLongLimit({ status, retryAfter }: TransportError): boolean {
  return status === 429 && (retryAfter === null || retryAfter > longestWait)
}

/** Returns the pause: 0.5 s, doubled with each attempt. Up to a quarter more keeps parallel parts apart. */
export function backoff(attempt: number, random: number): number {
  return Math.min(firstDelay * 2 ** attempt, longestDelay) * (1 + random / 4)
}

interface RetryOptions {
  signal: AbortSignal
  surroundings: Surroundings
  onOffline?: (offline: boolean) => void
  /**
   * Receives the milliseconds that a long limit lasts, and null when it is over. Without it, a long limit is a
   * failure.
   */
  onLimit?: (wait: number | null) => void
  /**
   * Receives true when a call has failed for some seconds, and false when that is over. With it, no outage ends a call.
   * Without it, and where the file itself may be the cause, some attempts do.
   */
  onDelay?: (delayed: boolean) => void
}

/**
 * Runs a call until it succeeds, is refused for good, or has failed too often. Waiting for the network, or for
 * the end of a limit, doesn't count as an attempt.
 */
export async function withRetry<Result>(
  call: (attempt: number) => Promise<Result>,
  { signal, surroundings, onOffline, onLimit, onDelay }: RetryOptions,
): Promise<Result> {
  let failures = 0
  /** Failures in a row that an outage doesn't explain. */
  let unexplained = 0
  const clear = () => {
    if (failures > quietFailures) onDelay?.(false)
    failures = 0
    unexplained = 0
  }
  try {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted()
      try {
        return await call(attempt)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof TransportError) || !error.isTemporary) throw error
        if (isLongLimit(error) && !onLimit) throw error
        if (onLimit && isLongLimit(error) && error.retryAfter !== null) {
          clear()
          onLimit(error.retryAfter)
          await surroundings.wait(error.retryAfter, signal)
          onLimit(null)
          continue
        }
        if (!surroundings.isOnline()) {
          clear()
          onOffline?.(true)
          await surroundings.whenOnline(signal)
          onOffline?.(false)
          continue
        }
        failures++
        unexplained = error.isOutage ? 0 : unexplained + 1
        if ((onDelay ? unexplained : failures) === attempts) throw error
        if (failures === quietFailures + 1) onDelay?.(true)
        const pause = Math.min(error.retryAfter ?? 0, longestPause)
        await surroundings.wait(Math.max(pause, backoff(failures - 1, surroundings.random())), signal)
      }
    }
  } finally {
    clear()
  }
}
