import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { AccountPage } from '#web/app/pages/account/account.tsx'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeOwnClaim, makeOwnPayment, makeSubscription } from '../support/payments'
import { makeUser } from '../support/site'

// The widget has tests of its own. Here it only marks where something can be bought.
vi.mock('#web/features/premium/plans/subscribe-widget.tsx', () => ({
  SubscribeWidget: ({ onBought, currency }: { onBought: () => void; currency?: string }) => (
    <button type="button" onClick={onBought} title={currency}>
      Widget
    </button>
  ),
}))

const address = 'GET /api/account/subscription'
const until = '2026-11-05T12:00:00.000Z'
const running = makeSubscription({
  status: 'active',
  plan: 'monthly',
  premiumUntil: until,
  payments: [makeOwnPayment('pmt_1')],
})
const member = makeUser({ isPremium: true, premiumUntil: until })

function renderSubscription(
  answers: NonNullable<PageOptions['answers']>,
  viewer = makeUser(),
  query = '?tab=subscription',
) {
  return renderPage(`/account${query}`, '/account', <AccountPage />, { viewer, answers })
}

describe('the subscription tab', () => {
  it('opens from the row of tabs, and stands in the address', async () => {
    renderPage('/account', '/account', <AccountPage />, {
      viewer: makeUser(),
      answers: { [address]: makeSubscription() },
    })
    await userEvent.click(screen.getByRole('tab', { name: 'Subscription' }))
    expect(await screen.findByRole('heading', { name: 'Current Plan: Free' })).toBeTruthy()
  })

  it('offers the plans to a free account', async () => {
    renderSubscription({ [address]: makeSubscription() })
    expect(await screen.findByRole('heading', { name: 'Current Plan: Free' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Widget' })).toBeTruthy()
    expect(screen.getByText(/No payments yet/)).toBeTruthy()
    await expectAccessible()
  })

  it('tells an administrator of the full access, and sells nothing', async () => {
    renderSubscription({ [address]: makeSubscription() }, makeUser({ isAdmin: true }))
    expect(await screen.findByRole('heading', { name: 'Admin Account' })).toBeTruthy()
    expect(screen.getByText('Full Platform Access')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Widget' })).toBeNull()
    expect(screen.queryByText('Current Plan: Free')).toBeNull()
  })

  it('shows what was really bought', async () => {
    renderSubscription({ [address]: running }, member)
    expect(await screen.findByRole('heading', { name: 'Monthly Premium' })).toBeTruthy()
    expect(screen.getByText("Active until November 5, 2026, won't renew")).toBeTruthy()
    expect(screen.getByText(/paid for 30 days on/).textContent).toBe(
      '$14.99 paid for 30 days on October 6, 2026',
    )
    const table = within(screen.getByRole('table', { name: 'Payment history' }))
    expect(table.getAllByRole('row')).toHaveLength(2)
    expect(table.getByText('Successful')).toBeTruthy()
    const link = table.getByRole('link', { name: 'Receipt of October 6, 2026' })
    expect(link.getAttribute('href')).toBe('/account/receipts/pmt_1')
    expect(screen.queryByRole('button', { name: 'Widget' })).toBeNull()
    await expectAccessible()
  })

  it('says what went back, and has no receipt where no money came', async () => {
    const payments = [
      makeOwnPayment('pmt_2', { status: 'partially_refunded', refundedMinor: 500 }),
      makeOwnPayment('pmt_3', { status: 'failed', from: null, until: null }),
    ]
    renderSubscription({ [address]: { ...running, payments } }, member)
    const table = within(await screen.findByRole('table', { name: 'Payment history' }))
    expect(table.getByText('Partially refunded')).toBeTruthy()
    expect(table.getByText('$5 refunded')).toBeTruthy()
    expect(table.getByText('Failed')).toBeTruthy()
    expect(table.getAllByRole('link')).toHaveLength(1)
  })

  it('says when it could not be loaded, and tries again', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    renderSubscription({ [address]: () => answer })
    answer = await screen.findByText('Broken.').then(() => makeSubscription())
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Current Plan: Free' })).toBeTruthy()
  })
})

describe('why there is no premium', () => {
  it.each([
    ['expired', 'Your premium term ended on November 5, 2026.'],
    ['suspended', 'Your premium term is suspended'],
    ['revoked', 'Your premium term was ended'],
  ] as const)('is said of a term that is %s', async (status, sentence) => {
    renderSubscription({ [address]: makeSubscription({ status, premiumUntil: until }) })
    expect(await screen.findByRole('heading', { name: 'Current Plan: Free' })).toBeTruthy()
    expect(document.body.textContent).toContain(sentence)
    expect(await screen.findByRole('button', { name: 'Widget' })).toBeTruthy()
  })

  it('reaches the locks of the other pages at once', async () => {
    const { queryClient } = renderSubscription(
      {
        [address]: makeSubscription({ status: 'revoked', premiumUntil: until }),
        'GET /api/auth/me': makeUser(),
      },
      member,
    )
    await waitFor(() => expect(queryClient.getQueryData(viewerQuery.queryKey)).toEqual(makeUser()))
  })
})

describe('cancelling', () => {
  const cancelled = { ...running, status: 'ending' as const, cancelled: true, reminded: false }

  it('says what it does, then does it', async () => {
    const { sent } = renderSubscription(
      { [address]: running, 'POST /api/account/subscription/cancel': cancelled },
      member,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel Subscription' })
    expect(dialog.textContent).toContain('You keep premium until November 5, 2026.')
    expect(dialog.textContent).toContain("You won't get reminder emails any more.")
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
    await expectAccessible(dialog)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
    expect(await screen.findByText('You keep premium until your term ends.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const undo = await screen.findByRole('button', { name: 'Undo cancellation' })
    await waitFor(() => expect(document.activeElement).toBe(undo))
  })

  it('promises no reminder that the settings have off', async () => {
    renderSubscription({ [address]: { ...running, reminded: false } }, member)
    expect((await screen.findByText(/^Prepaid\./)).textContent).toContain(
      'Reminders are off in your settings.',
    )
  })

  it('stays in the dialog when it fails', async () => {
    renderSubscription(
      { [address]: running, 'POST /api/account/subscription/cancel': problem(500, 'internal', 'Broken.') },
      member,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }))
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('Broken.'))
    expect(screen.getByText(/^Prepaid\./)).toBeTruthy()
  })

  it.each([
    ['running', running, 'Cancel Subscription', 'Cancelling only stops the reminder emails.'],
    ['cancelled', cancelled, 'Undo cancellation', 'Turns the reminder emails back on.'],
  ])('says under the button what it means for a prepaid term that is %s', async (_, term, name, meaning) => {
    renderSubscription({ [address]: term }, member)
    const button = await screen.findByRole('button', { name })
    const text = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    expect(text).toBe(`${meaning} Nothing is charged either way, and you keep premium until the term ends.`)
    expect(screen.getByText("Active until November 5, 2026, won't renew")).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/CANCELLED|ACTIVE/)
  })

  it('can be undone', async () => {
    renderSubscription({ [address]: cancelled, 'POST /api/account/subscription/resume': running }, member)
    expect(await screen.findByText(/Active until/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Undo cancellation' }))
    expect(await screen.findByText('Cancellation undone')).toBeTruthy()
    const cancel = await screen.findByRole('button', { name: 'Cancel Subscription' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
  })
})

describe('buying another term', () => {
  it('says when it would start, and shows it once it is bought', async () => {
    let answer = running
    renderSubscription({ [address]: () => answer }, member)
    await userEvent.click(await screen.findByRole('button', { name: 'Buy another term' }))
    expect(screen.getByText(/Time you buy now starts/).textContent).toContain('November 5, 2026')
    answer = { ...running, premiumUntil: '2026-12-05T12:00:00.000Z' }
    await userEvent.click(await screen.findByRole('button', { name: 'Widget' }))
    await waitFor(() =>
      expect(screen.getByText('Active until', { exact: false }).textContent).toContain('December 5, 2026'),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Widget' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Monthly Premium' }))
  })
})

describe('the currency', () => {
  const rupees = makeOwnPayment('pmt_2', { currency: 'INR', provider: 'razorpay', method: 'upi' })
  const coins = makeOwnPayment('pmt_3', { currency: 'BTC', provider: 'chain', method: 'BTC' })
  const failed = makeOwnPayment('pmt_4', { status: 'failed' })

  it.each([
    ['the last payment', [failed, rupees, makeOwnPayment('pmt_1')], 'INR'],
    ['the dollars before', [makeOwnPayment('pmt_1'), rupees], 'USD'],
    ['no payment in coins', [coins, rupees], null],
  ])('of the next term is that of %s', async (_, payments, currency) => {
    renderSubscription({ [address]: { ...running, payments } }, member)
    await userEvent.click(await screen.findByRole('button', { name: 'Buy another term' }))
    expect((await screen.findByRole('button', { name: 'Widget' })).getAttribute('title')).toBe(currency)
  })
})

describe('coming back from a payment page', () => {
  it('finds the plans open, with the choice in the address', async () => {
    renderSubscription({ [address]: running }, member, '?tab=subscription&plan=yearly&currency=INR')
    expect(await screen.findByRole('button', { name: 'Widget' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Hide plans' }).getAttribute('aria-expanded')).toBe('true')
  })
})

describe('claims', () => {
  it('that wait stand in place of the plans', async () => {
    renderSubscription({
      [address]: makeSubscription({
        claims: [makeOwnClaim('c1', { status: 'submitted' }), makeOwnClaim('c2', { status: 'review' })],
      }),
    })
    const waiting = within(await screen.findByRole('region', { name: 'Payments being checked' }))
    expect(waiting.getByText('Being checked')).toBeTruthy()
    expect(waiting.getByRole('link', { name: 'Correct the reference' }).getAttribute('href')).toBe('/premium')
    expect(screen.queryByRole('button', { name: 'Widget' })).toBeNull()
    expect(waiting.getByText('Pending review')).toBeTruthy()
    expect(waiting.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe(
      'UPI, reference ending in 3814',
    )
    expect(screen.queryByRole('region', { name: 'Reviewed payments' })).toBeNull()
    await expectAccessible()
  })

  it('that were decided say how, and why not', async () => {
    renderSubscription({
      [address]: makeSubscription({
        claims: [
          makeOwnClaim('c1', { status: 'granted' }),
          makeOwnClaim('c2', { status: 'rejected', note: 'The bank has no such transfer.' }),
          makeOwnClaim('c3', { status: 'expired' }),
        ],
      }),
    })
    const decided = within(await screen.findByRole('region', { name: 'Reviewed payments' }))
    expect(decided.getByText('Accepted')).toBeTruthy()
    expect(decided.getByText('Refused')).toBeTruthy()
    expect(decided.getByText('Reason: The bank has no such transfer.')).toBeTruthy()
    expect(decided.getByText('No matching payment arrived within 7 days.')).toBeTruthy()
  })

  it('stand beside gifts, which are no payments', async () => {
    const at = '2026-11-20T12:00:00.000Z'
    const gift = { id: 'g1', at, days: 30, reason: 'For the outage.', from: at, until: running.premiumUntil }
    renderSubscription({
      [address]: makeSubscription({ ...running, plan: null, gifts: [{ ...gift, revokedAt: null }] }),
    })
    const gifts = within(await screen.findByRole('region', { name: 'Gifts' }))
    expect(gifts.getAllByText('Premium, 30 days').length).toBeGreaterThan(0)
    expect(gifts.getAllByText('For the outage.').length).toBeGreaterThan(0)
    expect(screen.getByText("A gift from us. You won't be charged when it ends.")).toBeTruthy()
  })

  it('are not what a gift runs from, though something was bought before', async () => {
    const end = '2026-12-20T12:00:00.000Z'
    const at = '2026-11-20T12:00:00.000Z'
    const gift = { id: 'g1', at, days: 30, reason: 'For the outage.', from: at, until: end, revokedAt: null }
    renderSubscription({
      [address]: makeSubscription({ ...running, premiumUntil: end, gifts: [gift] }),
    })
    expect(await screen.findByRole('heading', { name: 'Premium' })).toBeTruthy()
    expect(screen.getByText("A gift from us. You won't be charged when it ends.")).toBeTruthy()
    expect(screen.queryByText(/paid for 30 days on/)).toBeNull()
  })

  it('are not what ended when the gift after them was revoked', async () => {
    const at = '2026-11-20T12:00:00.000Z'
    const gift = { id: 'g1', at, days: 30, reason: 'For the outage.', from: null, until: null, revokedAt: at }
    renderSubscription({
      [address]: makeSubscription({ ...running, status: 'revoked', gifts: [gift] }),
    })
    expect(await screen.findByText(/The gift it came from was revoked/)).toBeTruthy()
  })

  it('are looked at again until they are decided', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let answer = makeSubscription({ claims: [makeOwnClaim('c1')] })
    const { sent } = renderSubscription({
      [address]: () => answer,
      'GET /api/auth/me': member,
    })
    expect(await screen.findByText('Pending review')).toBeTruthy()
    answer = { ...running, claims: [makeOwnClaim('c1', { status: 'granted' })] }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await screen.findByRole('heading', { name: 'Monthly Premium' })).toBeTruthy()
    const asked = sent.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(asked)
  })
})
