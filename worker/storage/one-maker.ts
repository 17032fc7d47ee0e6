/** What a request may do about something that others may be making: use theirs, or make it and say what came of it. */
export type Turn<Made> = { made: Made } | { making: (made: Promise<Made | null>) => void }

/** After this, what is being made is given up: what a request that was aborted had begun never ends. */
const patienceMs = 5000
/** A store that keeps two makers as long as that is asked by everyone who is still there. */
const waitsAtMost = 2

/**
 * Lets an isolate make one thing of a name at a time: other requests wait for it, and never for ever. A rejection is
 * everyone's who waited; what comes to nothing (null) is made by the first of them, and the others wait for that.
 */
export class OneMaker<Made> {
  readonly #makers = new Map<string, { since: number; made: Promise<Made | null> }>()

  get size(): number {
    return this.#makers.size
  }

  /** Whether someone makes it who hasn't been given up. */
  isMade(name: string, now: number): boolean {
    return this.#running(name, now) !== undefined
  }

  /** Returns this request's turn; null where it has to read for itself: it may not make it, or has waited enough. */
  async turn(name: string, now: number, mayMake: () => boolean): Promise<Turn<Made> | null> {
    for (let waits = 0; waits < waitsAtMost; waits += 1) {
      const running = this.#running(name, now)
      if (!running) return mayMake() ? { making: this.#begin(name, now) } : null
      const made = await inTime(running)
      if (made !== null) return { made }
      // The first to give up makes it anew, and the others wait for that.
      if (this.#makers.get(name)?.made === running) this.#makers.delete(name)
    }
    return null
  }

  #running(name: string, now: number): Promise<Made | null> | undefined {
    const maker = this.#makers.get(name)
    return maker && Math.abs(now - maker.since) < patienceMs ? maker.made : undefined
  }

  /** Takes the name before anyone else can. */
  #begin(name: string, now: number): (made: Promise<Made | null>) => void {
    const { promise, resolve } = Promise.withResolvers<Made | null>()
    this.#makers.set(name, { since: now, made: promise })
    const release = () => {
      if (this.#makers.get(name)?.made === promise) this.#makers.delete(name)
    }
    promise.then(release, release)
    return resolve
  }
}

/** Returns what was made, or null where that takes too long. */
async function inTime<Made>(running: Promise<Made | null>): Promise<Made | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}
