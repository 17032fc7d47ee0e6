import { inTime } from '#db/in-time'

/**
 * A request's options for a thing that others may be making: use theirs, or make it and pass on the result.
 */
export type Turn<Made> = { made: Made } | { making: (made: Promise<Made | null>) => void }

/**
 * Waits after which a request reads for itself: if two makers take too long, the store is slow for everyone.
 */
const waitsAtMost = 2

interface Making<Made> {
  since: number
  made: Promise<Made | null>
}

/**
 * Lets an isolate make one thing of a name at a time: other requests wait for it, but never forever. A
 * rejection goes to everyone who waited. If nothing was made (null), the first of them makes it, and the
 * others wait for that.
 */
export class OneMaker<Made> {
  readonly #patienceMs: number
  readonly #makers = new Map<string, Making<Made>>()

  /**
   * `patienceMs`: how long a maker may take before it is given up. The work of an aborted request may never
   * end.
   */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  get size(): number {
    return this.#makers.size
  }

  /** Returns whether a maker that hasn't been given up is at work. */
  isMade(name: string): boolean {
    return this.#running(name) !== null
  }

  /**
   * Returns this request's turn; null if it has to read for itself, because it may not make it or has waited
   * enough.
   */
  async turn(name: string, mayMake: () => boolean): Promise<Turn<Made> | null> {
    for (let waits = 0; waits < waitsAtMost; waits += 1) {
      const running = this.#running(name)
      if (!running) return mayMake() ? { making: this.#begin(name) } : null
      const made = await inTime(running.made, this.#left(running), () => null)
      if (made !== null) return { made }
      // The first to give up starts over, and the others wait for that.
      if (this.#makers.get(name) === running) this.#makers.delete(name)
    }
    return null
  }

  #left({ since }: Making<Made>): number {
    return this.#patienceMs - Math.abs(Date.now() - since)
  }

  #running(name: string): Making<Made> | null {
    const maker = this.#makers.get(name)
    return maker && this.#left(maker) > 0 ? maker : null
  }

  /** Takes the name before anyone else can. */
  #begin(name: string): (made: Promise<Made | null>) => void {
    const { promise, resolve } = Promise.withResolvers<Made | null>()
    const making = { since: Date.now(), made: promise }
    this.#makers.set(name, making)
    const release = () => {
      if (this.#makers.get(name) === making) this.#makers.delete(name)
    }
    promise.then(release, release)
    return resolve
  }
}
