import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let tests = 0

beforeEach(() => {
  vi.resetModules()
  tests += 1
  // A module runs once: another test needs another address.
  const modules = ['/assets/player.js', `data:text/javascript,globalThis.appStarted=${tests}`]
  document.body.innerHTML = `<video data-video="1"></video>
    <script type="application/json" id="modules">${JSON.stringify(modules)}</script>`
})

afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
  document.body.replaceChildren()
  Reflect.deleteProperty(globalThis, 'appStarted')
})

function preloaded(): string[] {
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
    (link) => link.getAttribute('href') ?? '',
  )
}

it.each(['loadeddata', 'suspend', 'error'])('leaves the line to the video until %s', async (event) => {
  await import('../../web/start')
  expect(preloaded()).toEqual([])
  document.querySelector('video')?.dispatchEvent(new Event(event))
  await vi.waitFor(() => expect(Reflect.get(globalThis, 'appStarted')).toBe(tests))
  expect(preloaded()[0]).toBe('/assets/player.js')
})

it('waits no longer than it says', async () => {
  vi.useFakeTimers()
  const { longestWait } = await import('../../web/start')
  await vi.advanceTimersByTimeAsync(longestWait - 1)
  expect(preloaded()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(preloaded()).toHaveLength(2)
})

it('has nothing to wait for when the picture is there, or no video is', async () => {
  document.querySelector('video')?.remove()
  await import('../../web/start')
  await vi.waitFor(() => expect(preloaded()).toHaveLength(2))
})
