/** How many videos may do each kind of work at a time; more of them would overload a device. */
const places = { prepare: 1, send: 2, draw: 1, encode: 1, publish: 1 } as const

export type TurnKind = keyof typeof places

interface Waiter {
  key: string
  start: () => void
}

/** Lets an account's videos in this tab take turns, in the order of their queue. */
export class Turns {
  readonly #controller = new AbortController()
  readonly #running: Record<TurnKind, number> = { prepare: 0, send: 0, draw: 0, encode: 0, publish: 0 }
  readonly #waiting: Record<TurnKind, Waiter[]> = { prepare: [], send: [], draw: [], encode: [], publish: [] }
  #order: readonly string[] = []

  /** Aborts when nothing may be begun for the account any more. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Lets no video begin anything more. */
  stop(): void {
    this.#controller.abort(new DOMException('Stopped.', 'AbortError'))
  }

  /** Sets the order of a queue's drafts. An upload outside the queue goes first: no other waits for it. */
  setOrder(keys: readonly string[]): void {
    this.#order = keys
  }

  /**
   * Resolves when it is this draft's turn, to a function that ends the turn. Rejects with the signal's reason
   * if that aborts before.
   */
  async take(kind: TurnKind, key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const end = await this.#wait(kind, key, signal)
    // It may have been cancelled together with the one before it.
    signal.throwIfAborted()
    return end
  }

  /** Works when it is this draft's turn. Rejects with the signal's reason if that aborts before. */
  async run<Result>(
    kind: TurnKind,
    key: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const end = await this.take(kind, key, signal)
    try {
      return await work()
    } finally {
      end()
    }
  }

  #wait(kind: TurnKind, key: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        key,
        start: () => {
          signal.removeEventListener('abort', leave)
          const end = this.#begin(kind)
          // A cancelled video frees its place at once, even if it hasn't noticed yet.
          signal.addEventListener('abort', end, { once: true })
          resolve(end)
        },
      }
      const leave = () => {
        this.#waiting[kind] = this.#waiting[kind].filter((each) => each !== waiter)
        reject(signal.reason)
        this.#startNext()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting[kind].push(waiter)
      this.#startNext()
    })
  }

  #begin(kind: TurnKind): () => void {
    this.#running[kind]++
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#running[kind]--
      this.#startNext()
    }
  }

  #startNext(): void {
    for (const kind of ['prepare', 'send', 'draw', 'publish', 'encode'] as const) {
      while (this.#running[kind] < places[kind] && this.#mayStart(kind)) {
        const next = this.#first(kind)
        if (!next) break
        this.#waiting[kind] = this.#waiting[kind].filter((each) => each !== next)
        next.start()
      }
    }
  }

  /** Nothing starts once it is stopped; renditions wait until no video waits for an earlier step. */
  #mayStart(kind: TurnKind): boolean {
    if (this.signal.aborted) return false
    const { prepare, send, draw } = this.#waiting
    return kind !== 'encode' || prepare.length + send.length + draw.length === 0
  }

  #first(kind: TurnKind): Waiter | undefined {
    const rank = ({ key }: Waiter) => this.#order.indexOf(key)
    return this.#waiting[kind].toSorted((one, other) => rank(one) - rank(other))[0]
  }
}

const all = new Map<number, Turns>()

/** Returns the turns of an account in this tab. */
export function turnsOf(account: number): Turns {
  const turns = all.get(account) ?? new Turns()
  all.set(account, turns)
  return turns
}

/** Stops whatever this tab does for any account but this one. Returns whether there was something. */
export function stopOthersTurns(account: number): boolean {
  const others = [...all].filter(([each]) => each !== account)
  for (const [, turns] of others) turns.stop()
  return others.length > 0
}

/** Called when the account's uploads have ended. */
export function forgetTurns(account: number): void {
  all.get(account)?.stop()
  all.delete(account)
}
