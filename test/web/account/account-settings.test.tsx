import { screen, waitFor } from '@testing-library/react'
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

function renderSettings(answers: PageOptions['answers'] = {}) {
  let known: Preferences = allOn
  return renderPage('/account', '/account', <LibrarySettings />, {
    viewer: makeUser({ emailVerified: false }),
    answers: {
      'GET /api/account/preferences': () => known,
      'PATCH /api/account/preferences': ({ body }: { body: unknown }) => {
        const { mails, emailNotifications: all, notices, ...change } = body as UpdatePreferences
        const next = { ...known.mails, ...(mails as Partial<Preferences['mails']>) }
        if (all !== undefined)
          for (const kind of ['reminders', 'videos', 'reports'] as const) next[kind] = all
        const { saveWatchHistory = known.saveWatchHistory } = change
        const emailNotifications = Object.values(next).some(Boolean)
        known = { ...known, saveWatchHistory, mails: next, emailNotifications }
        return known
      },
      ...answers,
    },
  })
}

/** Returns all switches but those of notifications, which are in a table. */
const switches = () =>
  screen
    .getAllByRole<HTMLInputElement>('switch')
    .filter((each) => !each.closest('table'))
    .map(({ checked }) => (checked ? 'on' : 'off'))
const noticeSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })

describe('settings of the library', () => {
  it('turn the history off, here as well', async () => {
    keepPlace(7, { id: 1, position: 50, told: 50 })
    const { queryClient } = renderSettings()
    await userEvent.click(await screen.findByRole('switch', { name: 'Save watch history' }))
    await waitFor(() => expect(queryClient.getQueryData(viewerQuery.queryKey)?.savesHistory).toBe(false))
    await waitFor(() => expect(switches()).toEqual(['off', 'on', 'on', 'on', 'on']))
    expect(localStorage.getItem('watch-log')).toBeNull()
    await expectAccessible()
  })

  it('turn mails off one by one, all at once, and on again', async () => {
    renderSettings()
    await userEvent.click(await screen.findByRole('switch', { name: 'Decisions about your videos' }))
    await waitFor(() => expect(switches()).toEqual(['on', 'on', 'on', 'off', 'on']))
    await userEvent.click(screen.getByRole('switch', { name: 'Email notifications' }))
    await waitFor(() => expect(switches()).toEqual(['on', 'off', 'off', 'off', 'off']))
    await userEvent.click(screen.getByRole('switch', { name: 'Before premium ends' }))
    await waitFor(() => expect(switches()).toEqual(['on', 'on', 'on', 'off', 'off']))
  })

  it('turn each kind of notification on or off, on the site and in the daily email', async () => {
    const video = { ...allOn.notices.video }
    const { sent } = renderSettings({
      'PATCH /api/account/preferences': ({ body }: { body: unknown }) => {
        Object.assign(video, (body as UpdatePreferences).notices?.video)
        return { ...allOn, notices: { ...allOn.notices, video: { ...video } } }
      },
    })
    const onSite = await noticeSwitch('New videos: On the site')
    const byEmail = await noticeSwitch('New videos: Daily email')
    await userEvent.click(byEmail)
    await waitFor(() => expect(byEmail.checked).toBe(true))
    await userEvent.click(onSite)
    await waitFor(() => expect(onSite.checked).toBe(false))
    // The daily email leaves out kinds that are turned off on the site.
    expect(byEmail.disabled).toBe(true)
    expect(screen.queryByRole('switch', { name: 'Comments: On the site' })).toBeNull()
    expect(screen.getByText(/Confirm your email address to get it/)).toBeTruthy()
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
        { notices: { video: { email: true } } },
        { notices: { video: { site: false } } },
      ]),
    )
    await expectAccessible()
  })

  it('turn the daily email off with all emails, and not on', async () => {
    const email = { site: true, email: true }
    renderSettings({
      'GET /api/account/preferences': { ...allOn, notices: { ...allOn.notices, video: email } },
      'PATCH /api/account/preferences': () => new Promise(() => {}),
    })
    expect((await noticeSwitch('New videos: Daily email')).checked).toBe(true)
    await userEvent.click(screen.getByRole('switch', { name: 'Email notifications' }))
    await waitFor(() => expect(switches()).toEqual(['on', 'off', 'off', 'off', 'off']))
    expect((await noticeSwitch('New videos: Daily email')).checked).toBe(false)
    expect((await noticeSwitch('New videos: On the site')).checked).toBe(true)
  })

  it('stand as they were when the server refuses', async () => {
    renderSettings({ 'PATCH /api/account/preferences': problem(500, 'internal', 'Not now.') })
    await userEvent.click(await screen.findByRole('switch', { name: 'Email notifications' }))
    expect(await screen.findByText('Update failed')).toBeTruthy()
    await waitFor(() => expect(switches()).toEqual(['on', 'on', 'on', 'on', 'on']))
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
    renderSettings({
      'PATCH /api/account/preferences': () => {
        asked += 1
        return asked === 1 ? first.promise : { ...allOn, mails: { ...allOn.mails, reports: false } }
      },
    })
    await userEvent.click(await screen.findByRole('switch', { name: 'Decisions about your videos' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Updates on your reports' }))
    await waitFor(() => expect(switches()).toEqual(['on', 'on', 'on', 'off', 'off']))
    first.resolve(problem(500, 'internal', 'Not now.'))
    expect(await screen.findByText('Update failed')).toBeTruthy()
    await waitFor(() => expect(switches()).toEqual(['on', 'on', 'on', 'on', 'off']))
  })

  it('say when they could not be loaded', async () => {
    renderSettings({ 'GET /api/account/preferences': problem(500, 'internal', 'Not now.') })
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  })
})
