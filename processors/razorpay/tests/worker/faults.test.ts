import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PaymentFault } from '#dev/sandbox/payments/faults'
import { jobContext } from '#test/support/context'
import { agreedOrder } from '#test/support/payments/agreed-order'
import {
  buyer,
  expectNothingGranted,
  grants,
  isPremium,
  openCheckout,
  paymentsWorld,
  subscribe,
  verifyCheckout,
} from '#test/support/payments/payments'
import { sweepOrders } from '#worker/services/payments/orders/sweep'

const world = paymentsWorld()
const day = 24 * 3600_000

afterEach(() => vi.restoreAllMocks())

const orders = '/razorpay/v1/orders'
const wish = agreedOrder('INR')

/** Creates an order that the buyer's bank has authorised; the money still has to be captured. */
async function authorised() {
  const client = await buyer()
  const orderId = await openCheckout(client)
  return { client, orderId, proof: await world.sandbox.razorpay.authorise(orderId) }
}

const onCapture = (fault: Omit<PaymentFault, 'path'>): PaymentFault => ({
  path: '/razorpay/v1/payments',
  end: '/capture',
  ...fault,
})

function madeOrders(): number {
  return Object.keys(world.sandbox.state.razorpay.orders).length
}

function captureCalls() {
  return world.sandbox.calls.filter(({ path }) => path.endsWith('/capture'))
}

async function sweep(after: number): Promise<void> {
  await sweepOrders(await jobContext(Date.now() + after))
}

describe('creating an order at Razorpay', () => {
  it.each([
    ['times out', { answer: 'timeout' }],
    ['is lost', { answer: 'lost' }],
    ['comes in half', { answer: 'truncated' }],
  ] as const)('44: whose answer %s is found by its receipt, not made twice', async (_, fault) => {
    const client = await buyer()
    world.sandbox.fail({ path: orders, method: 'POST', commit: true, ...fault })
    const orderId = await openCheckout(client)
    expect(madeOrders()).toBe(1)
    expect(await verifyCheckout(client, await world.sandbox.razorpay.pay(orderId))).toMatchObject({
      success: true,
    })
  })

  it('44: that cannot be looked for either is found by the next try', async () => {
    const client = await buyer()
    world.sandbox.fail(
      { path: orders, method: 'POST', answer: 'timeout', commit: true },
      { path: orders, method: 'GET', answer: 'timeout' },
    )
    expect(await client.json('POST', '/api/premium/razorpay/create-order', wish)).toMatchObject({
      success: false,
      code: 'provider_down',
    })
    client.now = Date.now() + 60_000
    await openCheckout(client)
    expect(madeOrders()).toBe(1)
  })

  it('44: that was never made is made at the second try', async () => {
    const client = await buyer()
    world.sandbox.fail({ path: orders, method: 'POST', answer: 'lost' })
    await openCheckout(client)
    expect(madeOrders()).toBe(1)
  })
})

describe('capturing at Razorpay', () => {
  it('takes exactly what was authorised, and grants on what the payment then is', async () => {
    const { client, proof } = await authorised()
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
    expect(captureCalls().map(({ body }) => JSON.parse(body))).toEqual([{ amount: 99_900, currency: 'INR' }])
    expect(world.sandbox.razorpay.payment(proof.razorpay_payment_id).status).toBe('captured')
  })

  it('45: whose answer times out is granted by the next verify', async () => {
    const { client, proof } = await authorised()
    world.sandbox.fail(onCapture({ answer: 'timeout', commit: true }))
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: false, code: 'provider_down' })
    await expectNothingGranted(client)
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
    expect(captureCalls()).toHaveLength(1)
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('45: whose answer times out is granted by the sweep when nobody asks again', async () => {
    const { client, proof } = await authorised()
    world.sandbox.fail(onCapture({ answer: 'timeout', commit: true }))
    await verifyCheckout(client, proof)
    await sweep(10 * 60_000)
    expect(await isPremium(client)).toBe(true)
  })

  const faults: [string, Omit<PaymentFault, 'path'>][] = [
    ['a 500', { status: 500 }],
    ['a 502 of HTML', { status: 502, answer: 'html' }],
    ['an empty 200 after the money moved', { answer: 'empty', commit: true }],
    ['half of the JSON', { answer: 'truncated' }],
    ['a broken connection after the money moved', { answer: 'lost', commit: true }],
  ]

  it.each(faults)('46: goes through %s', async (_, fault) => {
    const { client, proof } = await authorised()
    world.sandbox.fail(onCapture(fault))
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('46: grants nothing while the payment cannot be read', async () => {
    const { client, proof } = await authorised()
    const path = `/razorpay/v1/payments/${proof.razorpay_payment_id}`
    world.sandbox.fail({ path, method: 'GET', status: 502, answer: 'html', times: 3 })
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: false, code: 'provider_down' })
    await expectNothingGranted(client)
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
  })

  it('47: waits for as long as a 429 asks, when that is short', async () => {
    const { client, proof } = await authorised()
    world.sandbox.fail(onCapture({ status: 429, retryAfter: 1 }))
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
    expect(world.pauses).toContain(1000)
  })

  it('48: grants nothing while Razorpay refuses the key', async () => {
    const { client, proof } = await authorised()
    const refused = { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }
    vi.stubGlobal('fetch', async () => Response.json(refused, { status: 401 }))
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: false, code: 'provider_down' })
    vi.stubGlobal('fetch', world.sandbox.fetch)
    await expectNothingGranted(client)
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
  })

  it('49: of a payment that is only begun waits, and grants when the bank agrees a day later', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const { razorpay } = world.sandbox
    const proof = await razorpay.pay(orderId, { status: 'created', method: 'netbanking' })
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: false, code: 'pending' })
    await expectNothingGranted(client)
    razorpay.lateAuthorise(proof.razorpay_payment_id)
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('50: after a failed payment takes the next one of the same order', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const { razorpay } = world.sandbox
    razorpay.fail(orderId, { method: 'card' })
    await sweep(2 * 60_000)
    await expectNothingGranted(client)
    expect(await verifyCheckout(client, await razorpay.pay(orderId))).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
  })

  it('51: grants nothing for an order that Razorpay does not know', async () => {
    const { client, orderId, proof } = await authorised()
    delete world.sandbox.state.razorpay.orders[orderId]
    delete world.sandbox.state.razorpay.payments[proof.razorpay_payment_id]
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: false, code: 'expired' })
    await expectNothingGranted(client)
  })

  it('59: grants nothing for a paid order whose payment went back before anybody asked', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const { razorpay } = world.sandbox
    const proof = await razorpay.pay(orderId)
    razorpay.refund(proof.razorpay_payment_id)
    expect(razorpay.order(orderId).status).toBe('paid')
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: false })
    expect(await grants(client.userId)).toEqual([])
  })

  it('53: that takes longer than the limit is given up, and settled later', async () => {
    const { client, proof } = await authorised()
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
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: false, code: 'provider_down' })
    expect(limits).toEqual([10_000, 10_000])
    vi.restoreAllMocks()
    await sweep(day)
    expect(await isPremium(client)).toBe(true)
  })
})

describe('a Razorpay that keeps failing', () => {
  it('does not keep anybody from the wallet', async () => {
    const client = await buyer()
    world.sandbox.fail({ path: orders, answer: 'timeout', times: 20 })
    for (let n = 0; n < 4; n++) await client.json('POST', '/api/premium/razorpay/create-order', wish)
    const before = world.sandbox.calls.length
    expect(await client.json('POST', '/api/premium/razorpay/create-order', wish)).toMatchObject({
      code: 'provider_down',
    })
    expect(world.sandbox.calls).toHaveLength(before)
    expect(await subscribe(client)).toMatch(/^\w+$/)
  })
})
