export interface ToggleQueueOptions<Answer> {
  /** Sets one of the two states on the server. */
  send: (on: boolean) => Promise<Answer>
  /** Receives the response to the last request. */
  onSettled: (answer: Answer) => void
  /** Receives the last state that the server confirmed since the queue was idle; undefined if none. */
  onFailed: (confirmed: Answer | undefined, error: unknown) => void
}

/**
 * Queues the requests of a toggle that is pressed faster than the server answers. One runs and one waits; the
 * latest press wins. A press that equals the running request sends nothing.
 */
export function createToggleQueue<Answer>({ send, onSettled, onFailed }: ToggleQueueOptions<Answer>) {
  let wish: boolean | null = null
  let running = false

  async function run(): Promise<void> {
    running = true
    let confirmed: Answer | undefined
    let underWay: boolean | null = null
    try {
      while (wish !== null && wish !== underWay) {
        underWay = wish
        confirmed = await send(underWay)
      }
      wish = null
      running = false
      if (confirmed !== undefined) onSettled(confirmed)
    } catch (error) {
      wish = null
      running = false
      onFailed(confirmed, error)
    }
  }

  return {
    set(on: boolean): void {
      wish = on
      if (!running) void run()
    },
    /** No request is running, so the server's state is current. */
    get idle(): boolean {
      return !running
    },
  }
}
