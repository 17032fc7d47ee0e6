/** An observable state, for useSyncExternalStore. */
export class Observed<State> {
  readonly #listeners = new Set<() => void>()
  #state: State

  constructor(state: State) {
    this.#state = state
  }

  readonly get = (): State => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(state: State): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  change(part: Partial<State>): void {
    this.set({ ...this.#state, ...part })
  }

  /** Waits until `ask` returns something other than undefined for a state, and resolves to it. */
  until<Answer>(ask: (state: State) => Answer | undefined): Promise<Answer> {
    return new Promise((resolve) => {
      const look = () => {
        const answer = ask(this.#state)
        if (answer === undefined) return
        stop()
        resolve(answer)
      }
      const stop = this.subscribe(look)
      look()
    })
  }
}
