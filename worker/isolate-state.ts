// biome-ignore lint/plugin: the registry itself
const resets: (() => void)[] = []

/**
 * Keeps a value between requests for the isolate's lifetime. Each isolate has its own, so a value is a cached
 * copy or a count that may be lost at any time; it must be bounded, since nothing else limits it.
 */
export function isolateState<T>(initial: () => T): { value: T } {
  const state = { value: initial() }
  resets.push(() => {
    state.value = initial()
  })
  return state
}

/** Resets every state to its initial value. For tests, whose files share an isolate. */
export function forgetAll(): void {
  for (const reset of resets) reset()
}
