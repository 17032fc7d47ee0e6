import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useParams } from 'react-router'
import { expect, it } from 'vitest'
import { listStepsQuery } from '#web/entities/list/list-queries'
import { PlayedList } from '#web/features/visit/watch/list/played-list.tsx'
import { renderPage } from '../../support/page'
import { makeUser, makeVideo } from '../../support/site'

const ids = Array.from({ length: 60 }, (_, at) => at + 101)
const item = (id: number) => ({ videoId: id, video: makeVideo(id), addedAt: '2026-11-20T03:04:05.000Z' })

const list = { id: 7, name: 'Long', linkKey: null, isClosed: false, count: 60, updatedAt: '' }
const step = (id: number) => ({ id, isPremium: false, userId: 1, key: null })

/** Responds with a part of the list. */
function part(from: number, to: number) {
  const some = ids.slice(from, to)
  return { [`GET /api/lists/7/videos?ids=${some.join('%2C')}`]: some.map(item) }
}

it('shows the list around the video that plays, and more on request', async () => {
  renderPage('/video/141?list=7', '/video/:id', <PlayedList videoId={141} />, {
    viewer: makeUser(),
    answers: {
      'GET /api/lists/7': list,
      'GET /api/lists/7/order': ids.map(step),
      ...part(32, 56),
      ...part(8, 32),
      ...part(0, 8),
    },
  })
  const region = await screen.findByLabelText('List: Long')
  const panel = within(region)
  const press = (label: string) => fireEvent.click(panel.getByText(label))
  const expectShown = (from: number, to: number) =>
    waitFor(() => {
      const links = [...region.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
      expect(links).toEqual(ids.slice(from, to).map((id) => `/video/${id}?list=7`))
    })

  expect(await panel.findByText('41 of 60')).toBeTruthy()
  await expectShown(32, 56)
  expect(region.querySelector('[aria-current]')?.getAttribute('href')).toBe('/video/141?list=7')
  press('Show earlier')
  await expectShown(8, 56)
  press('Show earlier')
  await expectShown(0, 56)
  expect(panel.queryByText('Show earlier')).toBeNull()
  expect(document.activeElement).toBe(region)
  // The last four can't be loaded now.
  press('Show more')
  expect(await panel.findByText('Try again')).toBeTruthy()
  await expectShown(0, 56)
  expect(panel.queryByText('Show more')).toBeNull()
})

function Page() {
  return <PlayedList videoId={Number(useParams().id)} />
}

it('stays where the viewer scrolled while videos leave the list, and follows the one that plays', async () => {
  let order = ids
  const asked = Promise.withResolvers<void>()
  const late = ([request, answer]: [string, unknown]) => [request, () => asked.promise.then(() => answer)]
  const { queryClient } = renderPage('/video/133?list=7', '/video/:id', <Page />, {
    viewer: makeUser(),
    answers: {
      'GET /api/lists/7': list,
      'GET /api/lists/7/order': () => order.map(step),
      ...part(24, 48),
      ...part(0, 24),
      ...Object.fromEntries(Object.entries({ ...part(9, 33), ...part(33, 57) }).map(late)),
    },
  })
  const panel = await screen.findByRole('list', { name: 'Videos in this list' })
  const shown = () =>
    [...panel.querySelectorAll('li a')].map((link) => Number(link.getAttribute('href')?.match(/\d+/)?.[0]))
  await waitFor(() => expect(shown()).toEqual(ids.slice(24, 48)))
  fireEvent.click(within(panel).getByText('Show earlier'))
  await waitFor(() => expect(shown()).toEqual(ids.slice(0, 48)))

  panel.scrollTop = 500
  const row = panel.querySelector('a[href^="/video/145?"]')
  // The video that plays is now the last of the earlier part.
  order = ids.slice(9)
  await act(() => queryClient.invalidateQueries(listStepsQuery('7')))
  await waitFor(() => expect(shown()).toEqual([...ids.slice(9, 24), ...ids.slice(33, 48)]))
  expect(screen.queryByLabelText('Loading the list')).toBeNull()
  asked.resolve()
  await waitFor(() => expect(shown()).toEqual(ids.slice(9, 57)))
  expect(panel.querySelector('[aria-current]')?.getAttribute('href')).toBe('/video/133?list=7')
  expect(panel.querySelector('a[href^="/video/145?"]')).toBe(row)
  expect(panel.scrollTop).toBe(500)

  if (row) fireEvent.click(row)
  await waitFor(() => expect(row?.getAttribute('aria-current')).toBe('true'))
  expect(panel.scrollTop).not.toBe(500)
})
