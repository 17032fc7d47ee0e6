/** A state that others follow, as useSyncExternalStore wants it. */
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

  /** Waits for a state that answers something, and gives the answer. */
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
