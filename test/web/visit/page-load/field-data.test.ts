import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldReport } from '#contract/schemas/site/field-data'
import { engineFault } from '#web/player/core/engine-fault'

/** The browser's records about responses; the figures of web-vitals need a real browser. */
let answers: object[] = []

const send = vi.fn(async (_url: string, _init: RequestInit) => new Response(null, { status: 204 }))

beforeEach(() => {
  vi.resetModules()
  send.mockClear()
  answers = []
  const list = (type: string) => (type === 'resource' ? answers : []) as PerformanceEntryList
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(list)
  vi.spyOn(performance, 'setResourceTimingBufferSize').mockReturnValue()
  vi.stubGlobal('fetch', send)
  document.body.innerHTML = '<script data-field="/video/:id"></script><video data-video="1"></video>'
})

afterEach(() => {
  vi.restoreAllMocks()
  performance.clearMarks()
  document.documentElement.className = ''
  document.body.replaceChildren()
})

const start = () => import('#web/field/field')
const video = () => document.querySelector('video') as HTMLVideoElement

function fire(name: string, properties: object = {}): void {
  for (const [key, value] of Object.entries(properties))
    Object.defineProperty(video(), key, { configurable: true, value })
  video().dispatchEvent(new Event(name))
}

function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

function sent() {
  return send.mock.calls.map(([url, { body }]) => [url, fieldReport.parse(JSON.parse(String(body)))])
}

it('tells once how a page fared, without a cookie or a referrer', async () => {
  await start()
  const now = vi.spyOn(performance, 'now').mockReturnValue(640)
  fire('suspend', { readyState: 1 })
  fire('loadeddata', { readyState: 2, videoWidth: 1280, videoHeight: 718 })
  now.mockReturnValue(5000)
  for (const name of ['waiting', 'playing', 'waiting', 'playing', 'waiting']) fire(name)
  // Seeking waits for data, too, but isn't a stall. Another source starts again.
  fire('waiting', { seeking: true })
  for (const name of ['emptied', 'waiting']) fire(name, { seeking: false })
  fire('error', { error: { code: 2 } })
  video().dispatchEvent(new CustomEvent(engineFault, { detail: 3 }))
  const answer = { name: `${location.origin}/media/1`, responseStatus: 200, transferSize: 300 }
  const cache = (description: string) => ({ serverTiming: [{ name: 'cache', description }] })
  answers = [
    { ...answer, ...cache('hits=2 misses=1') },
    { ...answer, ...cache('hits=9 misses=9'), transferSize: 0 },
    { ...answer, ...cache('hits=9 misses=9'), name: 'https://elsewhere.example/' },
    { ...answer, serverTiming: [], responseStatus: 503 },
  ]
  hide()
  window.dispatchEvent(new Event('pagehide'))
  expect(sent()).toEqual([
    [
      '/api/field-data',
      {
        route: '/video/:id',
        firstFrame: 640,
        stalls: 2,
        quality: 720,
        hits: 2,
        misses: 1,
        errors: ['network', 'decode', 'server'],
      },
    ],
  ])
  expect(send.mock.calls[0]?.[1]).toMatchObject({
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  })
})

it('says nothing of a video that waited for its viewer, or of one that is no player’s', async () => {
  document.body.appendChild(document.createElement('video'))
  await start()
  for (const name of ['suspend', 'play']) fire(name, { readyState: 1 })
  fire('loadeddata', { readyState: 2 })
  const preview = document.querySelectorAll('video')[1] as HTMLVideoElement
  for (const name of ['playing', 'waiting']) preview.dispatchEvent(new Event(name))
  hide()
  expect(sent()).toEqual([['/api/field-data', { route: '/video/:id' }]])
})

describe('beginning after its page', () => {
  const firstFrames = () => sent().map(([, report]) => fieldReport.parse(report).firstFrame)

  it('takes the time of a frame that is there from the first script', async () => {
    const paused = vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(true)
    await import('#web/start')
    vi.spyOn(performance, 'now').mockReturnValue(420)
    fire('loadeddata', { readyState: 2 })
    const [mark] = performance.getEntriesByName('first-frame')
    paused.mockReturnValue(false)
    await start()
    // The event of another quality.
    fire('loadeddata')
    hide()
    expect(mark).toBeDefined()
    expect(firstFrames()).toEqual([mark?.startTime])
  })

  it.each<[string, object, () => void, () => void]>([
    [
      'waited for its viewer before',
      { readyState: 1, paused: false },
      () => fire('loadeddata', { readyState: 2 }),
      () => fire('loadeddata'),
    ],
    [
      'was played before, and has no frame yet',
      { readyState: 1, paused: false },
      () => undefined,
      () => fire('loadeddata', { readyState: 2 }),
    ],
    [
      'stopped loading before, and is played now',
      { readyState: 1, networkState: 1 },
      () => undefined,
      () => ['play', 'loadeddata'].forEach((name) => void fire(name)),
    ],
    ['had its frame before the first script', { readyState: 2 }, () => undefined, () => fire('loadeddata')],
  ])('gives no time for a video that %s', async (_, properties, before, after) => {
    fire('none', properties)
    await import('#web/start')
    before()
    await start()
    after()
    hide()
    expect(firstFrames()).toEqual([undefined])
  })
})

it.each([
  ['an error of the site', `${location.origin}/assets/a.js`, new Error('Broken'), true],
  ['an extension', 'chrome-extension://abc/a.js', new Error('Broken'), false],
  ['a ResizeObserver that goes on in the next frame', `${location.origin}/video/1`, null, false],
])('counts scripts: %s', async (_, filename, error, isCounted) => {
  await start()
  window.dispatchEvent(new ErrorEvent('error', { filename, error }))
  hide()
  expect(sent()[0]?.[1]).toEqual({ route: '/video/:id', ...(isCounted && { errors: ['script'] }) })
})

it.each([
  ['Error', true],
  ['AbortError', false],
  ['NotAllowedError', false],
])('counts promises rejected with %s: %s', async (name, isCounted) => {
  await start()
  const reason = new DOMException('', name)
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  hide()
  expect(sent()[0]?.[1]).toEqual({ route: '/video/:id', ...(isCounted && { errors: ['script'] }) })
})

it('sends nothing once discreet mode was turned on, whatever comes later', async () => {
  await start()
  document.documentElement.classList.add('discreet')
  hide()
  document.documentElement.classList.remove('discreet')
  window.dispatchEvent(new Event('pagehide'))
  expect(send).not.toHaveBeenCalled()
})

it.each(['in the background', 'without its mark'])(
  'sends nothing of a document that began %s',
  async (how) => {
    if (how === 'without its mark') document.body.replaceChildren()
    else vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await start()
    window.dispatchEvent(new Event('pagehide'))
    expect(send).not.toHaveBeenCalled()
  },
)
