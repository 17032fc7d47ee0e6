import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PlayedList } from '../../../web/features/visit/watch/list/played-list'
import { renderPage } from '../support/page'
import { makeUser, makeVideo } from '../support/site'

const ids = Array.from({ length: 60 }, (_, at) => at + 101)
const item = (id: number) => ({ videoId: id, video: makeVideo(id), addedAt: '2026-11-20T03:04:05.000Z' })

/** Answers with a part of the list. */
function part(from: number, to: number) {
  const some = ids.slice(from, to)
  return { [`GET /api/lists/7/videos?ids=${some.join('%2C')}`]: some.map(item) }
}

it('shows the list around the video that plays, and more on request', async () => {
  renderPage('/video/141?list=7', '/video/:id', <PlayedList videoId={141} />, {
    viewer: makeUser(),
    answers: {
      'GET /api/lists/7': { id: 7, name: 'Long', linkKey: null, isClosed: false, count: 60, updatedAt: '' },
      'GET /api/lists/7/order': ids.map((id) => ({ id, isPremium: false, userId: 1, key: null })),
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
  // The last four can't be had now.
  press('Show more')
  expect(await panel.findByText('Try again')).toBeTruthy()
  await expectShown(0, 56)
  expect(panel.queryByText('Show more')).toBeNull()
})
