import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../support/axe'
import { makeAdminVideo, withNext } from '../support/content'
import { cardOf, renderContent } from '../support/content-panel'
import { problem } from '../support/page'

const list = 'GET /api/admin/videos'

describe('all content', () => {
  it('shows each video with its states, numbers and switches', async () => {
    renderContent([
      makeAdminVideo(1, { isPremium: true, isPublic: false, views: 1, likes: 2400 }),
      makeAdminVideo(2, { openReports: 2, hold: 'quarantine' }),
      makeAdminVideo(3, { review: 'rejected', reason: "It's already on the site." }),
      makeAdminVideo(4, { status: 'failed', reason: 'The address does not answer.' }),
      makeAdminVideo(5, { review: 'pending' }),
    ])
    const first = await cardOf('Video 1')
    expect(first.getByText('PREMIUM')).toBeTruthy()
    expect(first.getByText('PRIVATE')).toBeTruthy()
    expect(first.getByText('1 view')).toBeTruthy()
    expect(first.getByText('2K likes')).toBeTruthy()
    expect(first.getByRole<HTMLInputElement>('switch', { name: 'Premium: Video 1' }).checked).toBe(true)
    expect(first.getByRole<HTMLInputElement>('switch', { name: 'Public: Video 1' }).checked).toBe(false)
    expect(first.getByRole('link', { name: 'View Video 1' }).getAttribute('href')).toBe('/video/1')
    const second = await cardOf('Video 2')
    expect([second.queryByText('PREMIUM'), second.queryByText('PRIVATE')]).toEqual([null, null])
    expect(second.getByText('IN QUARANTINE')).toBeTruthy()
    expect(second.getByText('2 open reports')).toBeTruthy()
    expect((await cardOf('Video 3')).getByText('REJECTED')).toBeTruthy()
    expect((await cardOf('Video 3')).getByText("It's already on the site.")).toBeTruthy()
    expect((await cardOf('Video 4')).getByText('FAILED')).toBeTruthy()
    expect((await cardOf('Video 5')).getByText('PENDING')).toBeTruthy()
    expect(screen.getByText('Needs attention')).toBeTruthy()
    await expectAccessible()
  })

  it('may be none', async () => {
    renderContent([])
    expect(await screen.findByRole('heading', { name: 'No Content' })).toBeTruthy()
    await expectAccessible()
  })

  it('says with a toast, too, when it could not be loaded, and tries again', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    renderContent([], { [list]: () => answer })
    expect(await screen.findByText('Failed to load content. Broken.')).toBeTruthy()
    answer = [makeAdminVideo(1)]
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await cardOf('Video 1')
  })

  it('goes on where a page is empty and another one is behind it', async () => {
    const next = '/api/admin/videos?cursor=abc'
    renderContent([], { [list]: withNext([], next), [`GET ${next}`]: [makeAdminVideo(9)] })
    expect(await screen.findByText('No matches so far.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await cardOf('Video 9')
  })
})

describe('filters', () => {
  it('stand in the address and in the request', async () => {
    const asked =
      '/api/admin/videos?q=deep+sea&state=private&owner=alex&categoryId=3&isPremium=true&reported=true'
    const { sent } = renderContent(
      [],
      { [`GET ${asked}`]: [makeAdminVideo(4)] },
      '&find=deep+sea&state=private&owner=alex&category=3&premium=true&reported=true',
    )
    await cardOf('Video 4')
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('deep sea')
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Uploader' }).value).toBe('alex')
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'private')
    expect(screen.getByRole('combobox', { name: 'Category' })).toHaveProperty('value', '3')
    expect(screen.getByRole('combobox', { name: 'Audience' })).toHaveProperty('value', 'true')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'With open reports' }).checked).toBe(true)
    expect(sent.map(({ path }) => path)).toEqual([asked])
  })

  it('leave what an address has wrong', async () => {
    const { sent } = renderContent([], {}, '&state=lost&category=x&premium=maybe&reported=1')
    expect(await screen.findByRole('heading', { name: 'No Content' })).toBeTruthy()
    expect(sent.map(({ path }) => path)).toEqual(['/api/admin/videos'])
  })

  it('apply one after the other, with what was typed, and go all at once', async () => {
    const { sent } = renderContent([makeAdminVideo(1)], {
      'GET /api/admin/videos?q=sea&state=rejected': [],
      'GET /api/admin/videos?q=sea&state=rejected&reported=true': [],
    })
    await cardOf('Video 1')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), ' sea ')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Rejected')
    expect(await screen.findByRole('heading', { name: 'No video found' })).toBeTruthy()
    await userEvent.click(screen.getByRole('checkbox', { name: 'With open reports' }))
    await waitFor(() => expect(sent.at(-1)?.path).toContain('reported=true'))
    await userEvent.click(await screen.findByRole('button', { name: 'Show all content' }))
    await cardOf('Video 1')
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Videos' }))
  })

  it('show the videos of one uploader, by name', async () => {
    const ofAlex = makeAdminVideo(2, { userId: 8, uploader: { id: 8, username: 'alex' } })
    renderContent([makeAdminVideo(1), ofAlex], { 'GET /api/admin/videos?owner=alex': [ofAlex] })
    await userEvent.click(await screen.findByRole('link', { name: 'Videos of alex' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull())
    await cardOf('Video 2')
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Uploader' })
    expect(field.value).toBe('alex')
    await userEvent.clear(field)
    await userEvent.keyboard('{Enter}')
    await cardOf('Video 1')
  })

  it('say when an uploader has no such video, or when the name is none', async () => {
    const { sent } = renderContent([makeAdminVideo(1)], { 'GET /api/admin/videos?owner=ale': [] })
    await cardOf('Video 1')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Uploader' }), ' ale {Enter}')
    expect(await screen.findByText('No videos by “ale” match. Enter the exact username.')).toBeTruthy()
    expect(sent.at(-1)?.path).toBe('/api/admin/videos?owner=ale')
    await expectAccessible()
  })
})
