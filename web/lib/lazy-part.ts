import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Pauses between attempts: about four minutes in all. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000]

/** Loads a module that the page can wait for. Keeps trying while the connection is down. */
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

/** A component that a module exports. */
type PartOf<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never

/** Returns the component that a module exports under this name, loaded when it is first rendered. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<PartOf<Module, Name>> {
  return lazy(async () => ({ default: (await load())[name] as PartOf<Module, Name> }))
}

/**
 * Returns a component that the page can do without: rendered once it has loaded, and nothing if it never
 * does.
 */
export function lazyExtra<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<PartOf<Module, Name>> {
  const nothing: unknown = { [name]: () => null }
  return lazyPart(() => loadPatiently(load).catch(() => nothing as Module), name)
}

/** Preloads a module. If that fails, its first use loads it again. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
