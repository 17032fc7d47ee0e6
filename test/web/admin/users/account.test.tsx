import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { UnpaidOrder } from '#contract/schemas/payments/payments'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { key } from '#web/lib/query/keys'
import { makeAdminUser, makeUserDetail } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

const list = 'GET /api/admin/users?limit=50'
const administrator = makeUser({ isAdmin: true })

function renderUsers(answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/admin?tab=users${query}`, '/admin', <AdminPage />, {
    viewer: administrator,
    answers: { [list]: [makeAdminUser(1), makeAdminUser(2)], ...answers },
  })
}

/** Goes back, like the browser's button. */
function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  )
}

describe('an account', () => {
  const address = 'GET /api/admin/users/2'

  it('is shown at a glance, with links to what it did', async () => {
    renderUsers({ [address]: makeUserDetail(2) })
    await userEvent.click(await screen.findByRole('link', { name: 'user2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'user2' }))
    expect(await dialog.findByText('4.2 GB')).toBeTruthy()
    const links = dialog.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/admin?tab=content&owner=user2',
      '/admin?tab=payments&find=user2',
      '/admin?tab=audit&subject=user&subjectId=2',
    ])
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('user2'))
  })

  it('shows why its orders led to no payment', async () => {
    const order: UnpaidOrder = {
      id: 'o1',
      at: '2026-11-28T12:00:00.000Z',
      provider: 'ccbill',
      plan: 'monthly',
      currency: 'USD',
      amountMinor: 1499,
      status: 'awaiting_payment',
      lastError: 'datalink-8',
    }
    const finding = "Subscription 12 doesn't prove the payment: its record is incomplete."
    const unpaid = [
      order,
      { ...order, id: 'o2', status: 'review' as const, lastError: finding },
      { ...order, id: 'o3', status: 'expired' as const, lastError: null },
    ]
    let answer: unknown = problem(500, 'internal', 'Broken.')
    const answers = { [address]: makeUserDetail(2), [`${address}/unpaid-orders`]: () => answer }
    renderUsers(answers, '&user=2')
    const part = within(await screen.findByRole('region', { name: 'Newest unpaid orders' }))
    expect(await part.findByText('Broken.')).toBeTruthy()
    answer = unpaid
    await userEvent.click(part.getByRole('button', { name: 'Try again' }))
    await part.findByText(/o3/)
    const [waiting, reviewed, expired] = part.getAllByRole('listitem').map((item) => item.textContent)
    expect(waiting).toMatch(
      /^Monthly Premium, \$14\.99, CCBill\. Nov.* o1Waiting for the payment\. CCBill doesn't accept/,
    )
    expect(waiting).toContain('(datalink-8)')
    expect(reviewed).toMatch(new RegExp(`o2Pending review\\. ${finding}$`))
    expect(expired).toMatch(/o3Expired\.$/)
  })

  it('is no step of its own once it is closed', async () => {
    const page = (
      <>
        <AdminPage />
        <Back />
      </>
    )
    renderPage('/admin?tab=users', '/admin', page, {
      viewer: administrator,
      answers: { [list]: [makeAdminUser(2)], [address]: makeUserDetail(2) },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'user2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'user2' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByRole('link', { name: 'user2' }).getAttribute('href')).toBe('/admin?tab=users&user=2')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each(['1.5', '-3', 'x'])('has a whole number, not %s', async (number) => {
    const { sent } = renderUsers({}, `&user=${number}`)
    await screen.findByRole('link', { name: 'user1' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.some(({ path }) => path.startsWith('/api/admin/users/') && path.includes(number))).toBe(false)
  })

  it('opens by its address, and says when there is none', async () => {
    renderUsers(
      { 'GET /api/admin/users/99': problem(404, 'not_found', 'The account was not found.') },
      '&user=99',
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Account' }))
    expect(await dialog.findByText('The account was not found.')).toBeTruthy()
  })

  it('can’t be banned when it is one’s own', async () => {
    const own = administrator.id
    renderUsers({ [`GET /api/admin/users/${own}`]: makeUserDetail(own) }, `&user=${own}`)
    expect(await screen.findByText("This is your account. You can't ban yourself.")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ban…' })).toBeNull()
  })

  it('is banned with a reason and a term; what was typed stays when it fails', async () => {
    let ban: ReturnType<typeof makeUserDetail>['ban'] = null
    let answer: unknown = problem(409, 'conflict', 'This account is already banned.')
    const { sent } = renderUsers(
      { [address]: () => makeUserDetail(2, { ban }), 'POST /api/admin/users/2/ban': () => answer },
      '&user=2',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Ban…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ban user2?' }))
    expect(dialog.getByText(/until the ban ends\. Until then, its 12 videos are hidden/)).toBeTruthy()
    const submit = dialog.getByRole('button', { name: 'Ban user2' })
    await userEvent.click(submit)
    const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
    expect(reason.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(screen.getByRole('dialog'))

    await userEvent.type(reason, 'Sold links to other sites.')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Term' }), 'Permanent')
    expect(dialog.getByText(/until you end the ban\./)).toBeTruthy()
    ban = { reason: 'Somebody was first.', until: null }
    await userEvent.click(submit)
    expect(await dialog.findByText('This account is already banned.')).toBeTruthy()
    expect(reason.isConnected).toBe(true)
    expect(reason.value).toBe('Sold links to other sites.')

    ban = { reason: 'Sold links to other sites.', until: null }
    answer = makeAdminUser(2, { ban })
    await userEvent.click(submit)
    expect(await screen.findByText('user2 has been signed out everywhere.')).toBeTruthy()
    expect(await screen.findByText('Banned permanently')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      reason: 'Sold links to other sites.',
      days: null,
    })
  })

  it.each([
    ['ban', 'Ban…', 'user2 has been signed out everywhere.'],
    ['unban', 'Unban…', 'user2 can sign in again.'],
  ])('stays under the same question while the answer to a %s is late', async (as, label, done) => {
    const banned = { reason: 'Spam.', until: null }
    let ban = as === 'ban' ? null : banned
    let later: Promise<void> | null = null
    let arrive = () => {}
    const decide = () => {
      ban = as === 'ban' ? banned : null
      later = new Promise((resolve) => {
        arrive = resolve
      })
      return makeAdminUser(2, { ban })
    }
    const { queryClient } = renderUsers(
      {
        [list]: async () => {
          await later
          return [makeAdminUser(2, { ban })]
        },
        [address]: () => makeUserDetail(2, { ban }),
        'POST /api/admin/users/2/ban': decide,
        'DELETE /api/admin/users/2/ban': decide,
      },
      '&user=2',
    )
    await userEvent.click(await screen.findByRole('button', { name: label }))
    const name = as === 'ban' ? 'Ban user2?' : 'End ban of user2?'
    const question = await screen.findByRole(as === 'ban' ? 'dialog' : 'alertdialog', { name })
    if (as === 'ban') await userEvent.type(within(question).getByRole('textbox', { name: 'Reason' }), 'Spam.')
    const act = as === 'ban' ? 'Ban user2' : 'End ban'
    await userEvent.click(within(question).getByRole('button', { name: act }))
    // The account's own response has arrived, but the list's hasn't.
    await waitFor(() => expect(queryClient.getQueryData(key('admin', 'user', 2))).toMatchObject({ ban }))
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(question.isConnected).toBe(true)
    arrive()
    expect(await screen.findByText(done)).toBeTruthy()
    expect(await screen.findByRole('dialog', { name: 'user2' })).toBeTruthy()
  })

  it('is let in again', async () => {
    let ban: ReturnType<typeof makeUserDetail>['ban'] = { reason: 'Spam.', until: '2027-01-01T00:00:00.000Z' }
    const { sent } = renderUsers(
      {
        [address]: () => makeUserDetail(2, { ban }),
        'DELETE /api/admin/users/2/ban': () => {
          ban = null
          return makeAdminUser(2)
        },
      },
      '&user=2',
    )
    expect(await screen.findByText('Spam.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Unban…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'End ban of user2?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'End ban' }))
    expect(await screen.findByText('user2 can sign in again.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Ban…' })).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})
