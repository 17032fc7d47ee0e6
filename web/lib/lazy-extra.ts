import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Between one try and the next: about four minutes in all. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000]

/** Loads a module that the page can wait for: while the line is down it asks again. */
export async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const pause of pausesMs) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

/** A part that the page can go without: it comes when it can be loaded, and if it never can, nothing stands there. */
export function lazyExtra<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPatiently(load).catch(() => ({ default: () => null })))
}

/** Has a module come before it is needed. If it can't, whoever needs it will ask again. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
