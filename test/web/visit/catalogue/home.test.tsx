import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { PublicSettings } from '#contract/schemas/site/settings'
import type { Video } from '#contract/schemas/videos/video'
import { formatDuration } from '#contract/values/shared/duration'
import { feedList, trendingList } from '#contract/values/videos/people-lists'
import { homeLists, videosPath } from '#contract/values/videos/video-lists'
import { formatMinutes, formatRating, formatViews } from '#web/lib/format'
import { expectAccessible } from '../../support/axe'
import {
  categories,
  makeUser,
  makeVideo,
  renderSite,
  type SiteOptions,
  settings,
  shop,
} from '../../support/site'

const free = [1, 2, 3, 4, 5].map((id) => makeVideo(id, { views: id * 1000, likes: id * 900 }))
const premium = [11, 12, 13, 14, 15].map((id) => makeVideo(id, { isPremium: true }))

/** Renders the home page as the worker serves it: with everything in the HTML. */
async function renderHome(
  options: SiteOptions & {
    hero?: Video[]
    trending?: Video[]
    feed?: Video[]
    look?: Partial<PublicSettings>
  } = {},
) {
  const lists = {
    [videosPath(homeLists.hero)]: { items: options.hero ?? free, nextCursor: null },
    [videosPath(homeLists.popularFree)]: { items: free, nextCursor: null },
    [videosPath(homeLists.premium)]: { items: premium, nextCursor: null },
    [videosPath(homeLists.recent)]: { items: free.toReversed(), nextCursor: null },
    [trendingList.path]: { items: options.trending ?? [], nextCursor: null },
    ...(options.feed && { [feedList.path]: { items: options.feed, nextCursor: null } }),
  }
  const site = renderSite('/', {
    ...options,
    boot: {
      categories,
      settings: { ...settings, ...options.look },
      ...options.boot,
      lists: { ...lists, ...options.boot?.lists },
    },
  })
  await screen.findByRole('region', { name: 'Featured videos' })
  return site
}

const region = (name: string) => within(screen.getByRole('region', { name }))
/** Returns whether an element is usable: jsdom keeps inert elements in the accessibility tree. */
const isLive = (element: Element) => element.closest('[inert]') === null

function currentSlide(): string | null | undefined {
  const live = region('Featured videos').getAllByRole('group').filter(isLive)
  expect(live).toHaveLength(1)
  return live[0]?.getAttribute('aria-label')
}

describe('home', () => {
  it('stands complete without a call to the API', async () => {
    const { requests } = await renderHome()
    const headings = screen.getAllByRole('heading', { level: 2 }).filter(isLive)
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Video 1',
      'Popular Free Videos',
      'Unlock Premium Content',
      'Premium Videos',
      'Recently Added',
      'Browse',
      'Legal',
    ])
    expect(requests).toEqual([])
    await expectAccessible()
  })

  it('ends with what is trending and what the people published whom one follows', async () => {
    const { requests } = await renderHome({ viewer: makeUser(), trending: free, feed: premium })
    expect(region('Trending').getAllByRole('article')).toHaveLength(5)
    const [byline] = region('From people you follow').getAllByRole('link', { name: 'creator' })
    expect(byline?.getAttribute('href')).toBe('/u/creator')
    expect(requests.filter((path) => path.includes('following'))).toEqual([])
    await expectAccessible()
  })

  it('shows the sections that the operator chose, in that order', async () => {
    await renderHome({ look: { homeSections: ['recent', 'hero', 'popularFree'] } })
    const headings = screen.getAllByRole('heading', { level: 2 }).filter(isLive)
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Recently Added',
      'Video 1',
      'Popular Free Videos',
      'Browse',
      'Legal',
    ])
  })

  it('leads from each section to all of its kind', async () => {
    await renderHome()
    const target = (name: string) =>
      region(name)
        .getByRole('link', { name: /^View All/ })
        .getAttribute('href')
    expect(target('Popular Free Videos')).toBe('/categories?class=free&sort=views')
    expect(target('Premium Videos')).toBe('/premium')
    expect(target('Recently Added')).toBe('/categories')
  })

  it('shows placeholders while the lists are on their way, then asks for each list once', async () => {
    const lists = Object.fromEntries(Object.values(homeLists).map((query) => [videosPath(query), []]))
    const answers = { ...lists, '/api/categories': [] }
    const { requests } = renderSite('/', { answers })
    const list = await screen.findByRole('list', { name: 'Popular Free Videos' })
    expect(list.getAttribute('aria-busy')).toBe('true')
    expect(list.children).toHaveLength(5)
    expect(await screen.findByRole('heading', { name: 'No videos yet' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Popular Free Videos' })).toBeNull())
    expect(requests.toSorted()).toEqual(
      ['/api/categories', trendingList.path, ...Object.values(homeLists).map(videosPath)].toSorted(),
    )
  })

  it('says that there are no videos also without the section of the newest', async () => {
    const none = categories.map((category) => ({ ...category, videoCount: 0 }))
    renderSite('/', { boot: { categories: none, settings: { ...settings, homeSections: ['premium'] } } })
    expect(await screen.findByRole('heading', { name: 'No videos yet' })).toBeTruthy()
  })

  it('has no section without videos, nor its link or its offer, but for administrators', async () => {
    const lists = { [videosPath(homeLists.premium)]: { items: [], nextCursor: null } }
    const nothing = { lists, shop: { ...shop, stock: { videos: 0, seconds: 0 } } }
    const { unmount } = await renderHome({ boot: nothing })
    expect(screen.queryByText('Premium Videos')).toBeNull()
    expect(screen.queryByText('Unlock Premium Content')).toBeNull()
    expect(screen.queryByRole('link', { name: 'View All: Premium Videos' })).toBeNull()
    expect(region('Popular Free Videos').getByRole('link', { name: /^View All/ })).toBeTruthy()
    unmount()
    await renderHome({ boot: nothing, viewer: makeUser({ isAdmin: true }) })
    expect(
      region('Premium Videos').getByText("No videos here yet. Visitors don't see this section."),
    ).toBeTruthy()
    expect(region('Premium Videos').queryByRole('link')).toBeNull()
  })

  it('says what failed and loads it again on request', async () => {
    const answers: Record<string, unknown> = {}
    renderSite('/', { answers, boot: { categories } })
    const section = await screen.findByRole('region', { name: 'Recently Added' })
    const retry = await within(section).findByRole('button', { name: 'Try again' })
    expect(within(section).getByRole('alert').textContent).toContain('The test has no answer')
    answers[videosPath(homeLists.recent)] = free
    await userEvent.click(retry)
    expect(await within(section).findByRole('link', { name: 'Video 1' })).toBeTruthy()
  })

  it('hides the banner from members', async () => {
    await renderHome({ viewer: makeUser({ isPremium: true }) })
    expect(screen.queryByText('Unlock Premium Content')).toBeNull()
  })
})

describe('continue watching', () => {
  const half = makeVideo(21, { title: 'Half', position: 30 })
  const lists = { '/api/account/continue': { items: [half], nextCursor: null } }

  it('stands first, with how far each was watched', async () => {
    renderSite('/', { viewer: makeUser(), boot: { categories, lists } })
    const section = within(await screen.findByRole('region', { name: 'Continue watching' }))
    expect(section.getByRole('link', { name: 'Half' }).getAttribute('href')).toBe('/video/21')
    expect(section.getByText('40% watched')).toBeTruthy()
    expect(section.getByRole('link', { name: /^View All/ }).getAttribute('href')).toBe('/account?tab=history')
  })

  it('is not there without anything left in the middle, nor for a visitor', async () => {
    const { requests } = await renderHome()
    expect(screen.queryByText('Continue watching')).toBeNull()
    expect(requests).not.toContain('/api/account/continue')
  })
})

describe('chip bar', () => {
  it('lists the categories with none of them current', async () => {
    await renderHome()
    const chips = within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link')
    expect(chips.map((chip) => [chip.textContent, chip.getAttribute('href')])).toEqual([
      ['All', '/categories'],
      ['Fractals', '/categories/fractals'],
      ['Slow Light', '/categories/slow-light'],
    ])
    expect(chips.filter((chip) => chip.hasAttribute('aria-current'))).toEqual([])
  })

  it('has Uncategorized while that has videos', async () => {
    const chip = () => screen.queryByRole('link', { name: 'Uncategorized' })
    for (const videoCount of [0, 1]) {
      const rest = { id: 1, name: 'Uncategorized', slug: 'uncategorized', videoCount }
      renderSite('/', {
        answers: { '/api/categories': [rest, { ...rest, id: 2, name: 'Fractals', slug: 'fractals' }] },
      })
      await screen.findByRole('link', { name: 'Fractals' })
      expect(chip() !== null).toBe(videoCount > 0)
      cleanup()
    }
  })

  it('shows six pills while they load', async () => {
    renderSite('/', { answers: { '/api/categories': new Promise(() => {}) } })
    const bar = await screen.findByRole('navigation', { name: 'Categories' })
    expect(within(bar).getAllByRole('listitem')).toHaveLength(6)
  })
})

describe('video card', () => {
  const card = (name: string, title: string) =>
    within(region(name).getByRole('link', { name: title }).closest('article') as HTMLElement)

  it('says what it costs, how long it is and how it was liked', async () => {
    await renderHome()
    const shown = card('Popular Free Videos', 'Video 2')
    expect(shown.getByText('FREE')).toBeTruthy()
    expect(shown.getByText('1:15')).toBeTruthy()
    expect(shown.getByText('2K views')).toBeTruthy()
    expect(shown.getByText(/90%/)).toBeTruthy()
    expect(shown.getByRole('link').getAttribute('href')).toBe('/video/2')
  })

  it('locks premium for a visitor', async () => {
    await renderHome()
    const shown = card('Premium Videos', 'Video 11')
    expect(shown.getByText('PREMIUM')).toBeTruthy()
    expect(shown.getByText('Premium Content')).toBeTruthy()
    expect(shown.queryByText(/%/)).toBeNull()
  })

  it.each([
    ['a member', makeUser({ isPremium: true })],
    ['an administrator', makeUser({ isAdmin: true })],
    ['its owner', makeUser({ id: 3 })],
  ])('is open to %s', async (_, viewer) => {
    await renderHome({ viewer })
    expect(card('Premium Videos', 'Video 11').queryByText('Premium Content')).toBeNull()
  })

  it('stays locked for an account without a term', async () => {
    await renderHome({ viewer: makeUser() })
    expect(card('Premium Videos', 'Video 11').getByText('Premium Content')).toBeTruthy()
  })
})

describe('hero carousel', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  async function renderWithClock(options: Parameters<typeof renderHome>[0] = {}) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    return renderHome(options)
  }

  it('changes every 8 seconds and begins again after the last', async () => {
    await renderWithClock()
    expect(currentSlide()).toBe('1 of 5')
    pass(7900)
    expect(currentSlide()).toBe('1 of 5')
    pass(200)
    expect(currentSlide()).toBe('2 of 5')
    for (let turn = 0; turn < 4; turn += 1) pass(8100)
    expect(currentSlide()).toBe('1 of 5')
  })

  it('ignores what is pressed during a transition of 500 ms', async () => {
    await renderWithClock()
    const next = screen.getByRole('button', { name: 'Next slide' })
    fireEvent.click(next)
    fireEvent.click(next)
    pass(400)
    fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }))
    expect(currentSlide()).toBe('2 of 5')
    pass(150)
    fireEvent.click(next)
    expect(currentSlide()).toBe('3 of 5')
  })

  it('goes straight to a slide, and back from the first to the last', async () => {
    await renderWithClock()
    fireEvent.click(screen.getByRole('button', { name: 'Slide 4: Video 4' }))
    expect(currentSlide()).toBe('4 of 5')
    pass(600)
    fireEvent.click(screen.getByRole('button', { name: 'Slide 1: Video 1' }))
    pass(600)
    fireEvent.click(screen.getByRole('button', { name: 'Previous slide' }))
    expect(currentSlide()).toBe('5 of 5')
  })

  it('stands still while it is hovered or has the focus', async () => {
    await renderWithClock()
    const carousel = screen.getByRole('region', { name: 'Featured videos' })
    fireEvent.pointerEnter(carousel)
    pass(20_000)
    expect(currentSlide()).toBe('1 of 5')
    fireEvent.pointerLeave(carousel)
    fireEvent.focus(screen.getByRole('link', { name: 'Watch Now: Video 1' }))
    pass(20_000)
    expect(currentSlide()).toBe('1 of 5')
    fireEvent.blur(screen.getByRole('link', { name: 'Watch Now: Video 1' }))
    pass(8100)
    expect(currentSlide()).toBe('2 of 5')
  })

  it('can be stopped and started', async () => {
    await renderWithClock()
    fireEvent.click(screen.getByRole('button', { name: 'Pause slideshow' }))
    pass(20_000)
    expect(currentSlide()).toBe('1 of 5')
    fireEvent.click(screen.getByRole('button', { name: 'Play slideshow' }))
    pass(8100)
    expect(currentSlide()).toBe('2 of 5')
  })

  it('stands still for those who want less motion, until they start it', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    await renderWithClock()
    pass(20_000)
    expect(currentSlide()).toBe('1 of 5')
    expect(screen.getByRole('button', { name: 'Play slideshow' })).toBeTruthy()
  })

  it('has no arrows with a single video', async () => {
    await renderWithClock({ hero: [makeVideo(1)] })
    expect(screen.queryByRole('button', { name: 'Next slide' })).toBeNull()
    pass(20_000)
    expect(currentSlide()).toBe('1 of 1')
  })

  it('describes the video, or invites to it', async () => {
    await renderHome({
      hero: [makeVideo(1, { duration: 754 }), makeVideo(2, { description: 'Slow light.' })],
    })
    const carousel = region('Featured videos')
    expect(carousel.getByText('Watch this amazing video now!')).toBeTruthy()
    expect(carousel.getByText('12 min')).toBeTruthy()
    expect(carousel.getByRole('link', { name: 'Watch Now: Video 1' }).getAttribute('href')).toBe('/video/1')
    await userEvent.click(screen.getByRole('button', { name: 'Next slide' }))
    expect(carousel.getByText('Slow light.')).toBeTruthy()
  })

  it('loads the first picture before all others, and later ones when they come near', async () => {
    const { container } = await renderHome()
    const pictures = [...container.querySelectorAll('[aria-roledescription=carousel] img')]
    expect(pictures.map((img) => [img.getAttribute('src'), img.getAttribute('fetchpriority')])).toEqual([
      ['/media/poster-1.jpg', 'high'],
      ['/media/poster-2.jpg', 'auto'],
    ])
  })
})

describe('formats', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1499, '1K'],
    [1500, '2K'],
    [412_300, '412K'],
    [999_499, '999K'],
    [999_500, '1.0M'],
    [1_000_000, '1.0M'],
    [1_449_000, '1.4M'],
  ])('%i views', (views, shown) => expect(formatViews(views)).toBe(shown))

  it.each([
    [0, 0, null],
    [3, 0, null],
    [0, 10, '0%'],
    [2, 3, '67%'],
    [30, 20, '100%'],
  ])('%i likes of %i views', (likes, views, shown) => expect(formatRating(likes, views)).toBe(shown))

  it.each([
    [0, '0:00', '0 s'],
    [59.9, '0:59', '59 s'],
    [60, '1:00', '1 min'],
    [754, '12:34', '12 min'],
    [3600, '1:00:00', '60 min'],
    [36_061, '10:01:01', '601 min'],
  ])('%d seconds', (seconds, time, minutes) => {
    expect(formatDuration(seconds)).toBe(time)
    expect(formatMinutes(seconds)).toBe(minutes)
  })
})
