import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Subscription } from '#contract/schemas/payments/payments'
import { homeLists, premiumPageList, videosPath } from '#contract/values/videos/video-lists'
import { PremiumPage } from '#web/app/pages/premium/premium.tsx'
import { HomePage } from '#web/app/pages/visit/home.tsx'
import { SubscribeWidget } from '#web/features/premium/plans/subscribe-widget.tsx'
import { expectAccessible } from '../support/axe'
import { intersect } from '../support/browser/intersect'
import { type PageOptions, renderPage } from '../support/page'
import { makeOwnClaim, makeSubscription } from '../support/payments'
import { makeUser } from '../support/site'
import { agree, member, paymentOptions } from '../support/subscribe'

const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ }))
const waits = makeUser({ claim: 'waiting' })
const refused = makeUser({ claim: 'refused' })
const waiting = makeSubscription({ claims: [makeOwnClaim('c1')] })

interface World {
  subscription: Subscription
  me: () => unknown
}

const places = {
  home: { path: '/', element: <HomePage /> },
  premium: { path: '/premium', element: <PremiumPage /> },
  // The page on which a member buys another term.
  account: { path: '/account', element: <SubscribeWidget /> },
}

/** Renders a page with the widget in view. The contents of `world` may change later. */
function renderShop(page: keyof typeof places, world: World, options: PageOptions & { query?: string } = {}) {
  const lists = [premiumPageList, ...Object.values(homeLists)].map((list) => [`GET ${videosPath(list)}`, []])
  const { path, element } = places[page]
  const view = renderPage(`${path}${options.query ?? ''}`, path, element, {
    viewer: waits,
    ...options,
    answers: {
      ...Object.fromEntries(lists),
      'GET /api/categories': [],
      'GET /api/premium/options': paymentOptions,
      'GET /api/account/subscription': () => world.subscription,
      'GET /api/auth/me': () => world.me(),
      ...options.answers,
    },
  })
  act(() => intersect.all())
  return view
}

describe('a reference that waits', () => {
  it.each(['premium', 'home'] as const)('is shown on the page %s instead of the shop', async (page) => {
    const { sent } = renderShop(page, { subscription: waiting, me: () => waits })
    const panel = within(await screen.findByRole('region', { name: 'Payment submitted' }))
    expect(await panel.findByRole('heading', { name: 'UPI, reference ending in 3814' })).toBeTruthy()
    expect(panel.getByText('Pending review')).toBeTruthy()
    expect(panel.getByText(/· submitted/).textContent).toBe('Monthly Premium · submitted October 6, 2026')
    expect(panel.getByText(/We'll email you the result/)).toBeTruthy()
    expect(panel.getByRole('link', { name: 'View my payments' }).getAttribute('href')).toBe(
      '/account?tab=subscription',
    )
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('list', { name: 'Payment method' })).toBeNull()
    // Nothing is sold here, so screen readers needn't announce any offer.
    expect(sent.map(({ path }) => path)).not.toContain('/api/premium/options')
    await expectAccessible()
  })

  it('can be corrected, which pays nothing again', async () => {
    renderShop(
      'premium',
      {
        subscription: makeSubscription({ claims: [makeOwnClaim('c1', { method: 'netbanking' })] }),
        me: () => waits,
      },
      { query: '?currency=USD' },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Correct the reference' }))
    act(() => intersect.all())
    expect(await screen.findByLabelText('Bank reference number')).toBeTruthy()
    expect(screen.getByText("I've already paid ₹999")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pay via Netbanking' })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'USD' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Correct the reference' })).toBeTruthy()
  })

  it('can be corrected without a code to pay by UPI', async () => {
    renderShop('premium', { subscription: waiting, me: () => waits })
    await userEvent.click(await screen.findByRole('button', { name: 'Correct the reference' }))
    act(() => intersect.all())
    expect(await screen.findByLabelText('UPI reference ID')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Correct the reference' })).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByText('Does not renew')).toBeNull()
  })

  it('can be corrected though its method was turned off meanwhile', async () => {
    const answers = {
      'GET /api/premium/options': { ...paymentOptions, offers: [], late: ['upi'], upi: null },
    }
    renderShop('premium', { subscription: waiting, me: () => waits }, { answers })
    await userEvent.click(await screen.findByRole('button', { name: 'Correct the reference' }))
    act(() => intersect.all())
    expect(await screen.findByLabelText('UPI reference ID')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Correct the reference' })).toBeTruthy()
  })

  it('gives its place to the reason and the shop once it is refused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const world: World = { subscription: waiting, me: () => waits }
    renderShop('premium', world)
    await screen.findByText('Pending review')
    const note = 'The bank has no such transfer.'
    world.subscription = makeSubscription({ claims: [makeOwnClaim('c1', { status: 'rejected', note })] })
    world.me = () => refused
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await screen.findByRole('radio', { name: 'USD' })).toBeTruthy()
    act(() => intersect.all())
    expect(await screen.findByText(`Reason: ${note}`)).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Payment method' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Payment submitted' })).toBeNull()
    await expectAccessible()
  })

  it('is no confirmed payment because the buyer is a member already', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const subscribed = { isPremium: true, premiumUntil: '2027-01-01T00:00:00.000Z' }
    const world: World = { subscription: waiting, me: () => ({ ...waits, ...subscribed }) }
    renderShop('account', world, { viewer: { ...waits, ...subscribed } })
    await screen.findByText('Pending review')
    world.subscription = makeSubscription({
      claims: [makeOwnClaim('c1', { status: 'rejected', note: 'None.' })],
    })
    world.me = () => ({ ...refused, ...subscribed })
    await vi.advanceTimersByTimeAsync(20_000)
    await waitFor(() => expect(screen.queryByText('Pending review')).toBeNull())
    expect(toasts().queryByText('Payment confirmed!')).toBeNull()
  })

  it('says why it was refused to who comes back later', async () => {
    const claims = [makeOwnClaim('c2', { status: 'granted' }), makeOwnClaim('c1', { status: 'expired' })]
    renderShop(
      'premium',
      { subscription: makeSubscription({ claims }), me: () => refused },
      { viewer: refused },
    )
    expect(await screen.findByText('No matching payment arrived within 7 days.')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Payment method' })).toBeTruthy()
  })
})

it('an account without a reference asks for none', async () => {
  const { sent } = renderShop(
    'premium',
    { subscription: waiting, me: () => makeUser() },
    { viewer: makeUser() },
  )
  expect(await screen.findByRole('list', { name: 'Payment method' })).toBeTruthy()
  expect(sent.map(({ path }) => path)).not.toContain('/api/account/subscription')
})

/** Opens the premium page and submits a reference; its confirmation grants premium. */
async function waitOnPage() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const world: World = { subscription: waiting, me: () => waits }
  renderShop('premium', world, {
    viewer: makeUser(),
    query: '?currency=INR&method=upi',
    answers: {
      'POST /api/premium/confirm-upi': { success: false, status: 'pending', message: "We're checking it." },
    },
  })
  await agree()
  await userEvent.type(screen.getByLabelText('UPI reference ID'), '033814379298{Enter}')
  await screen.findByRole('heading', { name: 'UPI, reference ending in 3814' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Payment submitted' }))
  return async () => {
    world.subscription = makeSubscription({ claims: [makeOwnClaim('c1', { status: 'granted' })] })
    // The session is answered once; later requests stay pending.
    const looks: unknown[] = [member]
    world.me = () => looks.pop() ?? new Promise(() => {})
    await vi.advanceTimersByTimeAsync(20_000)
    return screen.findByRole('heading', { name: 'Premium Membership Active' })
  }
}

describe('a payment that is confirmed while it waits', () => {
  it('gives its place and the focus to the membership, and is what the page says', async () => {
    const grant = await waitOnPage()
    const heading = await grant()
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(toasts().getByText('Payment confirmed!')).toBeTruthy()
  })

  it('leaves the focus of whoever has moved on', async () => {
    const grant = await waitOnPage()
    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    await grant()
    expect(await toasts().findByText('Payment confirmed!')).toBeTruthy()
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })
})
