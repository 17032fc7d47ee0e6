import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { keepPlace } from '#web/entities/video/history/watch-log'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { LibrarySettings } from '#web/features/account/profile/library-settings.tsx'
import { expectAccessible } from '../support/axe'
import { allOn } from '../support/library'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser } from '../support/site'

/** Renders the settings before a server that only remembers what it is told. */
function renderSettings(answers: PageOptions['answers'] = {}) {
  let known: Preferences = allOn
  return renderPage('/account', '/account', <LibrarySettings />, {
    viewer: makeUser({ emailVerified: false }),
    answers: {
      'GET /api/account/preferences': () => known,
      'PATCH /api/account/preferences': ({ body }: { body: unknown }) => {
        const { emailNotifications: all, notices = {}, saveWatchHistory } = body as UpdatePreferences
        const next = structuredClone(known)
        next.saveWatchHistory = saveWatchHistory ?? next.saveWatchHistory
        for (const [kind, choices = {}] of Object.entries(next.notices)) {
          if (all !== undefined && 'email' in choices) choices.email = all
          if (all !== undefined && 'daily' in choices) choices.daily = all
          Object.assign(choices, notices[kind as keyof typeof notices])
        }
        next.emailNotifications = Object.values(next.notices).some(
          (choices) => choices?.email || choices?.daily,
        )
        known = next
        return known
      },
      ...answers,
    },
  })
}

const shown = (each: HTMLInputElement) => (each.checked ? 'on' : 'off')
/** Returns the switches beside the table: the history's, and the one of all emails. */
const switches = () =>
  screen
    .getAllByRole<HTMLInputElement>('switch')
    .filter((each) => !each.closest('table'))
    .map(shown)
/** Returns the table's switches by row, without the cells that have none. */
const table = (): Record<string, string> =>
  Object.fromEntries(
    screen.getAllByRole('rowheader').map((header) => [
      header.firstChild?.textContent,
      within(header.closest('tr') as HTMLElement)
        .getAllByRole<HTMLInputElement>('switch')
        .map(shown)
        .join(' '),
    ]),
  )
const start = {
  'New videos': 'on off',
  Decisions: 'on on off',
  'Your reports': 'on on off',
  'Your requests': 'on',
  'Before premium ends': 'on',
}
const noticeSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })

describe('settings of the library', () => {
  it('turn the history off, here as well', async () => {
    keepPlace(7, { id: 1, position: 50, told: 50 })
    const { queryClient } = renderSettings()
    await userEvent.click(await screen.findByRole('switch', { name: 'Save watch history' }))
    await waitFor(() => expect(queryClient.getQueryData(viewerQuery.queryKey)?.savesHistory).toBe(false))
    await waitFor(() => expect(switches()).toEqual(['off', 'on']))
    expect(localStorage.getItem('watch-log')).toBeNull()
    await expectAccessible()
  })

  it('turn emails off one by one, all at once, and on again', async () => {
    renderSettings()
    await userEvent.click(await noticeSwitch('Decisions: Instant email'))
    await waitFor(() => expect(table()).toEqual({ ...start, Decisions: 'on off off' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Email notifications' }))
    const off = { Decisions: 'on off off', 'Your reports': 'on off off', 'Before premium ends': 'off' }
    await waitFor(() => expect([switches(), table()]).toEqual([['on', 'off'], { ...start, ...off }]))
    await userEvent.click(await noticeSwitch('Before premium ends: Instant email'))
    await waitFor(() => expect(switches()).toEqual(['on', 'on']))
    await userEvent.click(screen.getByRole('switch', { name: 'Email notifications' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Email notifications' }))
    const on = Object.values(table()).flatMap((row) => row.split(' '))
    expect([switches(), on]).toEqual([['on', 'on'], Array.from({ length: 10 }, () => 'on')])
  })

  it('are a table of what concerns the account, by kind and way', async () => {
    const { sent } = renderSettings()
    const onSite = await noticeSwitch('New videos: On the site')
    const daily = await noticeSwitch('New videos: Daily email')
    const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(columns).toEqual(['Kind', 'On the site', 'Instant email', 'Daily email'])
    expect(table()).toEqual(start)
    expect(screen.getAllByText('Not available')).toHaveLength(5)
    await userEvent.click(daily)
    await waitFor(() => expect(daily.checked).toBe(true))
    await userEvent.click(onSite)
    await waitFor(() => expect(onSite.checked).toBe(false))
    // The daily email leaves out kinds that are turned off on the site.
    expect(daily.disabled).toBe(true)
    expect(screen.getByText(/Confirm your email address to get it/)).toBeTruthy()
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
        { notices: { video: { daily: true } } },
        { notices: { video: { site: false } } },
      ]),
    )
    await expectAccessible()
  })

  it('take the space of the same table while they load, which no one can use', async () => {
    const rows = () =>
      screen.getAllByRole('rowheader', { hidden: true }).map(({ textContent }) => textContent)
    const answer = Promise.withResolvers<Preferences>()
    renderSettings({ 'GET /api/account/preferences': () => answer.promise })
    const before = rows()
    expect(screen.queryAllByRole('switch')).toEqual([])
    answer.resolve(allOn)
    await noticeSwitch('New videos: Daily email')
    expect(rows()).toEqual(before)
  })

  it('stand as they were when the server refuses', async () => {
    renderSettings({ 'PATCH /api/account/preferences': problem(500, 'internal', 'Not now.') })
    await userEvent.click(await screen.findByRole('switch', { name: 'Email notifications' }))
    expect(await screen.findByText('Update failed')).toBeTruthy()
    await waitFor(() => expect([switches(), table()]).toEqual([['on', 'on'], start]))
  })

  it('show every wish of a quick hand, and end with the last', async () => {
    const { sent } = renderSettings()
    const toggle = await screen.findByRole('switch', { name: 'Save watch history' })
    for (let times = 0; times < 3; times += 1) await userEvent.click(toggle)
    await waitFor(() => expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(3))
    await waitFor(() => expect(switches()[0]).toBe('off'))
  })

  it('say what was refused, although what came after it was not', async () => {
    const first = Promise.withResolvers<Response>()
    let asked = 0
    const report = { ...allOn.notices.report, email: false }
    renderSettings({
      'PATCH /api/account/preferences': () => {
        asked += 1
        return asked === 1 ? first.promise : { ...allOn, notices: { ...allOn.notices, report } }
      },
    })
    await userEvent.click(await noticeSwitch('Decisions: Instant email'))
    await userEvent.click(await noticeSwitch('Your reports: Instant email'))
    const both = { Decisions: 'on off off', 'Your reports': 'on off off' }
    await waitFor(() => expect(table()).toEqual({ ...start, ...both }))
    first.resolve(problem(500, 'internal', 'Not now.'))
    expect(await screen.findByText('Update failed')).toBeTruthy()
    await waitFor(() => expect(table()).toEqual({ ...start, 'Your reports': 'on off off' }))
  })

  it('say when they could not be loaded', async () => {
    renderSettings({ 'GET /api/account/preferences': problem(500, 'internal', 'Not now.') })
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  })
})
