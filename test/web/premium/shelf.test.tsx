import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { PaymentOptions } from '#contract/schemas/payments/payments'
import type { PremiumStock } from '#contract/schemas/payments/shop'
import { premiumPageList, videosPath } from '#contract/values/videos/video-lists'
import { PremiumPage } from '#web/app/pages/premium/premium.tsx'
import { shopQuery } from '#web/entities/payment/payment-queries'
import { stockInWords } from '#web/features/premium/plans/stock-words'
import { expectAccessible } from '../support/axe'
import { intersect } from '../support/browser/intersect'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser, shop } from '../support/site'
import { member, paymentOptions, renderWidget } from '../support/subscribe'

const empty = { ...shop, stock: { videos: 0, seconds: 0 } }
const closed: Partial<PaymentOptions> = {
  offers: [],
  late: ['upi', 'netbanking'],
  wallet: null,
  checkout: null,
  upi: null,
  netbanking: null,
  crypto: null,
}
const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ }))
const missing = 'No premium videos right now'

async function renderPremium(options: PageOptions & { own?: Partial<PaymentOptions> } = {}) {
  const view = renderPage('/premium', '/premium', <PremiumPage />, {
    boot: { shop: empty, lists: { [videosPath(premiumPageList)]: { items: [], nextCursor: null } } },
    ...options,
    answers: {
      'GET /api/premium/options': { ...paymentOptions, ...closed, ...options.own },
      'GET /api/premium/shop': empty,
      ...options.answers,
    },
  })
  act(() => intersect.all())
  await screen.findByRole('heading', { level: 1 })
  return view
}

describe('an empty shelf', () => {
  it('sells nothing to a visitor, and says what is missing', async () => {
    await renderPremium({ own: { late: [] } })
    const aside = within(screen.getByRole('complementary', { name: 'Membership' }))
    expect(aside.getByRole('heading', { name: missing })).toBeTruthy()
    expect(screen.queryByText('Premium Content Preview')).toBeNull()
    for (const role of ['radio', 'list'] as const) expect(aside.queryByRole(role)).toBeNull()
    expect(aside.queryByText(/Only staff see this/)).toBeNull()
    await expectAccessible()
  })

  it.each([
    [{ pending: 7 }, 'Review the newest first (7)', '/admin?tab=content&queue=newest'],
    [{ pending: 0 }, 'View premium videos', '/admin?tab=content&premium=true'],
    [problem(500, 'internal', 'Out of order.'), 'View premium videos', '/admin?tab=content&premium=true'],
  ])('shows staff why, and the way to the videos that wait, if any does: %#', async (waiting, name, to) => {
    const answers = { 'GET /api/admin/waiting': waiting }
    await renderPremium({ viewer: makeUser({ isAdmin: true }), own: { late: [] }, answers })
    expect(await screen.findByText(/Only staff see this: sales are off/)).toBeTruthy()
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to)
    expect(screen.getByRole('heading', { name: 'No premium videos yet' })).toBeTruthy()
  })

  it('leaves a member what they have', async () => {
    await renderPremium({ viewer: member })
    expect(screen.getByText('Premium Membership Active')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'No premium videos yet' })).toBeTruthy()
    expect(screen.queryByText(missing)).toBeNull()
  })

  it('still takes the reference of a payment made before', async () => {
    const { sent } = await renderPremium({ viewer: makeUser() })
    await userEvent.click(await screen.findByRole('button', { name: "I've already paid by UPI" }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'UPI reference ID' }), '033814379298')
    const asked = within(screen.getByRole('group', { name: 'Which plan did you pay for?' }))
    await userEvent.click(asked.getByRole('radio', { name: /Monthly/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        path: '/api/premium/confirm-upi',
        body: { plan: 'monthly', upiReference: '033814379298' },
      }),
    )
    expect(screen.queryByText('Does not renew')).toBeNull()
  })

  it('says with the form for a gift code that its days would pass with nothing to watch', async () => {
    await renderPremium({ viewer: makeUser() })
    await userEvent.click(await screen.findByRole('button', { name: 'Have a gift code?' }))
    const dialog = await screen.findByRole('dialog', { name: 'Redeem a gift code' })
    expect(dialog.textContent).toContain('There are no premium videos to watch right now.')
  })

  it('closes the shop where the last video went meanwhile, with the sentence of the server', async () => {
    const message = "There are no premium videos to watch right now. You haven't been charged."
    let options: object = {
      ...paymentOptions,
      card: { descriptor: 'NCT' },
      offers: [{ method: 'card', currencies: ['USD'] }],
    }
    await renderWidget({
      options,
      answers: {
        'GET /api/premium/options': () => options,
        'GET /api/premium/shop': empty,
        'POST /api/premium/orders': () => {
          options = { ...paymentOptions, ...closed }
          return { success: false, code: 'nothing_to_play', message }
        },
      },
    })
    expect(screen.getByText('13 videos, 1 hour 20 minutes')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /Card/ }))
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
    expect(await toasts().findByText(message)).toBeTruthy()
    const heading = await screen.findByRole('heading', { name: missing })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull())
    expect(document.activeElement).toBe(heading)
  })

  it('shows a payee no more where the options have aged', async () => {
    let options: object = paymentOptions
    const { queryClient } = await renderWidget({
      query: '?currency=INR',
      answers: { 'GET /api/premium/options': () => options, 'GET /api/premium/shop': empty },
    })
    options = { ...paymentOptions, ...closed }
    const before = queryClient.getQueryData(['payment options'])
    act(() => queryClient.setQueryData(['payment options'], before, { updatedAt: Date.now() - 60_001 }))
    await userEvent.click(screen.getByRole('button', { name: /^UPI/ }))
    expect(await screen.findByRole('heading', { name: missing })).toBeTruthy()
    expect(screen.queryByText('nocturne.sandbox@upi')).toBeNull()
  })

  it('sells a running member nothing either', async () => {
    await renderWidget({ viewer: member, boot: { shop: empty }, options: closed, ready: /No premium/ })
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByText(/0 videos/)).toBeNull()
  })

  it('keeps a typed reference when the shop closes', async () => {
    const { queryClient } = await renderWidget({
      query: '?currency=INR&method=upi',
      ready: /UPI reference ID/,
    })
    await userEvent.type(screen.getByRole('textbox', { name: 'UPI reference ID' }), '033814379298')
    act(() => {
      queryClient.setQueryData(shopQuery.queryKey, empty)
      queryClient.setQueryData(['payment options'], { ...paymentOptions, ...closed })
    })
    expect(await screen.findByRole('heading', { name: missing })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'UPI reference ID' }).value).toBe(
      '033814379298',
    )
    expect(screen.queryByText('nocturne.sandbox@upi')).toBeNull()
  })
})

describe('a shop that could not be read', () => {
  it('sells nothing by guess, and is read again', async () => {
    let answer: () => object = () => problem(500, 'internal', 'Out of order.')
    await renderWidget({
      boot: { shop: undefined as never },
      answers: { 'GET /api/premium/shop': () => answer() },
      ready: /Out of order/,
    })
    expect(screen.queryByRole('radio')).toBeNull()
    answer = () => shop
    await userEvent.click(screen.getByRole('button', { name: /Try again|Retry/i }))
    expect(await screen.findByText('13 videos, 1 hour 20 minutes')).toBeTruthy()
  })
})

it('takes back a consent to a price in a currency that is gone', async () => {
  const { queryClient } = await renderWidget({
    boot: { shop: { ...shop, currencies: ['USD', 'EUR'] } },
    options: { card: { descriptor: 'NCT' } },
  })
  await userEvent.click(screen.getByRole('button', { name: /Card/ }))
  await userEvent.click(await screen.findByRole('checkbox'))
  act(() => queryClient.setQueryData(shopQuery.queryKey, { ...shop, currencies: ['EUR'], first: 'EUR' }))
  const consent = await screen.findByRole<HTMLInputElement>('checkbox', { name: /€/ })
  expect(consent.checked).toBe(false)
})

it.each<[PremiumStock, string]>([
  [{ videos: 13, seconds: 4859 }, '13 videos, 1 hour 20 minutes'],
  [{ videos: 1, seconds: 59 }, '1 video, 59 seconds'],
  [{ videos: 2, seconds: 61 }, '2 videos, 1 minute'],
  [{ videos: 4, seconds: 7200 }, '4 videos, 2 hours'],
  [{ videos: 1200, seconds: 1_119_000 }, '1,200 videos, 310 hours'],
])('words the stock %j as %s', (stock, words) => {
  expect(stockInWords(stock)).toBe(words)
})
