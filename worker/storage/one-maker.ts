import { inTime } from '#db/in-time'

/** What a request may do about something that others may be making: use theirs, or make it and say what came of it. */
export type Turn<Made> = { made: Made } | { making: (made: Promise<Made | null>) => void }

/** A store that keeps two makers as long as that is asked by everyone who is still there. */
const waitsAtMost = 2

interface Making<Made> {
  since: number
  made: Promise<Made | null>
}

/**
 * Lets an isolate make one thing of a name at a time: other requests wait for it, and never for ever. A rejection is
 * everyone's who waited; what comes to nothing (null) is made by the first of them, and the others wait for that.
 */
export class OneMaker<Made> {
  readonly #patienceMs: number
  readonly #makers = new Map<string, Making<Made>>()

  /** `patienceMs`: after this it is given up. What a request that was aborted had begun may never end. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  get size(): number {
    return this.#makers.size
  }

  /** Whether someone makes it who hasn't been given up. */
  isMade(name: string): boolean {
    return this.#running(name) !== null
  }

  /** Returns this request's turn; null where it has to read for itself: it may not make it, or has waited enough. */
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
