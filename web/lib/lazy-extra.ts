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

/** A component that a module exports. */
type PartOf<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never

/** A part that comes when it is first drawn: the component that a module exports by that name. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<PartOf<Module, Name>> {
  return lazy(async () => ({ default: (await load())[name] as PartOf<Module, Name> }))
}

/** A part that the page can go without: it comes when it can be loaded, and if it never can, nothing stands there. */
export function lazyExtra<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<PartOf<Module, Name>> {
  const nothing: unknown = { [name]: () => null }
  return lazyPart(() => loadPatiently(load).catch(() => nothing as Module), name)
}

/** Has a module come before it is needed. If it can't, whoever needs it will ask again. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
