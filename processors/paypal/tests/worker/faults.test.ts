import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Subscription } from '#contract/schemas/payments/payments'
import type { PaymentFault } from '#dev/sandbox/payments/faults'
import type { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { agreedOrder } from '#test/support/payments/agreed-order'
import {
  buyer,
  buyWithWallet,
  confirmWallet,
  expectNothingGranted,
  grants,
  isPremium,
  paymentsWorld,
  subscribe,
} from '#test/support/payments/payments'
import { sweepOrders } from '#worker/services/payments/orders/sweep'

const world = paymentsWorld()
const hour = 3600_000

afterEach(() => vi.restoreAllMocks())

/** Creates an order that its buyer has just approved in the wallet. */
async function approved() {
  const client = await buyer()
  const orderId = await subscribe(client)
  world.sandbox.paypal.approve(orderId)
  return { client, orderId }
}

const orders = '/paypal/v2/checkout/orders'
const onCapture = (fault: Omit<PaymentFault, 'path'>): PaymentFault => ({
  path: orders,
  end: '/capture',
  ...fault,
})

function captureCalls() {
  return world.sandbox.calls.filter(({ path }) => path.endsWith('/capture'))
}

/** Returns the payments that the account page lists. */
async function paymentsOf(client: TestClient) {
  return (await client.json<Subscription>('GET', '/api/account/subscription')).payments
}

async function sweep(after: number): Promise<void> {
  await sweepOrders(await jobContext(Date.now() + after))
}

describe('creating an order at PayPal', () => {
  it('44: whose answer times out is found again, not made twice', async () => {
    const client = await buyer()
    world.sandbox.fail({ path: orders, method: 'POST', answer: 'timeout', commit: true })
    const wish = agreedOrder('USD')
    expect(await client.json('POST', '/api/premium/subscribe', wish)).toMatchObject({
      success: false,
      code: 'provider_down',
    })
    expect(world.sandbox.paypal.orders()).toHaveLength(1)

    const { orderId, answer } = await buyWithWallet(world, client)
    expect(world.sandbox.paypal.orders().map(({ id }) => id)).toEqual([orderId])
    expect(answer.success).toBe(true)
  })

  it('44: whose answer is lost on the way is asked for again at once', async () => {
    const client = await buyer()
    world.sandbox.fail({ path: orders, method: 'POST', answer: 'lost', commit: true })
    const orderId = await subscribe(client)
    expect(world.sandbox.paypal.orders().map(({ id }) => id)).toEqual([orderId])
  })
})

describe('capturing at PayPal', () => {
  it('45: whose answer times out takes the money once, and the next confirm grants', async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail(onCapture({ answer: 'timeout', commit: true }))
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    await expectNothingGranted(client)

    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
    expect(world.sandbox.paypal.captures()).toHaveLength(1)
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('45: whose answer times out is granted by the sweep when nobody asks again', async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail(onCapture({ answer: 'timeout', commit: true }))
    await confirmWallet(client, orderId)
    await sweep(10 * 60_000)
    expect(await isPremium(client)).toBe(true)
    expect(world.sandbox.paypal.captures()).toHaveLength(1)
  })

  const faults: [string, Omit<PaymentFault, 'path'>][] = [
    ['a 500', { status: 500 }],
    ['a 502 of HTML', { status: 502, answer: 'html' }],
    ['a 503', { status: 503 }],
    ['HTML that says 200', { status: 200, answer: 'html' }],
    ['an empty 200', { answer: 'empty', commit: true }],
    ['half of the JSON', { answer: 'truncated' }],
    ['a broken connection after the money moved', { answer: 'lost', commit: true }],
  ]

  it.each(faults)('46: goes through %s, once, under one key', async (_, fault) => {
    const { client, orderId } = await approved()
    world.sandbox.fail(onCapture(fault))
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
    expect(world.sandbox.paypal.captures()).toHaveLength(1)
    const keys = captureCalls().map(({ headers }) => headers['paypal-request-id'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it.each(faults)('46: grants nothing while PayPal answers nothing but %s', async (_, fault) => {
    const { client, orderId } = await approved()
    world.sandbox.fail(onCapture({ ...fault, times: 3 }))
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    await expectNothingGranted(client)
    await sweep(10 * 60_000)
    expect(await isPremium(client)).toBe(true)
    expect(world.sandbox.paypal.captures()).toHaveLength(1)
  })

  it('46: does not take JSON of another shape for an answer', async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail({ path: orders, method: 'GET', answer: 'nonsense' })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    expect(captureCalls()).toEqual([])
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
  })

  it('47: waits for as long as a 429 asks, when that is short', async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail(onCapture({ status: 429, retryAfter: 1 }))
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    expect(world.pauses).toContain(1000)
  })

  it('47: does not let the buyer wait for two minutes', async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail(onCapture({ status: 429, retryAfter: 120 }))
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    expect(captureCalls()).toHaveLength(1)
    await sweep(10 * 60_000)
    expect(await isPremium(client)).toBe(true)
  })

  it('48: goes on with a new token when the old one ended midway', async () => {
    const { client, orderId } = await approved()
    const tokens = () => world.sandbox.calls.filter(({ path }) => path.endsWith('/oauth2/token')).length
    const before = tokens()
    world.sandbox.paypal.expireTokens()
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    expect(tokens()).toBe(before + 1)
  })

  it('48: asks for one new token and no more when that one is refused too', async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail({ path: `${orders}/${orderId}`, status: 401, times: 5 })
    const before = world.sandbox.calls.length
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    expect(world.sandbox.calls.slice(before).map(({ path }) => path)).toEqual([
      `${orders}/${orderId}`,
      '/paypal/v1/oauth2/token',
      `${orders}/${orderId}`,
    ])
  })

  it('48: grants nothing while the token itself is refused', async () => {
    const { client, orderId } = await approved()
    world.sandbox.paypal.expireTokens()
    world.sandbox.fail({ path: '/paypal/v1/oauth2/token', status: 401 })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    await expectNothingGranted(client)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
  })

  it('49: that PayPal holds for review grants when it completes, a day later', async () => {
    const { client, orderId } = await approved()
    const { paypal } = world.sandbox
    paypal.nextCapture(orderId, { status: 'PENDING', reason: 'ECHECK' })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    expect(paypal.order(orderId).status).toBe('COMPLETED')
    await sweep(2 * hour)
    await expectNothingGranted(client)
    const pending = { provider: 'paypal', status: 'pending', amountText: '$14.99', from: null }
    expect(await paymentsOf(client)).toMatchObject([pending])

    paypal.finishCapture(paypal.captureOf(orderId).id)
    await sweep(25 * hour)
    expect(await isPremium(client)).toBe(true)
    expect(await grants(client.userId)).toHaveLength(1)
    expect(await paymentsOf(client)).toMatchObject([{ status: 'captured' }])
  })

  it('49: that PayPal holds for review and then refuses grants nothing', async () => {
    const { client, orderId } = await approved()
    const { paypal } = world.sandbox
    paypal.nextCapture(orderId, { status: 'PENDING', reason: 'PENDING_REVIEW' })
    await confirmWallet(client, orderId)
    paypal.finishCapture(paypal.captureOf(orderId).id, 'DECLINED')
    await sweep(25 * hour)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'declined' })
    await expectNothingGranted(client)
  })

  it('50: that is declined can be tried again with another card, under another key', async () => {
    const { client, orderId } = await approved()
    const { paypal } = world.sandbox
    paypal.nextCapture(orderId, { issue: 'INSTRUMENT_DECLINED' })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'declined' })
    await expectNothingGranted(client)

    paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
    const keys = captureCalls().map(({ headers }) => headers['paypal-request-id'])
    expect(new Set(keys).size).toBe(2)
  })

  it.each(['TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'COMPLIANCE_VIOLATION'])(
    '50: that is refused for %s is a decline',
    async (issue) => {
      const { client, orderId } = await approved()
      world.sandbox.paypal.nextCapture(orderId, { issue })
      expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'declined' })
      expect(await grants(client.userId)).toEqual([])
    },
  )

  it('51: is over when PayPal has forgotten the order', async () => {
    const { client, orderId } = await approved()
    world.sandbox.paypal.expire(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'expired' })
    expect(captureCalls()).toEqual([])
    await expectNothingGranted(client)
  })

  it("51: is not over because somebody else's page says 404", async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail({ path: `${orders}/${orderId}`, status: 404, answer: 'html' })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
  })

  it('52: grants nothing for an order that is COMPLETED with its capture DECLINED', async () => {
    const { client, orderId } = await approved()
    world.sandbox.paypal.nextCapture(orderId, { status: 'DECLINED' })
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'declined' })
    expect(world.sandbox.paypal.order(orderId).status).toBe('COMPLETED')
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'declined' })
    await expectNothingGranted(client)
  })

  it('53: that takes longer than the limit is given up, and settled later', async () => {
    const { client, orderId } = await approved()
    const limits: (number | undefined)[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
      limits.push(limit)
      const soon = new AbortController()
      const abort = () => soon.abort(new DOMException('The operation timed out', 'TimeoutError'))
      // The first call only reads, and has all the time that it needs.
      if (limits.length === 2) setTimeout(abort, 200)
      return soon.signal
    })
    world.sandbox.fail(onCapture({ delay: 60_000 }))
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    // Only one: a second wait as long would be too much for the buyer.
    expect(limits).toEqual([10_000, 10_000])
    vi.restoreAllMocks()
    await sweep(10 * 60_000)
    expect(await isPremium(client)).toBe(true)
  })
})

describe('a PayPal that keeps failing', () => {
  it('is not waited for by the sixth buyer', async () => {
    const { client, orderId } = await approved()
    world.sandbox.fail({ path: `${orders}/${orderId}`, method: 'GET', answer: 'timeout', times: 5 })
    for (let n = 0; n < 5; n++) await confirmWallet(client, orderId)
    const before = world.sandbox.calls.length
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    expect(world.sandbox.calls).toHaveLength(before)

    client.now = Date.now() + 2 * 60_000
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
  })
})
