import { fireEvent, render as hydrate, screen, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Boot } from '#contract/schemas/site/boot'
import {
  categoryList,
  continueList,
  homeLists,
  premiumPageList,
  videosPath,
} from '#contract/values/videos/video-lists'
import { categories, makeUser, makeVideo, settings } from '../../support/site'

const zone = process.env.TZ
let App: typeof import('#web/app/app.tsx').App
let render: typeof import('#dist/worker/render.js').render

// Formats take the time zone when their module runs. The worker's is UTC; in this reader's it is another day.
beforeAll(async () => {
  process.env.TZ = 'UTC'
  ;({ render } = await asInWorker(() => import('#dist/worker/render.js')))
  process.env.TZ = 'Pacific/Auckland'
  vi.resetModules()
  ;({ App } = await import('#web/app/app.tsx'))
})

afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  openedBy('navigate')
})

/** Globals that a browser has but workerd doesn't. */
const ofBrowser = [
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'matchMedia',
  'location',
]

/**
 * Runs work without the globals that the worker lacks, so that the code can't tell that it isn't in the
 * worker.
 */
async function asInWorker<T>(work: () => Promise<T>): Promise<T> {
  const globals = ofBrowser.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name] of globals)
    Object.defineProperty(globalThis, name, { value: undefined, configurable: true })
  try {
    return await work()
  } finally {
    for (const [name, own] of globals) {
      if (own) Object.defineProperty(globalThis, name, own)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

/** Sets how the visit began, as reported by the browser. */
function openedBy(type: NavigationTimingType): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never)
}

const some = (from: number, more: object = {}) => ({
  items: Array.from({ length: 20 }, (_, index) =>
    makeVideo(from + index, {
      title: `"${index}" <b>&amp;</b>`,
      poster: { color: '#123456', widths: [320, 640] },
      views: 1234 * index,
      likes: 900 * index,
      createdAt: new Date(Date.now() - index * 40_000_000).toISOString(),
      ...more,
    }),
  ),
  nextCursor: 'next',
})
const lists = {
  ...Object.fromEntries(Object.values(homeLists).map((list, index) => [videosPath(list), some(100 * index)])),
  [videosPath(premiumPageList)]: some(1000, { isPremium: true }),
  [videosPath(categoryList(null))]: some(2000),
  [videosPath(categoryList(2))]: some(2100),
  [continueList.path]: some(3000, { position: 3, duration: 9 }),
}
const member = makeUser({
  isPremium: true,
  // In Auckland, this is the following day.
  premiumUntil: '2027-11-22T20:00:00.000Z',
  capabilities: ['video.playPremium'],
})
const staff = makeUser({ isAdmin: true })
const page: Boot = { settings, viewer: null, ageVerified: true, categories, lists }
const gate: Boot = { settings, viewer: null, ageVerified: false }

/** Puts the worker's HTML into the document, as the app finds it. */
async function open(module: string, boot: Boot, address: string, change = (html: string) => html) {
  history.replaceState(null, '', address)
  if (boot.ageVerified) localStorage.setItem('ageVerified', 'true')
  const root = document.createElement('div')
  root.id = 'root'
  root.dataset.waiting = ''
  root.innerHTML = change(await asInWorker(() => render(module, boot, `http://localhost${address}`)))
  document.body.appendChild(root)
  return root
}

/** Hydrates it. Returns React's errors, and the parts that it had to render again. */
async function start(root: HTMLElement, boot: Boot): Promise<unknown[]> {
  const faults: unknown[] = []
  const log = vi.spyOn(console, 'error').mockImplementation((...message) => void faults.push(message))
  hydrate(
    <App
      boot={structuredClone(boot)}
      isRendered
      inRouter={(pages) => <BrowserRouter>{pages}</BrowserRouter>}
    />,
    { container: root, hydrate: true, onRecoverableError: (error) => faults.push(error) },
  )
  await waitFor(() => expect(root.dataset.waiting).toBeUndefined())
  log.mockRestore()
  return faults
}

it.each([
  ['visit/home', '/', null],
  ['visit/home', '/', makeUser()],
  ['visit/home', '/', member],
  ['visit/home', '/', staff],
  ['visit/category', '/categories', null],
  ['visit/category', '/categories/fractals', makeUser()],
  ['visit/category', '/categories?sort=views&of=free', makeUser({ savesHistory: true })],
  ['visit/category', '/categories/%ff', null],
  ['premium/premium', '/premium?plan=monthly', null],
  ['premium/premium', '/premium?order=abc', makeUser()],
  ['premium/premium', '/premium', makeUser({ claim: 'waiting' })],
  ['premium/premium', '/premium', member],
])('%s at %s is hydrated as the worker rendered it', async (module, address, viewer) => {
  const boot = { ...page, viewer }
  const root = await open(module, boot, address)
  const elements = [...root.querySelectorAll('main *')]
  expect(elements.length).toBeGreaterThan(50)
  expect(root.innerHTML).not.toMatch(/ style=| on[a-z]+=|<script/)
  expect(await start(root, boot)).toEqual([])
  const kept = elements.filter((element) => element.isConnected)
  // Except for placeholders of parts that have been loaded since.
  expect(kept.length / elements.length).toBeGreaterThan(0.9)
})

it('the gate is hydrated, and lets through', async () => {
  const root = await open('visit/home', gate, '/')
  const button = screen.getByRole('button', { name: "Yes, I'm Over 18" })
  expect(await start(root, gate)).toEqual([])
  expect(button.isConnected).toBe(true)
  fireEvent.click(button)
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
})

it('the gate goes where the flag says that it was passed, of which the worker knew nothing', async () => {
  localStorage.setItem('ageVerified', 'true')
  const root = await open('visit/home', gate, '/')
  expect(await start(root, gate)).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined()
})

it('says dates in the reader’s time zone', async () => {
  const boot = { ...page, viewer: member }
  const root = await open('premium/premium', boot, '/premium')
  expect(root.textContent).toContain('until November 22, 2027.')
  expect(await start(root, boot)).toEqual([])
  expect(root.textContent).toContain('until November 23, 2027.')
})

it('colours pictures by the app, since the content policy refuses the attribute', async () => {
  const root = await open('visit/home', page, '/')
  expect(root.querySelector('[style]')).toBeNull()
  await start(root, page)
  expect(root.querySelector('article [style]')?.getAttribute('style')).toBe(
    'background-color: rgb(18, 52, 86);',
  )
})

it('shows the rest of a page in a moment', async () => {
  const root = await open('visit/home', page, '/')
  expect(screen.queryByRole('heading', { name: 'Recently Added' })).toBeNull()
  await start(root, page)
  expect(await screen.findByRole('heading', { name: 'Recently Added' })).toBeDefined()
})

it('returns to the position in a page once its rest is there', async () => {
  openedBy('reload')
  const root = await open('visit/home', page, '/')
  sessionStorage.setItem('scroll-positions', JSON.stringify({ 'default /': 1234 }))
  let rest: HTMLElement | null = null
  vi.mocked(window.scrollTo).mockImplementation(() => {
    rest ??= screen.queryByRole('heading', { name: 'Recently Added' })
  })
  await start(root, page)
  expect(window.scrollTo).toHaveBeenCalledWith(0, 1234)
  expect(rest).not.toBeNull()
})

it('keeps a typed search and its focus', async () => {
  const root = await open('visit/home', page, '/')
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search videos' })
  box.focus()
  box.value = 'slow'
  expect(await start(root, page)).toEqual([])
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('slow')
})

it('what differs would be noticed', async () => {
  const root = await open('visit/home', page, '/', (html) => html.replace('View All', 'View Some'))
  expect(await start(root, page)).not.toEqual([])
})

it('each viewer is rendered with their own data, also at the same time', async () => {
  const shown = [null, member, makeUser({ username: 'someone', isPremium: true })].map((viewer) => ({
    ...page,
    viewer,
  }))
  const renderPremium = (boot: Boot) => render('premium/premium', boot, 'http://localhost/premium')
  const together = await asInWorker(() => Promise.all(shown.map(renderPremium)))
  const apart: string[] = []
  for (const boot of shown) apart.push(await renderPremium(boot))
  expect(together).toEqual(apart)
  expect(new Set(together).size).toBe(3)
})

it('throws where a part of it can’t be rendered', async () => {
  const [path = ''] = Object.keys(lists)
  const boot: unknown = { ...page, lists: { ...lists, [path]: { items: [null], nextCursor: null } } }
  await expect(render('visit/home', boot as Boot, 'http://localhost/')).rejects.toThrow()
})

it('a page of another kind is left to the browser', async () => {
  expect(await asInWorker(() => render('visit/search', page, 'http://localhost/search'))).toBe('')
})
