import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectAccessible } from '../../support/axe'
import { makeAdminVideo, withNext } from '../../support/content'
import { cardOf, renderContent } from '../../support/content-panel'
import { problem } from '../../support/page'
import { pickItem } from '../../support/pick-item'

const list = 'GET /api/admin/videos?limit=50'

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

  it('has pages, each with its address, and none loses the way back', async () => {
    const to = (cursor: string) => `/api/admin/videos?limit=50&cursor=${cursor}`
    renderContent([], {
      [list]: () => withNext([makeAdminVideo(1)], to('one')),
      [`GET ${to('one')}`]: () => withNext([], to('two')),
      [`GET ${to('two')}`]: () => [makeAdminVideo(9)],
    })
    await cardOf('Video 1')
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Next' }))
    expect(await screen.findByText('No matches so far.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Videos' }))
    await userEvent.click(screen.getByRole('link', { name: 'Next' }))
    await cardOf('Video 9')
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull()
    for (const name of ['Previous', 'Previous']) await userEvent.click(screen.getByRole('link', { name }))
    await cardOf('Video 1')
    await expectAccessible()
  })

  it('opens at the page that an address names, and leads to the first', async () => {
    const asked = '/api/admin/videos?limit=50&sort=views&order=asc&cursor=abc'
    renderContent(
      [],
      {
        [`GET ${asked}`]: [makeAdminVideo(7)],
        'GET /api/admin/videos?limit=50&sort=views&order=asc': [makeAdminVideo(1)],
      },
      '&sort=views&order=asc&after=abc',
    )
    await cardOf('Video 7')
    await userEvent.click(screen.getByRole('link', { name: 'First page' }))
    await cardOf('Video 1')
  })
})

describe('the table, where there is room', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.startsWith('(width >='),
      addEventListener() {},
      removeEventListener() {},
    }))
  })

  const table = () => within(screen.getByRole('table', { name: 'Videos' }))
  const titles = () =>
    table()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)

  it('shows what the cards show', async () => {
    renderContent([
      makeAdminVideo(1, { isPremium: true, isPublic: false, visibility: 'private', views: 1200 }),
      makeAdminVideo(2, { openReports: 2, hold: 'quarantine', duration: 61 }),
      makeAdminVideo(3, { review: 'rejected', reason: "It's already on the site." }),
    ])
    const first = await screen.findByRole('row', { name: /Video 1/ })
    expect(first.textContent).toMatch(/Video 1.*Private.*Premium.*1K/)
    expect(within(first).getByRole('link', { name: 'Video 1' }).getAttribute('href')).toBe('/video/1')
    const second = screen.getByRole('row', { name: /Video 2/ })
    expect(second.textContent).toMatch(/In quarantine.*2 open reports.*Free.*1:01/)
    expect(within(second).getByRole('link', { name: '2 open reports of Video 2' }).getAttribute('href')).toBe(
      '/admin?tab=reports&video=2',
    )
    expect(screen.getByRole('row', { name: /Video 3/ }).textContent).toMatch(/It's already on the site/)
    await expectAccessible()
  })

  it('is sorted by its heads, both ways, as the address says', async () => {
    const asked = (query: string) => `GET /api/admin/videos?limit=50&${query}`
    renderContent([makeAdminVideo(1), makeAdminVideo(2)], {
      [asked('sort=title')]: [makeAdminVideo(3)],
      [asked('sort=title&order=desc')]: [makeAdminVideo(4)],
      [asked('state=live&sort=title&order=desc')]: [makeAdminVideo(5)],
      [asked('state=pending')]: [makeAdminVideo(6)],
    })
    await screen.findByRole('row', { name: /Video 1/ })
    const head = (name: string) => screen.getByRole('columnheader', { name })
    expect(head('Date').getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(screen.getByRole('button', { name: 'Title' }))
    await screen.findByRole('row', { name: /Video 3/ })
    expect(head('Title').getAttribute('aria-sort')).toBe('ascending')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Title' }))
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('row', { name: /Video 4/ })
    expect([head('Title'), head('Date')].map((cell) => cell.getAttribute('aria-sort'))).toEqual([
      'descending',
      null,
    ])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Live')
    await screen.findByRole('row', { name: /Video 5/ })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Pending')
    await screen.findByRole('row', { name: /Video 6/ })
    expect(screen.queryByRole('button', { name: 'Title' })).toBeNull()
    expect(head('Date').getAttribute('aria-sort')).toBe('descending')
  })

  it('has the columns that were picked, also the next time, and never goes without titles', async () => {
    const { unmount } = renderContent([makeAdminVideo(1)])
    await screen.findByRole('row', { name: /Video 1/ })
    const usual = ['Selected', 'Title', 'Uploader', 'State', 'Audience', 'Views', 'Length', 'Date', 'Actions']
    expect(titles()).toEqual(usual)
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const items = await screen.findAllByRole('menuitemcheckbox')
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['Uploader', 'true'],
      ['State', 'true'],
      ['Audience', 'true'],
      ['Category', 'false'],
      ['Views', 'true'],
      ['Likes', 'false'],
      ['Length', 'true'],
      ['Size', 'false'],
      ['Date', 'true'],
    ])
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Size' }))
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Views' }))
    const picked = usual.map((title) => (title === 'Views' ? 'Length' : title === 'Length' ? 'Size' : title))
    await waitFor(() => expect(titles()).toEqual(picked))
    expect(table().getByText('4.2 MB')).toBeTruthy()
    unmount()
    renderContent([makeAdminVideo(1)])
    await screen.findByRole('row', { name: /Video 1/ })
    expect(titles()).toEqual(picked)
  })

  it('changes a video from its menu', async () => {
    const { sent } = renderContent([makeAdminVideo(1), makeAdminVideo(2, { hold: 'removed' })], {
      'PATCH /api/videos/1': makeAdminVideo(1),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Video 1' }))
    const items = () => screen.findAllByRole('menuitem')
    expect((await items()).map(({ textContent }) => textContent)).toEqual([
      'View',
      'Correct',
      'Make premium',
      'Make private',
      'Remove',
      'Delete',
    ])
    await pickItem('Make premium')
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ isPremium: true }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Video 1' }))
    await pickItem('Delete')
    expect(await screen.findByRole('alertdialog', { name: 'Delete Video' })).toBeTruthy()
  })

  it('keeps the selection and its actions', async () => {
    renderContent([makeAdminVideo(1), makeAdminVideo(2), makeAdminVideo(3)])
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Video 1' }))
    const user = userEvent.setup()
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Video 3' }))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('3 selected')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Selected videos' })).toBeTruthy()
  })
})

describe('filters', () => {
  it('stand in the address and in the request', async () => {
    const asked =
      '/api/admin/videos?limit=50&q=deep+sea&state=private&owner=alex&categoryId=3&isPremium=true&reported=true'
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
    expect(sent.map(({ path }) => path)).toEqual(['/api/admin/videos?limit=50'])
  })

  it('apply one after the other, with what was typed, and go all at once', async () => {
    const { sent } = renderContent([makeAdminVideo(1)], {
      'GET /api/admin/videos?limit=50&q=sea&state=rejected': [],
      'GET /api/admin/videos?limit=50&q=sea&state=rejected&reported=true': [],
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
    renderContent([makeAdminVideo(1), ofAlex], { 'GET /api/admin/videos?limit=50&owner=alex': [ofAlex] })
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
    const { sent } = renderContent([makeAdminVideo(1)], { 'GET /api/admin/videos?limit=50&owner=ale': [] })
    await cardOf('Video 1')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Uploader' }), ' ale {Enter}')
    expect(await screen.findByText('No videos by “ale” match. Enter the exact username.')).toBeTruthy()
    expect(sent.at(-1)?.path).toBe('/api/admin/videos?limit=50&owner=ale')
    await expectAccessible()
  })
})
