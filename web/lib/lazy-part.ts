import { type ComponentType, createElement, lazy, use } from 'react'
import { browser } from 'react-dom'

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

/** Thrown in place of a part that couldn't be loaded, so that a boundary can tell it from a fault in the part. */
export class PartError extends Error {
  override readonly name = 'PartError'
}

/** The parts whose loading failed, each with a function that tries it again. */
const failed = new Map<object, () => Promise<void>>()

/**
 * Returns whether a part is missing: after a new version was published its file is gone, and only a new
 * document knows the new name.
 */
export function isPartMissing(): boolean {
  return failed.size > 0
}

/** Tries the missing parts again, each on its own. Returns whether any of them is here now, or none is missing. */
export async function loadMissingParts(): Promise<boolean> {
  const outcomes = await Promise.allSettled([...failed.values()].map((retry) => retry()))
  return failed.size === 0 || outcomes.some(({ status }) => status === 'fulfilled')
}

/** Milliseconds before the second attempt, for a connection that broke off for a moment. */
const secondAttemptMs = 500

async function loadTwice<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, secondAttemptMs))
    return load()
  }
}

/** In the worker's build, in place of parts that come after the first screen: React leaves it to the browser. */
function LeftToBrowser(): null {
  use(browser('Loaded on demand'))
  return null
}

/**
 * Returns the component that a module exports under this name, loaded when it is first rendered. If that
 * fails twice, it throws a PartError until `loadMissingParts()` has loaded it: React's own `lazy` would keep
 * the failure for ever.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): PartOf<Module, Name> {
  const self = {}
  let Shown = create(() => loadTwice(load))

  function create(attempt: () => Promise<Module>) {
    return lazy(async () => {
      try {
        const module: Partial<Module> = await attempt()
        return { default: (module[name] ?? LeftToBrowser) as ComponentType<object> }
      } catch (cause) {
        failed.set(self, retry)
        throw new PartError(`${String(name)} could not be loaded`, { cause })
      }
    })
  }

  async function retry(): Promise<void> {
    const module = await load()
    failed.delete(self)
    Shown = create(async () => module)
  }

  const show = (props: object) => createElement(Shown, props)
  return show as PartOf<Module, Name>
}

/**
 * Returns a component that the page can do without: rendered once it has loaded, and nothing if it never
 * does.
 */
export function lazyExtra<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): PartOf<Module, Name> {
  const nothing: unknown = { [name]: () => null }
  return lazyPart(() => loadPatiently(load).catch(() => nothing as Module), name)
}

/** Preloads a module. If that fails, its first use loads it again. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
