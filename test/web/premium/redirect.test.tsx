import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { PaymentAnswer } from '#contract/schemas/payments/payments'
import { defaultPrices } from '#contract/values/payments/prices'
import { premiumPageList, videosPath } from '#contract/values/videos/video-lists'
import { PremiumPage } from '#web/app/pages/premium/premium.tsx'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage, type SentRequest } from '../support/page'
import { makeUser, settings } from '../support/site'
import { member, renderWidget } from '../support/subscribe'

const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ }))
/** Returns the bodies of requests that change something. */
const posted = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
const paying = { name: 'Continue to payment' }
const card = { options: { card: { descriptor: 'NOCTURNE 555-0100' } }, query: '?plan=monthly' }

afterEach(() => {
  location.assign('#')
  sessionStorage.clear()
})

describe('a card', () => {
  it('says everything that is agreed to before anything is ordered', async () => {
    const { sent } = await renderWidget(card)
    await userEvent.click(screen.getByRole('button', { name: /Card/ }))
    expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeTruthy()
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts).toEqual([
      '$14.99 USD',
      '30 days',
      expect.stringMatching(/November \d+, 2026/),
      'Does not renew',
      'NOCTURNE 555-0100',
      'Refund policy (opens in a new tab)',
      expect.stringContaining('@'),
    ])
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    await expectAccessible()
    expect(posted(sent)).toEqual([])
  })

  it("leads to the provider's page, once, and from there to the locked video", async () => {
    const answer = { success: true, orderId: 'a1', redirectUrl: '#provider' }
    const linkKey = 'u'.repeat(22)
    const { sent } = await renderWidget({
      ...card,
      query: `?plan=monthly&video=1&key=${linkKey}`,
      answers: { 'POST /api/premium/orders': answer },
    })
    await userEvent.click(screen.getByRole('button', { name: /Card/ }))
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', paying))
    await expect.poll(() => location.hash).toBe('#provider')
    expect(screen.getByRole('button', paying).getAttribute('aria-busy')).toBe('true')
    await userEvent.click(screen.getByRole('button', paying))
    const agreedMinor = defaultPrices.USD.monthly
    expect(posted(sent)).toEqual([
      { method: 'card', plan: 'monthly', currency: 'USD', agreedMinor, video: 1 },
    ])
    cleanup()
    renderReturn({ success: true } satisfies PaymentAnswer, { answers: { 'GET /api/auth/me': member } })
    const back = await screen.findByRole('link', { name: 'Watch the video' })
    expect(back.getAttribute('href')).toBe(`/video/1?key=${linkKey}`)
  })

  it('shows a price that has changed, and asks for the consent again', async () => {
    const prices = { ...defaultPrices, USD: { monthly: 1999, yearly: 9999 } }
    const message = 'The price has changed. Please check it and try again.'
    const { sent } = await renderWidget({
      ...card,
      answers: {
        'POST /api/premium/orders': { success: false, code: 'price_changed', message },
        'GET /api/settings': { ...settings, prices },
      },
    })
    await userEvent.click(screen.getByRole('button', { name: /Card/ }))
    await userEvent.click(await screen.findByRole('checkbox', { name: /I agree to pay \$14\.99 once/ }))
    await userEvent.click(screen.getByRole('button', paying))
    expect(await toasts().findByText(message)).toBeTruthy()
    const consent = await screen.findByRole<HTMLInputElement>('checkbox', { name: /\$19\.99 once/ })
    await waitFor(() => expect(document.activeElement).toBe(consent))
    expect(consent.checked).toBe(false)
    await userEvent.click(consent)
    await userEvent.click(screen.getByRole('button', paying))
    await waitFor(() => expect(posted(sent)).toHaveLength(2))
    expect(posted(sent)).toMatchObject([{ agreedMinor: 1499 }, { agreedMinor: 1999 }])
  })

  it('says that nothing was charged when the server says nothing', async () => {
    await renderWidget({ ...card, answers: { 'POST /api/premium/orders': { success: false } } })
    await userEvent.click(screen.getByRole('button', { name: /Card/ }))
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', paying))
    const text = "We couldn't start the payment. You haven't been charged."
    expect(await toasts().findByText(text)).toBeTruthy()
  })

  it('keeps the consent when no order could be made', async () => {
    const answer = { success: false, message: "The payment provider isn't responding." }
    await renderWidget({ ...card, answers: { 'POST /api/premium/orders': answer } })
    await userEvent.click(screen.getByRole('button', { name: /Card/ }))
    await userEvent.click(await screen.findByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', paying))
    expect(await toasts().findByText("The payment provider isn't responding.")).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    await waitFor(() => expect(screen.getByRole('button', paying).getAttribute('aria-busy')).toBeNull())
  })

  it('is not shown where none is set up', async () => {
    await renderWidget({ query: '?method=card' })
    expect(screen.queryByRole('button', { name: /Card/ })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Pay by card' })).toBeNull()
  })
})

const confirming = 'POST /api/premium/orders/confirm'

function renderReturn(answer: unknown, options: PageOptions = {}) {
  return renderPage('/premium?saleID=7&order=a1&signature=f0', '/premium', <PremiumPage />, {
    viewer: makeUser(),
    ...options,
    answers: {
      [`GET ${videosPath(premiumPageList)}`]: [],
      'GET /api/auth/me': makeUser(),
      [confirming]: answer,
      ...options.answers,
    },
  })
}

describe("the return from a provider's page", () => {
  it('greets the new member, and forgets the order', async () => {
    renderReturn({ success: true } satisfies PaymentAnswer, { answers: { 'GET /api/auth/me': member } })
    expect(await toasts().findByText('Payment successful!')).toBeTruthy()
    expect(await screen.findByText('Premium Membership Active')).toBeTruthy()
  })

  it('says that nothing has arrived yet, looks again on request, and can be left', async () => {
    let answer: PaymentAnswer = { success: false, code: 'pending' }
    const { sent } = renderReturn(() => answer)
    expect(await screen.findByRole('heading', { name: "We haven't received your payment yet" })).toBeTruthy()
    await expectAccessible()
    answer = { success: false, code: 'expired', message: 'This order has expired. Please start again.' }
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('This order has expired. Please start again.')).toBeTruthy()
    expect(posted(sent)).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Choose how to pay' }))
    expect(await screen.findByRole('group', { name: 'Plan' })).toBeTruthy()
  })

  it('never asks for another payment where one is being looked into', async () => {
    const message = "The payment doesn't match the order. We're looking into it."
    renderReturn({ success: false, code: 'mismatch', message } satisfies PaymentAnswer)
    const panel = within(await screen.findByRole('region', { name: "We're checking your payment" }))
    expect(panel.getByText(message)).toBeTruthy()
    expect(panel.getByRole('link', { name: 'View my payments' })).toBeTruthy()
    expect(panel.queryByRole('button')).toBeNull()
    expect(screen.queryByText('Payment failed')).toBeNull()
    await expectAccessible()
  })

  it('says what the site said when the provider could not be asked, and asks again', async () => {
    const message =
      "The payment provider isn't responding. If you've paid, we'll activate premium automatically."
    let answer: PaymentAnswer = { success: false, code: 'provider_down', message }
    renderReturn(() => answer)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByRole('heading', { name: "We couldn't check your payment" })).toBeTruthy()
    answer = { success: false, code: 'pending' }
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('heading', { name: "We haven't received your payment yet" })).toBeTruthy()
  })

  it('can be tried again when the site cannot be asked', async () => {
    let answer: unknown = problem(503, 'internal', 'Not now.')
    renderReturn(() => answer)
    expect(await screen.findByText(/Not now/)).toBeTruthy()
    answer = { success: false, code: 'pending' }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: "I haven't paid" })).toBeTruthy()
  })

  it('asks somebody who is signed out to sign in, and leads back', async () => {
    const { sent } = renderReturn({ success: true }, { viewer: null })
    const link = await within(
      await screen.findByRole('region', { name: 'Sign in to see your payment' }),
    ).findByRole('link')
    expect(link.getAttribute('href')).toContain(encodeURIComponent('/premium?order=a1'))
    expect(posted(sent)).toEqual([])
  })
})
