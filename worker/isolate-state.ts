// biome-ignore lint/plugin: the registry itself
const resets: (() => void)[] = []

/**
 * Keeps a value from one request to the next, for as long as the isolate lives. Each isolate has its own, so a value
 * here is a copy or a count that may be lost at any time; it has a bound, since nothing else ends it.
 */
export function isolateState<T>(initial: () => T): { value: T } {
  const state = { value: initial() }
  resets.push(() => {
    state.value = initial()
  })
  return state
}

/** Puts every state back to how an isolate begins with it. For tests, whose files share an isolate. */
export function forgetAll(): void {
  for (const reset of resets) reset()
}
