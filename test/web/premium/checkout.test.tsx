import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutBoot, CheckoutOrder } from '#contract/schemas/payments/checkout'
import { CheckoutPage } from '#web/checkout/checkout-page.tsx'
import type { PayPal, Razorpay, RazorpayOptions } from '#web/checkout/providers'
import { expectAccessible } from '../support/axe'
import { problem } from '../support/page'
import { useRealClock } from '../support/shared-dom'

const wallet: CheckoutOrder = {
  method: 'wallet',
  plan: 'monthly',
  currency: 'USD',
  amountMinor: 1499,
  agreed: true,
  bank: null,
  video: null,
}
const regional: CheckoutOrder = {
  method: 'checkout',
  plan: 'yearly',
  currency: 'INR',
  amountMinor: 799_900,
  agreed: true,
  bank: null,
  video: null,
}

type Answer = object | (() => object)

/** Renders the document for an order. Responses come from a table, and its messages are recorded. */
function renderCheckout(
  order: CheckoutOrder | null,
  answers: Record<string, Answer> = {},
  boot: Partial<CheckoutBoot> = {},
) {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input)
    sent.push({ path, body: JSON.parse(String(init.body)) })
    const known = answers[path]
    const answer = typeof known === 'function' ? await known() : known
    return answer instanceof Response ? answer.clone() : Response.json(answer ?? {})
  })
  render(
    <CheckoutPage
      boot={{
        siteName: 'Nocturne',
        accent: null,
        logo: null,
        from: '/premium?plan=monthly',
        order,
        scriptUrl: order && 'https://provider.test/script.js',
        refusal: null,
        claims: [],
        contactEmail: 'contact@example.org',
        now: '2026-10-06T12:00:00.000Z',
        premiumUntil: null,
        ...boot,
      }}
    />,
  )
  return sent
}

const script = () => document.head.querySelector<HTMLScriptElement>('script[src^="https://provider.test"]')
const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ }))

/** Records the messages to the page around the frame. */
function stubFrame() {
  const postMessage = vi.fn<(message: { message: unknown }, origin: string) => void>()
  vi.stubGlobal('parent', { postMessage })
  return () => postMessage.mock.calls.map(([{ message }, origin]) => [message, origin])
}

beforeEach(() => expect(script()).toBeNull())
afterEach(() => {
  script()?.remove()
  delete window.paypal
  delete window.Razorpay
})

type Buttons = Parameters<PayPal['Buttons']>[0]

/** Loads the wallet's script, and returns its buttons for the test to press. */
async function loadWallet(): Promise<Buttons> {
  let given: Buttons | undefined
  window.paypal = {
    Buttons: vi.fn((options) => {
      given = options
      return { render: async (element: HTMLElement) => element.append('PayPal button') }
    }),
  }
  await act(async () => fireEvent.load(script() as HTMLScriptElement))
  if (!given) throw new Error('No buttons were made')
  return given
}

describe('the consent', () => {
  it.each([wallet, regional])(
    'to $method is asked for before the provider’s script is loaded',
    async (order) => {
      const told = stubFrame()
      const sent = renderCheckout({ ...order, agreed: false })
      const box = screen.getByRole<HTMLInputElement>('checkbox', {
        name: /^I agree to pay .+ once for \d+ days/,
      })
      expect(box.checked).toBe(false)
      const goOn = screen.getByRole('button', { name: 'Continue to payment' })
      await userEvent.click(goOn)
      expect(screen.getByText('Please agree to the price and the terms first.')).toBeTruthy()
      expect(document.activeElement).toBe(box)
      await expectAccessible()
      expect([script(), sent]).toEqual([null, []])
      await userEvent.click(box)
      await userEvent.click(goOn)
      expect(script()).toBeTruthy()
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your order' }))
      expect(screen.queryByRole('checkbox')).toBeNull()
      // A provider's own window takes all the room of the frame, once there is one.
      const covered = told().filter(([message]) => (message as { height?: null }).height === null)
      expect(covered).toHaveLength(order === regional ? 1 : 0)
    },
  )
})

describe('the wallet', () => {
  const subscribe = '/api/premium/subscribe'
  const confirm = '/api/premium/confirm'
  const created = { [subscribe]: { success: true, orderId: 'PAYPAL-1' } }

  it('says what is bought beside the provider’s buttons, and loads their script only then', async () => {
    renderCheckout(wallet)
    expect(screen.getByText('Setting up payment...')).toBeTruthy()
    expect(script()?.src).toBe('https://provider.test/script.js')
    await loadWallet()
    expect(screen.getByText('PayPal button')).toBeTruthy()
    const order = within(screen.getByRole('region', { name: 'Your order' }))
    expect(order.getByText('Membership, 30 days')).toBeTruthy()
    for (const fact of ['30 days', 'Does not renew', 'contact@example.org'])
      expect(order.getByText(fact)).toBeTruthy()
    await expectAccessible()
  })

  it('offers nothing to pay once it was left open for a day', () => {
    vi.useFakeTimers()
    try {
      renderCheckout(wallet)
      vi.setSystemTime(Date.now() + 24 * 3600_000)
      act(() => void vi.advanceTimersByTime(60_000))
      expect(screen.getByText('This checkout expired')).toBeTruthy()
      expect(screen.queryByRole('region', { name: 'Your order' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Try Another Payment Method' })).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  it('is too old after six hours awake, too, wherever the clock was set', () => {
    vi.useFakeTimers()
    try {
      renderCheckout(wallet)
      vi.setSystemTime(Date.now() - 24 * 3600_000)
      act(() => void vi.advanceTimersByTime(6 * 3600_000 - 60_000))
      expect(screen.queryByText('This checkout expired')).toBeNull()
      act(() => void vi.advanceTimersByTime(120_000))
      expect(screen.getByText('This checkout expired')).toBeTruthy()
    } finally {
      useRealClock()
    }
  })

  it('stays while a payment is confirmed and while it can be checked again', async () => {
    const late = Promise.withResolvers<object>()
    const declined = { success: false, code: 'declined', message: 'Declined.' }
    const answers = [late.promise, declined]
    renderCheckout(wallet, { ...created, [confirm]: () => answers.shift() ?? declined })
    const buttons = await loadWallet()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
    try {
      await act(buttons.createOrder)
      const approval = buttons.onApprove({ orderID: 'PAYPAL-1' })
      await act(async () => undefined)
      act(() => void vi.advanceTimersByTime(24 * 3600_000))
      expect(screen.getByText('Processing...')).toBeTruthy()
      late.resolve(problem(503, 'unavailable', 'Not now.'))
      await act(() => approval)
      act(() => void vi.advanceTimersByTime(60_000))
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Check again' })))
      // Declined: nothing is open any more.
      expect(screen.getByText('This checkout expired')).toBeTruthy()
    } finally {
      useRealClock()
    }
  })

  it('says until when by the server’s clock', () => {
    renderCheckout(wallet, {}, { now: '2031-02-01T12:00:00.000Z' })
    expect(screen.getByText('March 3, 2031')).toBeTruthy()
  })

  it('creates one order however often it is opened, and confirms it', async () => {
    const sent = renderCheckout(wallet, { ...created, [confirm]: { success: true } })
    const buttons = await loadWallet()
    expect(await act(buttons.createOrder)).toBe('PAYPAL-1')
    act(buttons.onCancel)
    expect(toasts().getByText('Payment cancelled')).toBeTruthy()
    expect(await act(buttons.createOrder)).toBe('PAYPAL-1')
    await act(() => buttons.onApprove({ orderID: 'PAYPAL-1' }))
    expect(sent).toEqual([
      { path: subscribe, body: { plan: 'monthly', currency: 'USD', agreedMinor: 1499 } },
      { path: confirm, body: { orderId: 'PAYPAL-1', plan: 'monthly' } },
    ])
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Subscription successful!' }))
    // It has been bought by now, so it isn't offered again.
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/premium')
    expect(toasts().queryByText('Payment cancelled')).toBeNull()
  })

  it('leads on to no other site, and to no choice that is bought', async () => {
    const from = '/.//elsewhere.test/account?tab=subscription&plan=monthly&currency=USD'
    renderCheckout(wallet, { [confirm]: { success: true } }, { from })
    const buttons = await loadWallet()
    await act(() => buttons.onApprove({ orderID: 'PAYPAL-1' }))
    const { host, search } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Continue' })
    expect({ host, search }).toEqual({ host: location.host, search: '?tab=subscription' })
  })

  it('tells the page around its frame, and nobody else', async () => {
    const told = stubFrame()
    renderCheckout(wallet, { ...created, [confirm]: { success: true } })
    const buttons = await loadWallet()
    await act(() => buttons.onApprove({ orderID: 'PAYPAL-1' }))
    expect(told()).toEqual([
      [{ type: 'busy', busy: true }, location.origin],
      [
        { type: 'bought', title: 'Subscription successful!', description: 'You now have premium access' },
        location.origin,
      ],
      [{ type: 'busy', busy: false }, location.origin],
    ])
  })

  it('is processing while the server looks, and shows what the provider has not decided as submitted', async () => {
    const answer = Promise.withResolvers<Response>()
    renderCheckout(wallet, { ...created, [confirm]: () => answer.promise })
    const buttons = await loadWallet()
    void buttons.onApprove({ orderID: 'PAYPAL-1' })
    expect(await screen.findByText('Processing...')).toBeTruthy()
    answer.resolve(Response.json({ success: false, code: 'pending', message: 'Still processed.' }))
    expect(await screen.findByRole('heading', { name: 'Payment submitted' })).toBeTruthy()
    expect(screen.getByText('Still processed.')).toBeTruthy()
  })

  it('offers the same buttons again after a decline', async () => {
    const declined = { success: false, code: 'declined', message: 'It was declined.' }
    renderCheckout(wallet, { ...created, [confirm]: declined })
    const buttons = await loadWallet()
    await act(() => buttons.onApprove({ orderID: 'PAYPAL-1' }))
    expect(toasts().getByText('It was declined.')).toBeTruthy()
    expect(screen.getByText('PayPal button')).toBeTruthy()
    expect(screen.queryByText('Processing...')).toBeNull()
  })

  it('says that nothing was activated, and lets a lost answer be asked for again', async () => {
    let answer: object = { success: false, code: 'mismatch' }
    renderCheckout(wallet, { ...created, [confirm]: () => answer })
    const buttons = await loadWallet()
    await act(() => buttons.onApprove({ orderID: 'PAYPAL-1' }))
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByText('Subscription failed')).toBeTruthy()
    expect(alert.getByText('Payment was approved but subscription could not be activated')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
    answer = problem(503, 'internal', 'Not now.')
    await act(() => buttons.onApprove({ orderID: 'PAYPAL-1' }))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Subscription failed' }))
    // Money may be on its way by now: paying in another way could mean paying twice.
    expect(screen.queryByRole('button', { name: 'Try Another Payment Method' })).toBeNull()
    expect(screen.getByRole('link', { name: 'View my payments' }).getAttribute('href')).toBe(
      '/account?tab=subscription',
    )
    const answered = Promise.withResolvers<Response>()
    answer = answered.promise
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    expect(screen.getByText('Processing...')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
    answered.resolve(Response.json({ success: true }))
    expect(await screen.findByRole('heading', { name: 'Subscription successful!' })).toBeTruthy()
  })

  it('leads who is signed out to sign in, and back', async () => {
    renderCheckout(wallet, { [subscribe]: problem(401, 'unauthenticated', 'Please sign in first.') })
    const buttons = await loadWallet()
    await act(() => buttons.createOrder().catch(buttons.onError))
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      '/signin?from=%2Fpremium%3Fplan%3Dmonthly',
    )
  })

  it('no longer says that a try failed once the next one begins', async () => {
    renderCheckout(wallet, created)
    const buttons = await loadWallet()
    act(() => buttons.onError(new Error('popup')))
    expect(toasts().getByText('Payment failed')).toBeTruthy()
    await act(buttons.createOrder)
    expect(toasts().queryByText('Payment failed')).toBeNull()
  })

  it('offers another method when no order can be created', async () => {
    const told = stubFrame()
    renderCheckout(wallet, { [subscribe]: { success: false, code: 'provider_down', message: 'It is down.' } })
    const buttons = await loadWallet()
    await act(() => buttons.createOrder().catch(buttons.onError))
    expect(within(screen.getByRole('alert')).getByText('It is down.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try Another Payment Method' }))
    expect(told()).toEqual([[{ type: 'other-method' }, location.origin]])
  })

  it('leads to the new price where it changed meanwhile', async () => {
    const message = 'The price has changed. Please check it and try again.'
    renderCheckout(wallet, { [subscribe]: { success: false, code: 'price_changed', message } })
    const buttons = await loadWallet()
    await act(() => buttons.createOrder().catch(buttons.onError))
    expect(within(screen.getByRole('alert')).getByText(message)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'See the new price' })).toBeTruthy()
  })

  it('reports an error of the provider’s own', async () => {
    renderCheckout(wallet)
    const buttons = await loadWallet()
    act(() => buttons.onError(new Error('popup')))
    expect(toasts().getByText('There was an issue with the payment. Please try again.')).toBeTruthy()
    expect(screen.getByText('PayPal button')).toBeTruthy()
  })

  it('says when its script does not arrive', async () => {
    renderCheckout(wallet)
    fireEvent.error(script() as HTMLScriptElement)
    expect(await screen.findByText('An error occurred while setting up payment')).toBeTruthy()
  })
})

describe('the regional checkout', () => {
  const create = '/api/premium/razorpay/create-order'
  const verify = '/api/premium/razorpay/verify'
  const created = {
    [create]: { success: true, keyId: 'key', orderId: 'order_1', amount: 799900, currency: 'INR' },
  }
  const proof = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'ab' }

  /** Returns the opened modals with their options. */
  async function loadRegional() {
    const opened: RazorpayOptions[] = []
    const failed: (() => void)[] = []
    class Modal {
      constructor(private readonly options: RazorpayOptions) {}
      open() {
        opened.push(this.options)
      }
      on(_event: string, listener: () => void) {
        failed.push(listener)
      }
    }
    window.Razorpay = Modal satisfies Razorpay
    await act(async () => fireEvent.load(script() as HTMLScriptElement))
    await waitFor(() => expect(screen.queryByText('Setting up payment...')).toBeNull())
    return { opened, failed }
  }

  it('opens by itself with the server’s order, and again after it was dismissed', async () => {
    const sent = renderCheckout({ ...regional, bank: 'hdfc' }, created)
    expect(screen.getByText('Setting up payment...')).toBeTruthy()
    const { opened } = await loadRegional()
    expect(opened[0]).toMatchObject({
      key: 'key',
      order_id: 'order_1',
      amount: 799900,
      currency: 'INR',
      description: 'Membership, 365 days',
      prefill: { method: 'netbanking', bank: 'HDFC' },
    })
    act(() => opened[0]?.modal.ondismiss())
    expect(toasts().getByText('Payment cancelled')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Pay ₹7,999' }))
    expect(opened).toHaveLength(2)
    expect(sent).toEqual([{ path: create, body: { plan: 'yearly', currency: 'INR', agreedMinor: 799_900 } }])
    await expectAccessible()
  })

  it('has the server verify what the provider signed', async () => {
    const sent = renderCheckout(regional, { ...created, [verify]: { success: true } })
    const { opened } = await loadRegional()
    await act(async () => opened[0]?.handler({ ...proof, extra: 'dropped' } as typeof proof))
    expect(await screen.findByRole('heading', { name: 'Payment successful!' })).toBeTruthy()
    expect(sent.at(-1)).toEqual({ path: verify, body: proof })
  })

  it('says the server’s reason when it can’t be verified, or that support should be asked', async () => {
    let answer: object = { success: false, code: 'mismatch', message: 'The amounts differ.' }
    renderCheckout(regional, { ...created, [verify]: () => answer })
    const { opened } = await loadRegional()
    await act(async () => opened[0]?.handler(proof))
    expect(await screen.findByText('Payment verification failed')).toBeTruthy()
    expect(screen.getByText('The amounts differ.')).toBeTruthy()
    answer = { success: false }
    await act(async () => opened[0]?.handler(proof))
    const text = 'There was an issue verifying your payment. Please contact support.'
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('reports a payment that failed inside the modal', async () => {
    renderCheckout(regional, { ...created, [verify]: () => new Promise(() => {}) })
    const { opened, failed } = await loadRegional()
    act(() => failed[0]?.())
    expect(toasts().getByText('There was an issue with the payment. Please try again.')).toBeTruthy()
    // The modal that is open is used for the next try.
    act(() => opened[0]?.handler(proof))
    expect(screen.getByText('Verifying...')).toBeTruthy()
    expect(toasts().queryByText('Payment failed')).toBeNull()
  })

  it('says why it could not be set up, and can be tried again', async () => {
    let answer: object = { success: false }
    renderCheckout(regional, { [create]: () => answer })
    await loadRegional()
    expect(screen.getByText('Failed to create order')).toBeTruthy()
    answer = created[create] ?? {}
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: 'Pay ₹7,999' })).toBeTruthy()
  })

  it('says when its script does not arrive', async () => {
    renderCheckout(regional, created)
    fireEvent.error(script() as HTMLScriptElement)
    expect(await screen.findByText('Failed to load Razorpay SDK')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Another Payment Method' })).toBeTruthy()
  })
})

describe('a checkout that is refused', () => {
  it('says why, loads nothing, and leads on', async () => {
    const sent = renderCheckout(null, {}, { refusal: 'signed_out' })
    expect(screen.getByText('Please sign in first')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      '/signin?from=%2Fpremium%3Fplan%3Dmonthly',
    )
    expect(script()).toBeNull()
    expect(sent).toEqual([])
    await expectAccessible()
  })

  it('leaves the whole window by plain links, never by the router', () => {
    renderCheckout(null, {}, { refusal: 'address' })
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('target'))).toEqual(links.map(() => '_top'))
  })
})
