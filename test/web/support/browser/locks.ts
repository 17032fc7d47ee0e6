type Work = (lock: Lock | null) => unknown

/**
 * Stubs the browser's locks, which jsdom lacks. `elsewhere` takes a lock as another tab does, and returns its
 * release.
 */
export function stubLocks() {
  const held = new Map<string, Promise<unknown>>()

  async function request(name: string, options: LockOptions, work: Work): Promise<unknown> {
    while (held.has(name)) {
      if (options.ifAvailable) return work(null)
      await held.get(name)
    }
    const running = Promise.resolve(work({ name, mode: 'exclusive' }))
    held.set(
      name,
      running.finally(() => held.delete(name)),
    )
    return running
  }

  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) })

  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } })
  return {
    elsewhere(name: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(
        name,
        promise.finally(() => held.delete(name)),
      )
      return resolve
    },
    restore: () => Reflect.deleteProperty(navigator, 'locks'),
  }
}
