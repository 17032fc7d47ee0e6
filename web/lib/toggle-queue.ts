export interface ToggleQueueOptions<Answer> {
  /** Brings the server to one of the two states. */
  send: (on: boolean) => Promise<Answer>
  /** What the server answered to the last wish. */
  onSettled: (answer: Answer) => void
  /** The last state that the server confirmed since the queue was idle; undefined when there is none. */
  onFailed: (confirmed: Answer | undefined, error: unknown) => void
}

/**
 * Requests of a toggle that is pressed faster than the server answers. One is under way and one wish waits, in which
 * the last one wins; a wish that equals what is under way needs no request of its own.
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
    /** Nothing is under way: what the server says is what holds. */
    get idle(): boolean {
      return !running
    },
  }
}
