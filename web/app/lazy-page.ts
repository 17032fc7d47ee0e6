import { useSyncExternalStore } from 'react'
import { lazyPart } from '../lib/lazy-part'

/** How many pages' files are being loaded. */
let loading = 0
const listeners = new Set<() => void>()

/**
 * As `lazyPart`, for a whole page. React keeps the old page on show meanwhile, so its state can't tell that
 * another is on its way.
 */
export function lazyPage<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazyPart(async () => {
    count(1)
    try {
      return await load()
    } finally {
      count(-1)
    }
  }, name)
}

/** Returns whether the file of a page is being loaded. */
export function usePageLoading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => loading > 0,
    () => false,
  )
}

function count(by: number): void {
  loading += by
  // Loading begins while React renders, when no other component may be told.
  queueMicrotask(() => {
    for (const listener of listeners) listener()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
