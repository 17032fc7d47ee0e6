import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/axe'
import { intersect } from '../../support/browser/intersect'
import { categories, makeVideo, pageAnswer, renderSite } from '../../support/site'

const first = '/api/videos?categoryId=2'
const second = '/api/videos?categoryId=2&cursor=abc'
const videos = (...ids: number[]) => ids.map((id) => makeVideo(id))
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

describe('category page', () => {
  it('names the category, marks its chip and lists its videos', async () => {
    renderSite('/categories/fractals', { boot: { categories }, answers: { [first]: videos(1, 2) } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Fractals' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Video 1' })).toBeTruthy()
    const bar = within(screen.getByRole('navigation', { name: 'Categories' }))
    expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Fractals')
    await waitFor(() => expect(document.title).toBe('Fractals · Nocturne'))
    await expectAccessible()
  })

  it.each(['/categories', '/categories/all', '/categories/no-such-thing'])(
    'shows all videos at %s',
    async (path) => {
      renderSite(path, { boot: { categories }, answers: { '/api/videos': videos(1) } })
      expect(await screen.findByRole('heading', { level: 1, name: 'All Categories' })).toBeTruthy()
      expect(await screen.findByRole('link', { name: 'Video 1' })).toBeTruthy()
      const bar = within(screen.getByRole('navigation', { name: 'Categories' }))
      expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('All')
    },
  )

  it('waits for the categories before it asks for a list', async () => {
    const { requests } = renderSite('/categories/fractals', { answers: { [first]: videos(1) } })
    expect(await screen.findByRole('link', { name: 'Video 1' })).toBeTruthy()
    expect(requests).toEqual(['/api/categories', first])
  })

  it('offers to try again when the categories could not be loaded', async () => {
    const answers: Record<string, unknown> = { '/api/categories': new Response('', { status: 500 }) }
    renderSite('/categories/fractals', { answers })
    const again = await screen.findByRole('button', { name: 'Try again' })
    Object.assign(answers, { '/api/categories': categories, [first]: videos(1) })
    await userEvent.click(again)
    expect(await screen.findByRole('heading', { level: 1, name: 'Fractals' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Video 1' })).toBeTruthy()
  })

  it('shows 15 placeholders while it loads', async () => {
    renderSite('/categories', { boot: { categories }, answers: { '/api/videos': new Promise(() => {}) } })
    const list = await screen.findByRole('list', { name: 'All Categories' })
    expect(list.getAttribute('aria-busy')).toBe('true')
    expect(list.children).toHaveLength(15)
  })

  it('says so when a category is empty', async () => {
    renderSite('/categories/fractals', { boot: { categories }, answers: { [first]: [] } })
    expect(await screen.findByText('No videos found in this category')).toBeTruthy()
    expect(screen.getByText('Try selecting a different category or check back later.')).toBeTruthy()
    await expectAccessible()
  })

  it('loads the next page when the end comes into view, and stops at the last', async () => {
    const answers = { [first]: pageAnswer(videos(1, 2), second), [second]: videos(3) }
    const { requests } = renderSite('/categories/fractals', { boot: { categories }, answers })
    await screen.findByRole('link', { name: 'Video 2' })
    act(() => intersect.all())
    expect(await screen.findByRole('link', { name: 'Video 3' })).toBeTruthy()
    expect(titles().slice(0, 3)).toEqual(['Video 1', 'Video 2', 'Video 3'])
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(requests.filter((path) => path === second)).toHaveLength(1)
  })

  it('offers a button when the next page fails', async () => {
    const answers: Record<string, unknown> = { [first]: pageAnswer(videos(1), second) }
    renderSite('/categories/fractals', { boot: { categories }, answers })
    const more = await screen.findByRole('button', { name: 'Load more' })
    act(() => intersect.all())
    const failed = await screen.findByText("Couldn't load more videos.")
    expect(failed.closest('[role=alert]')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Video 1' })).toBeTruthy()
    answers[second] = videos(2)
    await userEvent.click(more)
    expect(await screen.findByRole('link', { name: 'Video 2' })).toBeTruthy()
  })

  it('finds all pages again on the way back, without asking anew', async () => {
    const answers = {
      [first]: pageAnswer(videos(1, 2), second),
      [second]: videos(3),
      '/api/videos?isPremium=true&limit=20': [],
    }
    const { requests } = renderSite('/categories/fractals', { boot: { categories }, answers })
    await screen.findByRole('link', { name: 'Video 2' })
    act(() => intersect.all())
    await screen.findByRole('link', { name: 'Video 3' })
    const header = within(screen.getByRole('banner'))
    await userEvent.click(header.getByRole('link', { name: 'Premium' }))
    await screen.findByRole('heading', { name: 'Unlock Exclusive Adult Content' })
    const before = requests.length
    await userEvent.click(header.getByRole('button', { name: 'Show all categories' }))
    await userEvent.click(await header.findByRole('link', { name: /Fractals/ }))
    expect(await screen.findByRole('link', { name: 'Video 3' })).toBeTruthy()
    expect(requests).toHaveLength(before)
  })
})
