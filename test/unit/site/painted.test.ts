import { QueryClientProvider } from '@tanstack/react-query'
import { JSDOM } from 'jsdom'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Boot } from '../../../contract/schemas/site/boot'
import {
  categoryList,
  continueList,
  homeLists,
  premiumPageList,
  videosPath,
} from '../../../contract/values/videos/video-lists'
import { paint } from '../../../dist/paint/paint.js'
import { Site } from '../../../web/app/layouts/site-layout'
import { PremiumPage } from '../../../web/app/pages/premium/premium'
import { CategoryPage } from '../../../web/app/pages/visit/category'
import { HomePage } from '../../../web/app/pages/visit/home'
import { createQueryClient } from '../../../web/app/query-client'
import { GateDialog } from '../../../web/features/visit/gate/gate-dialog'
import { categories, makeUser, makeVideo, settings } from '../../web/support/site'

// None of the parts that are loaded on demand is there at first.
vi.mock('../../../web/lib/lazy-part', () => {
  const later = () => () => {
    throw new Promise(() => {})
  }
  return { lazyPart: later, lazyExtra: later, loadAhead: () => {}, isPartMissing: () => false }
})

// Other files share the modules.
afterAll(() => {
  vi.doUnmock('../../../web/lib/lazy-part')
  vi.doUnmock('../../../web/app/layouts/route-loading')
  vi.resetModules()
  vi.unstubAllGlobals()
})

// React asks for what a server would say, which only it has a use for.
vi.mock('../../../web/app/layouts/route-loading', () => ({ RouteLoading: () => null }))

const { window } = new JSDOM('<div id="paint"></div>')

const some = (from: number, more: object = {}) => ({
  items: Array.from({ length: 20 }, (_, index) =>
    makeVideo(from + index, {
      title: `"${index}" <b>&amp;</b>`,
      views: 1234 * index,
      likes: 900 * index,
      ...more,
    }),
  ),
  nextCursor: 'next',
})
const lists = {
  ...Object.fromEntries(Object.values(homeLists).map((list, index) => [videosPath(list), some(100 * index)])),
  [videosPath(premiumPageList)]: some(1000, { isPremium: true }),
  [videosPath(categoryList(null))]: some(2000),
  [continueList.path]: some(3000, { position: 3, duration: 9 }),
}
const member = makeUser({ isPremium: true, capabilities: ['video.playPremium'] })

const site = h(
  Route,
  { element: h(Site) },
  h(Route, { path: '/', element: h(HomePage) }),
  h(Route, { path: '/categories/:slug?', element: h(CategoryPage) }),
  h(Route, { path: '/premium', element: h(PremiumPage) }),
)

/** Returns what React itself shows at first, of the same data at the same address. */
function byReact(boot: Boot, address: string): string {
  const queryClient = createQueryClient(boot)
  const shown = boot.ageVerified ? h(Routes, null, site) : h(GateDialog, { onConfirm: () => {} })
  return renderToStaticMarkup(
    h(QueryClientProvider, { client: queryClient }, h(MemoryRouter, { initialEntries: [address] }, shown)),
  )
}

/** The content policy refuses the first, the router's framework mode alone reads the second, and React makes the third. */
const unlike = ['style', 'data-discover', 'name']

/**
 * Lists the elements with their attributes and texts, less what is meant to differ: the attributes above, what waits for
 * the app, and generated IDs.
 */
function contentsOf(html: string): string[] {
  const { body } = new JSDOM(html).window.document
  // React's hints of pictures.
  for (const each of body.querySelectorAll('link')) each.remove()
  const ids = [...body.querySelectorAll('[id]')].map(({ id }) => id)
  return [...body.querySelectorAll('*')].map((element) => {
    const isForApp = element.matches('button, select, input')
    const attributes = [...element.attributes]
      .filter(({ name }) => !(isForApp && name === 'inert') && !unlike.includes(name))
      .map(({ name, value }) => {
        const known = value.split(' ').map((word) => (ids.includes(word) ? `#${ids.indexOf(word)}` : word))
        return `${name}=${known.join(' ')}`
      })
    const text = [...element.childNodes].map((node) =>
      node.nodeType === window.Node.TEXT_NODE ? node.nodeValue : '',
    )
    return [element.tagName, ...attributes.sort(), text.join('')].join('|')
  })
}

beforeEach(() => {
  // The first document of a visit, with what the worker painted.
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' }] as never)
})

describe('what the worker paints is what React shows at first', () => {
  it.each([
    ['visit/home', '/', null],
    ['visit/home', '/', makeUser()],
    ['visit/home', '/', member],
    ['visit/category', '/categories', null],
    ['visit/category', `/categories/${categories[0]?.slug}`, null],
    ['visit/category', '/categories?sort=views&class=free', makeUser({ savesHistory: true })],
    ['visit/category', '/categories/%ff', null],
    ['premium/premium', '/premium?plan=monthly', null],
    ['premium/premium', '/premium', member],
  ])('%s at %s', (module, address, viewer) => {
    const boot: Boot = { settings, viewer, ageVerified: true, categories, lists }
    const painted = contentsOf(paint(module, boot, `http://localhost${address}`))
    expect(painted.length).toBeGreaterThan(100)
    expect(painted).toEqual(contentsOf(byReact(boot, address)))
  })

  it('the gate', () => {
    const boot: Boot = { settings, viewer: null, ageVerified: false }
    expect(contentsOf(paint('visit/home', boot, 'http://localhost/'))).toEqual(contentsOf(byReact(boot, '/')))
  })

  it('a page of another kind is not painted', () => {
    expect(
      paint('visit/search', { settings, viewer: null, ageVerified: true }, 'http://localhost/search'),
    ).toBe('')
  })
})
