/** A track being encoded: each step adds one frame or packet and yields the second it reached. */
export type Making = AsyncGenerator<number, void, unknown>

interface StepOptions {
  signal: AbortSignal
  onTime: (second: number) => void
}

/**
 * Encodes tracks side by side: the one that is behind takes the next step, so that little waits in memory. If
 * one ends with an error all end, decoders included. Throws the signal's reason.
 */
export async function makeInStep(tracks: Making[], { signal, onTime }: StepOptions): Promise<void> {
  const running = tracks.map((track) => ({ track, reached: Number.NEGATIVE_INFINITY }))
  try {
    while (running.length > 0) {
      signal.throwIfAborted()
      const behind = running.reduce((first, each) => (each.reached < first.reached ? each : first))
      const { value, done } = await behind.track.next()
      if (done) running.splice(running.indexOf(behind), 1)
      else behind.reached = value
      const slowest = Math.min(...running.map(({ reached }) => reached))
      if (Number.isFinite(slowest)) onTime(slowest)
    }
  } finally {
    await Promise.allSettled(running.map(({ track }) => track.return()))
  }
}
