import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/schemas/site/notices'
import { noticeOutcomes } from '#contract/values/shared/notices'
import { NotificationsPage } from '#web/app/pages/account/notifications.tsx'
import { saidOf } from '#web/entities/notice/notice-words'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { expectAccessible } from '../support/axe'
import { type PageOptions, renderPage } from '../support/page'
import { makeUser } from '../support/site'

const at = (minute: number) => `2026-11-20T03:${String(minute).padStart(2, '0')}:00.000Z`

function makeNotice(over: Partial<Notice> = {}): Notice {
  return {
    id: 'n1',
    kind: 'review',
    outcome: 'approved',
    at: at(5),
    isRead: false,
    count: 1,
    video: { id: 5, title: 'Slow light' },
    username: null,
    ref: null,
    commentId: null,
    ...over,
  }
}

const list = [
  makeNotice(),
  makeNotice({ id: 'n2', kind: 'comment', outcome: null, at: at(4), count: 3, username: 'ada' }),
  makeNotice({
    id: 'n3',
    kind: 'report',
    outcome: 'upheld',
    at: at(3),
    ref: 'code',
    isRead: true,
    video: null,
  }),
]

function renderNotices(answers: PageOptions['answers'] = {}, unread = 2) {
  return renderPage('/notifications', '/notifications', <NotificationsPage />, {
    viewer: makeUser({ unread }),
    answers: { 'GET /api/notifications': list, 'POST /api/notifications/read': { unread: 1 }, ...answers },
  })
}

describe('the page of notifications', () => {
  it('lists them with what they lead to, and marks one by itself', async () => {
    const { sent, queryClient } = renderNotices()
    const first = await screen.findByRole('link', { name: /Approved: “Slow light”/ })
    expect(first.getAttribute('href')).toBe('/video/5')
    const thread = screen.getByRole('link', { name: /3 new comments on “Slow light”/ })
    expect(thread.getAttribute('href')).toBe('/video/5#comments')
    const decided = screen.getByRole('link', { name: /no longer on the site/ })
    expect(decided.getAttribute('href')).toBe('/reports/code')
    expect(decided.textContent).not.toContain('Unread')
    await expectAccessible()
    expect(document.title).not.toContain('Slow light')
    await userEvent.click(screen.getAllByRole('button', { name: 'Mark as read' })[0] as HTMLElement)
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1))
    expect(document.activeElement).toBe(first)
    expect(sent.at(-1)).toMatchObject({ method: 'POST', body: { ids: ['n1'] } })
    await waitFor(() => expect(queryClient.getQueryData(viewerQuery.queryKey)?.unread).toBe(1))
  })

  it('marks all that is shown, and takes it back when that is refused', async () => {
    const { sent } = renderNotices({ 'POST /api/notifications/read': { unread: 0 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
    expect(sent.at(-1)?.body).toEqual({ upTo: at(5) })
  })

  it('says what will be there', async () => {
    renderNotices({ 'GET /api/notifications': [] }, 0)
    expect(await screen.findByRole('heading', { name: 'Nothing new' })).toBeTruthy()
    await expectAccessible()
  })
})

it('says something of every outcome, and leads somewhere where it can', () => {
  for (const outcome of noticeOutcomes) {
    const { text, to } = saidOf(makeNotice({ outcome, ref: '7' }))
    expect(text).toMatch(/\.$/)
    expect(to).toMatch(/^\//)
    const without = saidOf(makeNotice({ outcome, video: null }))
    expect(without.text).not.toContain('“')
  }
})
