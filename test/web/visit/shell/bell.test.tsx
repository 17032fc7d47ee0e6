import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/schemas/site/notices'
import { expectAccessible } from '../../support/axe'
import { makeUser, renderSite } from '../../support/site'

const notice: Notice = {
  id: 'v5',
  kind: 'video',
  outcome: null,
  at: '2026-11-20T03:04:05.000Z',
  isRead: false,
  count: 1,
  video: { id: 5, title: 'Slow light' },
  username: 'creator',
  ref: null,
  commentId: null,
}
const latest = '/api/notifications?limit=6'
const read = '/api/notifications/read'
const bell = (name: string | RegExp) => within(screen.getByRole('banner')).findByRole('button', { name })

function renderBell(unread: number, answers = {}) {
  const all = { [latest]: [notice], [read]: { unread: 0 }, ...answers }
  return renderSite('/premium', { viewer: makeUser({ unread }), answers: all })
}

describe('the bell', () => {
  it('is there for an account alone, and counts up to nine', async () => {
    const visitor = renderSite('/premium')
    expect(within(screen.getByRole('banner')).queryByRole('button', { name: /Notifications/ })).toBeNull()
    visitor.unmount()
    renderBell(3)
    expect((await bell('Notifications, 3 unread')).textContent).toBe('3')
  })

  it('shows 9+ beyond', async () => {
    renderBell(10)
    expect((await bell('Notifications, 9+ unread')).textContent).toBe('9+')
  })

  it('opens the latest, marks one that is opened, and closes with the page', async () => {
    const { requests } = renderBell(1)
    await userEvent.click(await bell('Notifications, 1 unread'))
    const panel = within(await screen.findByRole('region', { name: 'Notifications' }))
    const link = await panel.findByRole('link', { name: /creator published “Slow light”/ })
    expect(link.getAttribute('href')).toBe('/video/5')
    expect(link.textContent).toContain('Unread')
    await expectAccessible()
    await userEvent.click(link)
    await waitFor(async () =>
      expect((await bell('Notifications')).getAttribute('aria-expanded')).toBe('false'),
    )
    expect(requests).toContain(read)
  })

  it('closes with Escape, which gives the focus back, and when it is left', async () => {
    renderBell(0)
    await userEvent.click(await bell('Notifications'))
    await screen.findByRole('link', { name: 'See all' })
    await userEvent.tab()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull()
    expect(document.activeElement).toBe(await bell('Notifications'))
    await userEvent.click(await bell('Notifications'))
    await userEvent.click(document.body)
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull()
  })

  it('marks all as read, and says when that failed', async () => {
    renderBell(2, { [read]: new Response('{"detail":"Not now."}', { status: 500 }) })
    await userEvent.click(await bell('Notifications, 2 unread'))
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByText("Couldn't mark them as read")).toBeTruthy()
    expect(await bell('Notifications, 2 unread')).toBeTruthy()
  })

  it('keeps the focus within when all are read, so that Escape closes it', async () => {
    renderBell(2)
    await userEvent.click(await bell('Notifications, 2 unread'))
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull()
  })

  it('says what will be there, and when it could not be loaded', async () => {
    const first = renderBell(0, { [latest]: [] })
    await userEvent.click(await bell('Notifications'))
    expect(await screen.findByText(/appear here/)).toBeTruthy()
    first.unmount()
    renderBell(0, { [latest]: new Response('{}', { status: 500 }) })
    await userEvent.click(await bell('Notifications'))
    const panel = within(await screen.findByRole('region', { name: 'Notifications' }))
    expect(await panel.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
