import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AccountPage } from '#web/app/pages/account/account.tsx'
import { continueQuery, histories } from '#web/entities/video/history/queries'
import { keepPlace } from '#web/entities/video/history/watch-log'
import { videoQuery } from '#web/entities/video/video-queries'
import { groupByDay } from '#web/features/account/history/group-by-day'
import { expectAccessible } from '../support/axe'
import { withNext } from '../support/content'
import { allOn, makeWatched } from '../support/library'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser, makeVideo } from '../support/site'

const viewer = makeUser()
const done = new Response(null, { status: 204 })

async function renderHistory(answers: PageOptions['answers'] = {}, address = '/account?tab=history') {
  const view = renderPage(address, '/account', <AccountPage />, {
    viewer,
    answers: {
      'GET /api/account/history': () => [makeWatched(1, { position: 30 }), makeWatched(2)],
      ...answers,
    },
  })
  await screen.findByRole('region', { name: 'Watch History' })
  return view
}

const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

describe('watch history', () => {
  it('lists what was watched, with how far, and leads there', async () => {
    await renderHistory()
    const list = await screen.findByRole('list', { name: 'Watched: Today' })
    expect(titles()).toEqual(['Video 1', 'Video 2'])
    expect(within(list).getByText('40% watched')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Video 1' }).getAttribute('href')).toBe('/video/1')
    await expectAccessible()
  })

  it('says what would stand here', async () => {
    await renderHistory({ 'GET /api/account/history': [] })
    expect(await screen.findByText('Your watch history will appear here.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
    await expectAccessible()
  })

  it('searches, says when nothing is found, and shows everything again', async () => {
    const user = userEvent.setup()
    await renderHistory({
      'GET /api/account/history?q=slow': [makeWatched(9)],
      'GET /api/account/history?q=fast': [],
    })
    const field = screen.getByRole('searchbox', { name: 'Search watch history' })
    await user.type(field, ' slow {Enter}')
    await waitFor(() => expect(titles()).toEqual(['Video 9']))
    await user.clear(field)
    await user.type(field, 'fast{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Show everything' }))
    await waitFor(() => expect(titles()).toEqual(['Video 1', 'Video 2']))
    expect((field as HTMLInputElement).value).toBe('')
    expect(document.activeElement).toBe(field)
  })

  it('goes on where a search found nothing yet', async () => {
    await renderHistory(
      {
        'GET /api/account/history?q=slow': withNext([], '/api/account/history?q=slow&cursor=next'),
        'GET /api/account/history?q=slow&cursor=next': [makeWatched(9)],
      },
      '/account?tab=history&find=slow',
    )
    expect(await screen.findByText('No matches so far.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toEqual(['Video 9']))
  })

  it('takes one out at once, forgets its place, and moves the focus on', async () => {
    keepPlace(viewer.id, { id: 1, position: 30, told: 30 })
    const { sent, queryClient } = await renderHistory({ 'DELETE /api/account/history/1': done })
    queryClient.setQueryData(videoQuery(1).queryKey, makeVideo(1, { position: 30 }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from history: Video 1' }))
    await waitFor(() => expect(titles()).toEqual(['Video 2']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove from history: Video 2')
    await waitFor(() => expect(localStorage.getItem('watch-log')).not.toContain('30'))
    expect(queryClient.getQueryData(videoQuery(1).queryKey)?.position).toBeNull()
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('asks again for what it stopped asking for', async () => {
    const read = Promise.withResolvers<unknown>()
    const reads = [[makeWatched(1), makeWatched(2)], read.promise, [makeWatched(3), makeWatched(2)]]
    const { queryClient } = await renderHistory({
      'GET /api/account/history': () => reads.shift(),
      'DELETE /api/account/history/1': done,
    })
    const remove = await screen.findByRole('button', { name: 'Remove from history: Video 1' })
    void queryClient.invalidateQueries(histories)
    await waitFor(() => expect(reads).toHaveLength(1))
    await userEvent.click(remove)
    await waitFor(() => expect(titles()).toEqual(['Video 3', 'Video 2']))
  })

  it('has it back when the server refuses', async () => {
    await renderHistory({ 'DELETE /api/account/history/1': problem(500, 'internal', 'Not now.') })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from history: Video 1' }))
    expect(await screen.findByText("Couldn't remove it")).toBeTruthy()
    expect(screen.getByText('Not now.')).toBeTruthy()
    await waitFor(() => expect(titles()).toEqual(['Video 1', 'Video 2']))
  })

  it('clears everything once that is confirmed', async () => {
    keepPlace(viewer.id, { id: 5, position: 77, told: 77 })
    let entries = [makeWatched(1)]
    const { queryClient } = await renderHistory({
      'GET /api/account/history': () => entries,
      'DELETE /api/account/history': () => {
        entries = []
        return done
      },
    })
    await screen.findByText('Video 1')
    queryClient.setQueryData(videoQuery(5).queryKey, makeVideo(5, { position: 77 }))
    queryClient.setQueryData(continueQuery.queryKey, {
      items: [makeVideo(5, { position: 77 })],
      nextCursor: null,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Clear watch history' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Clear history' }))
    expect(await screen.findByText('Your watch history will appear here.')).toBeTruthy()
    expect(localStorage.getItem('watch-log')).toBeNull()
    expect(queryClient.getQueryData(videoQuery(5).queryKey)?.position).toBeNull()
    expect(queryClient.getQueryState(continueQuery.queryKey)?.isInvalidated).toBe(true)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Watch History' })),
    )
  })

  it('is paused and resumed; paused, this browser forgets its places too', async () => {
    keepPlace(viewer.id, { id: 5, position: 77, told: 77 })
    const { sent } = await renderHistory({
      'PATCH /api/account/preferences': ({ body }: { body: unknown }) => ({ ...allOn, ...(body as object) }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Pause history' }))
    expect(await screen.findByText('Watch history is paused')).toBeTruthy()
    expect(localStorage.getItem('watch-log')).toBeNull()
    await expectAccessible()
    await userEvent.click(await screen.findByRole('button', { name: 'Resume history' }))
    await waitFor(() => expect(screen.queryByText('Watch history is paused')).toBeNull())
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { saveWatchHistory: false },
      { saveWatchHistory: true },
    ])
  })
})

describe('groupByDay', () => {
  it("names the days of the viewer's own calendar", () => {
    const now = new Date(2026, 10, 21, 0, 30)
    const at = (...parts: [number, number, number, number]) =>
      makeWatched(1, { watchedAt: new Date(...parts).toISOString() })
    const days = groupByDay(
      [at(2026, 10, 21, 0), at(2026, 10, 20, 23), at(2026, 10, 20, 1), at(2026, 10, 19, 23)],
      now,
    )
    expect(days.map(({ label, entries }) => [label, entries.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      ['November 19, 2026', 1],
    ])
  })
})
