import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type SearchInfo, searchInfoHeader, writeSearchInfo } from '#contract/values/videos/search'
import { recentSearches } from '#web/features/visit/shell/search/recent-searches'
import { expectAccessible } from '../../support/axe'
import { makeUser, makeVideo, renderSite } from '../../support/site'

describe('search page', () => {
  it('lists what was found and keeps the words in the box', async () => {
    renderSite('/search?q=blue%20hour', {
      answers: { '/api/search?q=blue+hour': [makeVideo(1, { title: 'Blue hour' })] },
    })
    expect(await screen.findByRole('link', { name: 'Blue hour' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search videos' }).value).toBe('blue hour')
    await waitFor(() => expect(document.title).toBe('Search: blue hour · Nocturne'))
    await expectAccessible()
  })

  it('says what to do when nothing was found', async () => {
    renderSite('/search?q=zzz', { answers: { '/api/search?q=zzz': [] } })
    expect(await screen.findByRole('heading', { name: 'No videos found' })).toBeTruthy()
  })

  it('asks for words when there are none, and doesn’t call', async () => {
    const { requests } = renderSite('/search?q=%20')
    expect(await screen.findByRole('heading', { level: 1, name: 'Search videos' })).toBeTruthy()
    expect(requests.filter((path) => path.startsWith('/api/search'))).toEqual([])
  })

  it('shows the words as text', async () => {
    renderSite('/search?q=%3Cimg%20src%3Dx%3E', { answers: { '/api/search?q=%3Cimg+src%3Dx%3E': [] } })
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.textContent).toBe('Results for <img src=x>')
    expect(heading.querySelector('img')).toBeNull()
  })
})

/** Returns the first page of a search with this information about its words. */
function found(info: Partial<SearchInfo>, videos = [makeVideo(1, { title: 'Blue hour' })]) {
  const whole = {
    matches: 1,
    isMore: false,
    lookedAt: null,
    corrected: null,
    suggestion: null,
    isPartial: false,
  }
  return Response.json(videos, { headers: { [searchInfoHeader]: writeSearchInfo({ ...whole, ...info }) } })
}

describe('what a search says', () => {
  it.each<[Partial<SearchInfo>, string]>([
    [{}, '1 video.'],
    [{ matches: 0 }, '0 videos.'],
    [{ matches: 200, isMore: true }, 'More than 200 videos.'],
    [{ corrected: 'bleu étoile' }, 'No results for “blue”. Showing results for bleu étoile instead.'],
    [{ suggestion: 'bluebell' }, 'Did you mean bluebell?'],
    [{ isPartial: true }, 'No video has all of these words. Showing videos with some of them.'],
  ])('%o', async (info, text) => {
    renderSite('/search?q=blue', { answers: { '/api/search?q=blue': found(info) } })
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(text))
    const other = info.corrected ?? info.suggestion
    if (other) {
      const link = within(screen.getByRole('status')).getByRole('link', { name: other })
      expect(link.getAttribute('href')).toBe(`/search?q=${encodeURIComponent(other)}`)
    }
  })

  it('says that filters and orders hold among the first matches alone, and that long words were cut', async () => {
    const q = 'blue '.repeat(20).trim()
    const call = `/api/search?q=${q.replaceAll(' ', '+')}&sort=views`
    renderSite(`/search?q=${encodeURIComponent(q)}&sort=views`, {
      answers: { [call]: found({ lookedAt: 500 }) },
    })
    await waitFor(() => {
      const { textContent } = screen.getByRole('status')
      expect(textContent).toContain('Sorted and filtered within the first 500 matches.')
      expect(textContent).toContain('we used its first 80 characters')
    })
  })
})

describe('filters', () => {
  it('narrow a search down, stay in the URL, and go again', async () => {
    const call = (more: string) => `/api/search?q=blue${more}`
    const { requests } = renderSite('/search?q=blue&length=short&nonsense=1&uploaded=tomorrow', {
      viewer: makeUser(),
      answers: {
        [call('')]: found({}),
        [call('&length=short')]: found({}),
        [call('&isPremium=true&length=short')]: found({ matches: 0 }, []),
        [call('&categoryId=2')]: found({}),
        [call('&hideWatched=true')]: found({}),
      },
    })
    await screen.findByRole('link', { name: 'Blue hour' })
    expect(screen.getByDisplayValue('Under 5 minutes')).toBe(screen.getByRole('combobox', { name: 'Length' }))
    expect(screen.getByDisplayValue('Any time')).toBe(screen.getByRole('combobox', { name: 'Uploaded' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Free or premium' }), 'Premium')
    await screen.findByRole('heading', { name: 'No videos match these filters' })
    await expectAccessible()
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
    await screen.findByRole('link', { name: 'Blue hour' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Fractals')
    await waitFor(() => expect(requests).toContain(call('&categoryId=2')))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'All categories')
    await userEvent.click(screen.getByRole('button', { name: 'Hide watched' }))
    await waitFor(() => expect(requests).toContain(call('&hideWatched=true')))
    expect(screen.getByRole('button', { name: 'Hide watched', pressed: true })).toBeTruthy()
  })

  it('are a category’s, too', async () => {
    const { requests } = renderSite('/categories/fractals', {
      answers: {
        '/api/videos?categoryId=2': [makeVideo(1, { title: 'Newest' })],
        '/api/search?categoryId=2&sort=rated': [makeVideo(2, { title: 'Best' })],
      },
    })
    await screen.findByRole('link', { name: 'Newest' })
    const sort = screen.getByRole('combobox', { name: 'Sort by' })
    expect(within(sort).queryByRole('option', { name: 'Most relevant' })).toBeNull()
    await userEvent.selectOptions(sort, 'Best rated')
    expect(await screen.findByRole('link', { name: 'Best' })).toBeTruthy()
    await userEvent.selectOptions(sort, 'Newest')
    expect(await screen.findByRole('link', { name: 'Newest' })).toBeTruthy()
    expect(requests.filter((path) => path.startsWith('/api/videos?'))).toHaveLength(1)
  })
})

describe('suggestions', () => {
  beforeEach(() => localStorage.removeItem('recentSearches'))

  const answers = {
    '/api/search/suggest?q=bl': [
      { kind: 'title', text: 'Blue hour', id: 4 },
      { kind: 'tag', text: 'black and white', slug: 'black-and-white' },
      { kind: 'uploader', text: 'blair' },
    ],
    '/api/search?q=blue': [],
  }
  const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search videos' })
  const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

  it('come with the second letter, go by keyboard, and lead to what they name', async () => {
    const { requests } = renderSite('/nowhere', { answers })
    await userEvent.type(box(), 'b')
    await userEvent.type(box(), 'l')
    await waitFor(() => expect(options()).toEqual(['Blue hour', 'black and whiteTag', 'blairUploader']))
    expect(requests.filter((path) => path.includes('suggest'))).toEqual(['/api/search/suggest?q=bl'])
    expect(box().getAttribute('aria-expanded')).toBe('true')
    await expectAccessible()
    await userEvent.keyboard('{ArrowUp}')
    // Those keys choose a word in an input method.
    for (const key of ['ArrowUp', 'Enter']) fireEvent.keyDown(box(), { key, isComposing: true })
    expect(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
      'blairUploader',
    )
    await userEvent.keyboard('{ArrowDown}')
    expect(box().hasAttribute('aria-activedescendant')).toBe(false)
    await userEvent.keyboard('{Escape}')
    expect([options(), box().value, box().getAttribute('aria-expanded')]).toEqual([[], 'bl', 'false'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(requests).toContain('/api/videos/4'))
  })

  it('come in the box that a phone opens, which has the focus from the start', async () => {
    renderSite('/nowhere', { answers })
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    await userEvent.keyboard('bl')
    await waitFor(() => expect(options()).toHaveLength(3))
  })

  it('are what was searched for last while the box is empty, and can be forgotten', async () => {
    const searched = renderSite('/search?q=blue', { answers })
    await screen.findByRole('heading', { name: 'No videos found' })
    expect(recentSearches()).toEqual(['blue'])
    await userEvent.clear(box())
    await waitFor(() => expect(options()).toEqual(['blue', 'Clear recent searches']))
    expect(searched.requests.some((path) => path.includes('suggest?q=&'))).toBe(false)
    await expectAccessible()
    await userEvent.keyboard('{ArrowDown}{Delete}')
    await waitFor(() => expect(options()).toEqual([]))
    expect(recentSearches()).toEqual([])
  })
})
