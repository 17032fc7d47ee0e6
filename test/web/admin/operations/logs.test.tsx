import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { makeEntry, makeMail } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

function renderTab(tab: string, answers: NonNullable<PageOptions['answers']>) {
  return renderPage(`/admin?tab=${tab}`, '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: true }),
    answers,
  })
}

describe('the audit log', () => {
  const list = 'GET /api/admin/audit'

  it('says who did what to what, and what it changed', async () => {
    renderTab('audit', {
      [list]: [
        makeEntry(3, {
          action: 'user.ban',
          subject: 'user',
          subjectId: '12',
          subjectName: 'noor',
          reason: 'Spam.',
          details: {
            before: { banUntil: null, isAdmin: false },
            after: { banUntil: Date.UTC(2027, 0, 1), isAdmin: false },
            videos: 4,
          },
        }),
        makeEntry(2, { actor: null, action: 'video.quarantine', details: { after: { hold: 'quarantine' } } }),
        makeEntry(1, {
          action: 'storage.clean',
          subject: 'storage',
          details: { before: null, after: { until: '2027-01-01T12:00:00.000Z' } },
        }),
      ],
    })
    const [first, second, third] = await screen.findAllByRole('article')
    expect(first?.textContent).toContain('boss banned noor')
    expect(first?.textContent).toContain('Spam.')
    const rows = within(first as HTMLElement).getAllByRole('row')
    expect(rows.map((row) => row.textContent?.replaceAll(/Dec 31.*M|Jan 1.*M/g, 'TIME'))).toEqual([
      'FieldBeforeAfter',
      'ban untilnoneTIME',
      'videos–4',
    ])
    expect(
      within(first as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/admin?tab=users&user=12')
    expect(second?.textContent).toContain('The system hid video 41 until a report is decided')
    expect(
      within(second as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/video/41')
    expect(third?.textContent).toContain('boss deleted orphaned files from the storage')
    expect(third?.textContent).toMatch(/untilnone(Dec 31, 2026|Jan [12], 2027), \d/)
    await expectAccessible()
  })

  it('is searched by act, thing and person, all in the address', async () => {
    const { sent } = renderTab('audit', {
      [list]: [makeEntry(1)],
      [`${list}?action=video.remove&actor=boss&subject=video&subjectId=41&from=2026-11-01`]: [],
    })
    await screen.findByRole('article')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Video removed')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Video')
    await userEvent.type(screen.getByRole('textbox', { name: 'ID' }), ' 41')
    await userEvent.type(screen.getByLabelText('From'), '2026-11-01')
    await userEvent.type(screen.getByRole('textbox', { name: 'Done by' }), 'boss{Enter}')
    expect(await screen.findByRole('heading', { name: 'No entry found' })).toBeTruthy()
    const person = screen.getByRole<HTMLInputElement>('textbox', { name: 'Done by' })
    expect(person.value).toBe('boss')
    expect(document.activeElement).toBe(person)
    await userEvent.click(screen.getByRole('button', { name: 'Show all entries' }))
    expect(await screen.findByRole('article')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Audit log' }))
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Action' }).value).toBe('')
    expect(sent).toHaveLength(2)
  })

  it('opens with the search that the address names', async () => {
    renderTab('audit&subject=user&subjectId=12', {
      [`${list}?subject=user&subjectId=12`]: [makeEntry(9)],
    })
    expect(await screen.findByText(/entry 9/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'ID' }).value).toBe('12')
  })

  it.each([
    [{ isPublic: true }, { isPublic: false }, 'boss made “Ferry” private'],
    [
      { isPremium: false, isPublic: false },
      { isPremium: true, isPublic: true },
      'boss made “Ferry” premium and public',
    ],
    [{ isPublic: true, title: 'A' }, { isPublic: false, title: 'B' }, 'boss changed “Ferry”'],
  ])('says in a sentence what became of a video: %j %j', async (before, after, sentence) => {
    const details = { before, after }
    const over = { action: 'video.update', subjectName: 'Ferry', details }
    renderTab('audit', { [list]: [makeEntry(1, over)] })
    expect((await screen.findByRole('article')).querySelector('h2')?.textContent?.trim()).toBe(sentence)
  })

  it('goes on looking where a page was empty', async () => {
    const next = '/api/admin/audit?cursor=abc'
    renderTab('audit', {
      [list]: Response.json([], { headers: { link: `<${next}>; rel="next"` } }),
      [`GET ${next}`]: [makeEntry(1)],
    })
    expect(await screen.findByText('No matches so far.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('article')).toBeTruthy()
  })
})

describe('mail', () => {
  const waiting = 'GET /api/admin/mail?state=waiting'

  it('is listed by state and recipient', async () => {
    renderTab('mail', {
      [waiting]: [makeMail(1)],
      'GET /api/admin/mail?state=failed': [makeMail(2, { nextAttemptAt: null, lastError: 'Mailbox full.' })],
      'GET /api/admin/mail?state=failed&recipient=eve%40example.org': [],
    })
    expect(await screen.findByText('user1@example.org')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Failed' }))
    expect(await screen.findByText('Mailbox full.')).toBeTruthy()
    await expectAccessible()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Recipient' }), 'eve@example.org{Enter}')
    expect(await screen.findByRole('heading', { name: 'No email found' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show every recipient' }))
    expect(await screen.findByText('Mailbox full.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Email' }))
  })

  it('can be read, and sent on its way again', async () => {
    let mails = [makeMail(2, { nextAttemptAt: null, attempts: 8, lastError: 'Mailbox full.' })]
    const { sent } = renderTab('mail&view=failed', {
      'GET /api/admin/mail?state=failed': () => mails,
      'POST /api/admin/mail/2/retry': () => {
        mails = []
        return makeMail(2)
      },
    })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Details of email 2 to user2@example.org' }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Subject 2' }))
    expect(dialog.getByText('Dear reader.')).toBeTruthy()
    expect(dialog.getByText(/Gave up, 8 tries so far/)).toBeTruthy()
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Retry now' }))
    expect(await screen.findByText('Queued again')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No failed email' })).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
    const region = screen.getByRole('region', { name: 'Email' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('that was sent is only read', async () => {
    renderTab('mail&view=sent', {
      'GET /api/admin/mail?state=sent': [
        makeMail(3, { sentAt: '2026-11-20T10:01:00.000Z', nextAttemptAt: null }),
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Details of email 3/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('button', { name: 'Retry now' })).toBeNull()
  })

  it('hides whom it is for where the caller may not know', async () => {
    renderTab('mail', { [waiting]: [makeMail(4, { recipient: null, subject: null, body: null })] })
    expect(await screen.findByRole('cell', { name: 'Hidden' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Details of email 4' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'About a report or removal request' }))
    expect(dialog.getByText("Your role can't see who reports videos or asks for removals.")).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Retry now' })).toBeTruthy()
  })

  it('says why it could not be sent again', async () => {
    renderTab('mail', {
      [waiting]: [makeMail(1)],
      'POST /api/admin/mail/1/retry': problem(409, 'conflict', 'This email has already been sent.'),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Details of email 1/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry now' }))
    expect(
      await screen.findByText('Failed to retry the email. This email has already been sent.'),
    ).toBeTruthy()
  })
})
