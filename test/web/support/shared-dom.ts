import { vi } from 'vitest'

/** How long to wait for jsdom's next frame, in milliseconds. Vitest ends a hook after ten seconds. */
const patience = 8000
/** Ark and user-event patch these once, for all files. */
const patched = new Set(['focus', 'blur'])

/** Records the state of the DOM. Returns a function that restores it at the end of a file. */
export function noteDom(): () => Promise<void> {
  const before = changeable().map((each) => [each, Object.getOwnPropertyDescriptors(each)] as const)
  return async () => {
    for (const [object, properties] of before) restore(object, properties)
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
    history.replaceState(null, '', '/')
    await drawn()
  }
}

/** Returns the objects to which tests add properties: the navigator, and the prototypes of elements. */
function changeable(): object[] {
  const { window } = Reflect.get(globalThis, 'jsdom') as { window: object }
  const values = Object.values(Object.getOwnPropertyDescriptors(window)).map(({ value }) => value?.prototype)
  return [navigator, Element.prototype, ...values.filter((each) => each instanceof Element)]
}

function restore(object: object, before: PropertyDescriptorMap): void {
  for (const name of Object.getOwnPropertyNames(object)) {
    if (!(name in before)) Reflect.deleteProperty(object, name)
  }
  for (const [name, property] of Object.entries(before)) {
    if (!patched.has(name)) Object.defineProperty(object, name, property)
  }
}

/** Throws if jsdom can't draw, so that the file that caused it fails, not a later one. */
async function drawn(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fault = new Error('jsdom waits for a clock that is gone: end a fake one by useRealClock().')
  const timer = setTimeout(() => reject(fault), patience)
  requestAnimationFrame(() => resolve())
  await promise.finally(() => clearTimeout(timer))
}

/** Milliseconds; longer than jsdom takes for a frame. */
const frame = 20

/**
 * Ends a test's fake clock. jsdom schedules its frames on the current clock: a frame left on a fake one would
 * keep it from ever drawing again.
 */
export function useRealClock(): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(frame)
  vi.useRealTimers()
}
