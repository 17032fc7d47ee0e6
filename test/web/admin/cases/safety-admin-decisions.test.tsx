import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { offerPassword } from '#web/entities/viewer/with-password'
import { expectAccessible } from '../../support/axe'
import { problem } from '../../support/page'
import { openReports, renderReports } from '../../support/reports'
import { makeAdminReport } from '../../support/safety'

describe('deciding reports', () => {
  const decide = 'POST /api/admin/reports/1/decide'

  it('asks for the reason, keeps it when it fails, and clears the queue', async () => {
    let answer: unknown = problem(409, 'conflict', 'These reports have been decided.')
    let reports = [makeAdminReport(1, { openOfVideo: 2 })]
    const { sent } = renderReports({ [openReports]: () => reports, [decide]: () => answer })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove video Convergence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove video' }))
    expect(dialog.getByText(/All its 2 open reports will be upheld/)).toBeTruthy()
    const submit = await dialog.findByRole('button', { name: 'Remove video' })
    await userEvent.click(submit)
    const note = dialog.getByLabelText<HTMLTextAreaElement>('Reason, in your own words')
    expect(dialog.getByText('Explain why in a sentence or two.')).toBeTruthy()
    expect(document.activeElement).toBe(note)
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.type(note, 'It shows what the law forbids.')
    await userEvent.click(submit)
    expect(await dialog.findByText('These reports have been decided.')).toBeTruthy()
    expect(note.value).toBe('It shows what the law forbids.')
    answer = { ok: true }
    reports = []
    await userEvent.click(submit)
    expect(await screen.findByText('Video removed')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Reports' })))
    expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      decision: 'remove',
      note: 'It shows what the law forbids.',
    })
  })

  it('dismisses a flood from one network with one reason, in as many requests as that takes', async () => {
    let reports = [makeAdminReport(1, { isOfFlood: true }), makeAdminReport(2, { videoId: 2 })]
    const answers = [
      { reports: 50, videos: 50, hasMore: true },
      { reports: 7, videos: 7, hasMore: false },
    ]
    const { sent } = renderReports({
      [openReports]: () => reports,
      'POST /api/admin/reports/1/dismiss-network': () => {
        reports = []
        return answers.shift()
      },
    })
    await screen.findByText('Others came from this network within an hour')
    const [button] = screen.getAllByRole('button', { name: /^Dismiss all reports from the network/ })
    await userEvent.click(button as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss all from this network' }))
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'These reports are made up.')
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Dismiss all' }))
    expect(await screen.findByText('57 reports dismissed')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeTruthy()
    const posts = sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(posts).toEqual(Array(2).fill({ note: 'These reports are made up.' }))
  })

  it('dismisses', async () => {
    let reports = [makeAdminReport(1)]
    const { sent } = renderReports({
      [openReports]: () => reports,
      [decide]: () => {
        reports = []
        return new Response(null, { status: 204 })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss the reports of Convergence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss reports' }))
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'Nothing is wrong with it.')
    await userEvent.click(dialog.getByRole('button', { name: 'Dismiss reports' }))
    expect(await screen.findByText('Reports dismissed')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { decision: 'dismiss', note: 'Nothing is wrong with it.', seen: 1 },
    ])
  })

  it('says which it dismisses: up to the newest that stood there, whatever the order', async () => {
    const videos = '/api/admin/reports?status=open&videoId=1'
    const { sent } = renderReports(
      {
        [`GET ${videos}`]: [makeAdminReport(9, { openOfVideo: 2 }), makeAdminReport(4, { openOfVideo: 2 })],
        'POST /api/admin/reports/9/decide': new Response(null, { status: 204 }),
      },
      '&video=1',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss the reports of Convergence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss reports' }))
    expect(dialog.getByText(/The 2 open reports shown here will be dismissed/)).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'Nothing is wrong with it.')
    await userEvent.click(dialog.getByRole('button', { name: 'Dismiss reports' }))
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        { decision: 'dismiss', note: 'Nothing is wrong with it.', seen: 9 },
      ]),
    )
  })

  it('dismisses none under a filter that leaves out others of the same video', async () => {
    const spam = makeAdminReport(4, { reason: 'spam', openOfVideo: 2 })
    renderReports(
      { 'GET /api/admin/reports?status=open&reason=spam': [spam], [openReports]: [spam] },
      '&reason=spam',
    )
    const card = within(await screen.findByRole('article'))
    expect(card.getByText(/Check them all before you dismiss any/)).toBeTruthy()
    expect(card.queryByRole('button', { name: /^Dismiss/ })).toBeNull()
    expect(card.getByRole('button', { name: /^Remove video/ })).toBeTruthy()
    // The whole list is in order of arrival: a case missing from it came later.
    await userEvent.selectOptions(screen.getByLabelText('Reason'), '')
    expect(await screen.findByRole('button', { name: /^Dismiss/ })).toBeTruthy()
  })

  it('asks for the password where the server wants it, and goes on', async () => {
    let isConfirmed = false
    const withdraw = offerPassword(async () => {
      isConfirmed = true
      return true
    })
    renderReports({
      [openReports]: [makeAdminReport(1)],
      [decide]: () =>
        isConfirmed
          ? new Response(null, { status: 204 })
          : problem(403, 'password_required', 'Please confirm your password.'),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove video Convergence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove video' }))
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'It shows what the law forbids.')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
    expect(await screen.findByText('Video removed')).toBeTruthy()
    withdraw()
  })
})
