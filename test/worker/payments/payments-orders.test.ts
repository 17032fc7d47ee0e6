import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OwnerStatistics, VideoStatistics } from '#contract/schemas/videos/statistics'
import { defaultPrices } from '#contract/values/payments/prices'
import { smallestGroup } from '#contract/values/videos/statistics'
import { legalDocuments, payOrders, subscriptions, users, videoDays } from '#db/schema'
import { deleteDueAccounts } from '#worker/services/leaving/account-deletion/delete-due'
import { forgetSoldVideos } from '#worker/services/payments/orders/sold-videos'
import { problemOf, TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { ban, changeSettings, makeVideo, testDb } from '../../support/factories'
import { agreedOrder } from '../../support/payments/agreed-order'
import { claimOf, claimUpi, newReference, sweepClaims } from '../../support/payments/claims'
import {
  alertsAbout,
  orderRow,
  paymentRow,
  premiumUntil,
  sweepAfter,
} from '../../support/payments/payment-state'
import {
  buyer,
  buyWithCheckout,
  buyWithWallet,
  confirmWallet,
  expectNothingGranted,
  grants,
  isPremium,
  openCheckout,
  paymentsWorld,
  subscribe,
  verifyCheckout,
} from '../../support/payments/payments'

const db = testDb()
const world = paymentsWorld()
const hour = 3600_000
const day = 24 * hour

const calls = [
  ['/api/premium/subscribe', agreedOrder('USD')],
  ['/api/premium/confirm', { orderId: '5O190127TN364715T', plan: 'monthly' }],
  ['/api/premium/razorpay/create-order', agreedOrder('INR')],
  [
    '/api/premium/razorpay/verify',
    { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'ff' },
  ],
] as const

function captures(): string[] {
  return world.sandbox.calls.filter(({ path }) => path.endsWith('/capture')).map(({ path }) => path)
}

describe('buying', () => {
  it.each([
    ['monthly', 30],
    ['yearly', 365],
  ] as const)('a %s term by the wallet gives %i days', async (plan, days) => {
    const client = await buyer()
    client.now = Date.now()
    const { orderId, captureId, answer } = await buyWithWallet(world, client, plan)
    expect(answer).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
    expect(await premiumUntil(client.userId)).toBe(client.now + days * day)
    expect(await orderRow(orderId)).toMatchObject({
      userId: client.userId,
      status: 'paid',
      plan,
      currency: 'USD',
      amountMinor: defaultPrices.USD[plan],
      periodDays: days,
      termsVersion: 1,
      consentAt: client.now,
      nextCheckAt: null,
    })
    expect(await paymentRow(captureId)).toMatchObject({
      userId: client.userId,
      status: 'captured',
      plan,
      verifiedBy: 'provider_api',
      method: 'wallet',
    })
  })

  it('by the checkout gives the term at the price in rupees', async () => {
    const client = await buyer()
    const { orderId, paymentId, answer } = await buyWithCheckout(world, client, 'yearly')
    expect(answer).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
    expect(await orderRow(orderId)).toMatchObject({ status: 'paid', currency: 'INR', amountMinor: 799900 })
    expect(await paymentRow(paymentId)).toMatchObject({ userId: client.userId, status: 'captured' })
  })

  it('tells the checkout what to show', async () => {
    const client = await buyer()
    const json = agreedOrder('INR')
    expect(await client.json('POST', '/api/premium/razorpay/create-order', json)).toEqual({
      success: true,
      keyId: 'rzp_test_sandbox',
      amount: 99900,
      currency: 'INR',
      orderId: expect.stringMatching(/^order_/),
    })
  })

  it('again goes on where the first term ends', async () => {
    const client = await buyer()
    client.now = Date.now()
    await buyWithWallet(world, client)
    await buyWithCheckout(world, client, 'yearly')
    expect(await premiumUntil(client.userId)).toBe(client.now + 395 * day)
  })

  it('begins again where the sweep gave the order up before the provider answered', async () => {
    const client = await buyer()
    const json = agreedOrder('USD')
    await db.run(
      sql`create trigger given_up after insert on pay_orders begin
        update pay_orders set status = 'failed', next_check_at = null where id = new.id; end`,
    )
    const first = await client.json('POST', '/api/premium/subscribe', json)
    await db.run(sql`drop trigger given_up`)
    expect(first).toMatchObject({ success: false, code: 'expired' })
    expect(await client.json('POST', '/api/premium/subscribe', json)).toMatchObject({ success: true })
  })

  it('asks the provider once more for an order whose answer was lost, and makes no second one', async () => {
    const client = await buyer()
    world.sandbox.fail({
      path: '/paypal/v2/checkout/orders',
      method: 'POST',
      times: 3,
      commit: true,
      answer: 'lost',
    })
    const json = agreedOrder('USD')
    const first = await client.json('POST', '/api/premium/subscribe', json)
    expect(first).toMatchObject({ success: false, code: 'provider_down' })
    const orderId = await subscribe(client)
    expect(world.sandbox.paypal.orders().map(({ id }) => id)).toEqual([orderId])
    expect(await db.select().from(payOrders).where(eq(payOrders.userId, client.userId))).toHaveLength(1)
  })

  it('makes another order, agreed to anew, where the terms have changed since an answer was lost', async () => {
    const client = await buyer()
    const lost = { path: '/paypal/v2/checkout/orders', method: 'POST', times: 3, answer: 'lost' } as const
    world.sandbox.fail(lost)
    await client.request('POST', '/api/premium/subscribe', { json: agreedOrder('USD') })
    const newer = { slug: 'terms', version: 2, title: 'Terms', body: 'Be kind.', publishedAt: Date.now() }
    await db.insert(legalDocuments).values(newer)
    onTestFinished(async () => {
      await db.delete(legalDocuments).where(eq(legalDocuments.version, newer.version))
    })
    const orderId = await subscribe(client)
    expect((await orderRow(orderId)).termsVersion).toBe(newer.version)
  })

  it.each([
    ['subscribe', 'USD'],
    ['razorpay/create-order', 'INR'],
  ] as const)('two clicks at once on %s are sent to one order', async (path, currency) => {
    const client = await buyer()
    // Long enough for the second click to find the first one's order.
    const first = { path: '/', delay: 2500, method: 'POST' }
    world.sandbox.fail(
      { ...first, path: '/paypal/v2/checkout/orders' },
      { ...first, path: '/razorpay/v1/orders' },
    )
    const click = () =>
      client.copy().json<{ orderId: string }>('POST', `/api/premium/${path}`, agreedOrder(currency))
    const early = click()
    await vi.waitFor(async () => {
      expect(await db.select().from(payOrders).where(eq(payOrders.userId, client.userId))).toHaveLength(1)
    })
    const orders = await Promise.all([early, click()])
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1)
    expect((await orderRow(orders[0].orderId)).status).toBe('awaiting_payment')
  })

  it('is limited to ten orders and thirty confirmations an hour', async () => {
    const client = await buyer()
    for (let order = 0; order < 10; order += 1) await subscribe(client)
    const [path, json] = calls[0]
    const refused = await client.request('POST', path, { json })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([429, 'rate_limited'])
    for (let confirm = 0; confirm < 30; confirm += 1) await confirmWallet(client, 'NONE')
    expect((await client.request('POST', calls[1][0], { json: calls[1][1] })).status).toBe(429)
  })

  it('an order that nobody pays is given up when it has expired, and the buyer is told so', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    await sweepAfter(10)
    expect(await orderRow(orderId)).toMatchObject({ status: 'awaiting_payment', checks: 1 })
    client.now = Date.now() + 7 * 3600_000
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'expired' })
    expect(await orderRow(orderId)).toMatchObject({ status: 'expired', nextCheckAt: null })
  })

  it('options name what can be paid with, and no secret', async () => {
    const options = await new TestClient().json<Record<string, unknown>>('GET', '/api/premium/options')
    expect(options).toMatchObject({
      termsVersion: 1,
      wallet: { scriptUrl: expect.stringContaining('client-id=sandbox-client&currency=USD&intent=capture') },
      checkout: { scriptUrl: expect.stringContaining('/razorpay/checkout.js') },
      upi: { payee: 'nocturne.sandbox@upi', payeeName: 'Membership' },
      netbanking: {},
      crypto: { paused: true },
    })
    expect(JSON.stringify(options)).not.toContain('secret')
    await changeSettings({ cryptoPaymentsEnabled: true })
    const later = new TestClient()
    later.now = Date.now() + 20_000
    expect(await later.json('GET', '/api/premium/options')).toMatchObject({ crypto: { paused: false } })
    await changeSettings({ cryptoPaymentsEnabled: false })
  })
})

describe('who buys', () => {
  it("1: another account's wallet order is unknown, and isn't captured", async () => {
    const [victim, thief] = [await buyer(), await buyer()]
    const orderId = await subscribe(victim)
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(thief, orderId)).toMatchObject({ success: false, code: 'not_found' })
    expect(captures()).toEqual([])
    for (const one of [thief, victim]) await expectNothingGranted(one)
    expect(await confirmWallet(victim, orderId)).toMatchObject({ success: true })
    expect(await confirmWallet(thief, orderId)).toMatchObject({ success: false, code: 'not_found' })
    await expectNothingGranted(thief)
  })

  it("2: another account's checkout triple opens nothing", async () => {
    const [victim, thief] = [await buyer(), await buyer()]
    const { proof } = await buyWithCheckout(world, victim)
    expect(await verifyCheckout(thief, proof)).toMatchObject({ success: false, code: 'not_found' })
    // Nor does it work with the caller's own order in its place.
    const own = { ...proof, razorpay_order_id: await openCheckout(thief) }
    expect(await verifyCheckout(thief, own)).toMatchObject({ success: false })
    await expectNothingGranted(thief)
  })

  it.each(calls)('3: signed out, %s asks to sign in', async (path, json) => {
    const response = await new TestClient().request('POST', path, { json })
    expect(response.status).toBe(401)
    expect((await problemOf(response)).detail).toBe('Please sign in first.')
  })

  it('4: a banned account gets nothing by hand, and one that is gone is left to an administrator', async () => {
    const banned = await buyer()
    const orderId = await subscribe(banned)
    world.sandbox.paypal.approve(orderId)
    await ban(banned.userId)
    const json = { orderId, plan: 'monthly' }
    expect((await banned.request('POST', '/api/premium/confirm', { json })).status).toBe(401)
    expect(captures()).toEqual([])

    const gone = await buyer()
    const lost = await subscribe(gone)
    world.sandbox.paypal.approve(lost)
    world.sandbox.paypal.captureInBrowser(lost)
    await db.update(users).set({ deleteAt: 0 }).where(eq(users.id, gone.userId))
    await deleteDueAccounts(await jobContext(Date.now()))
    await sweepAfter(10)
    const order = await orderRow(lost)
    expect(order.status).toBe('review')
    expect(await grants(gone.userId)).toEqual([])
    expect(await alertsAbout({ orderId: order.id })).toEqual(['ungranted'])
    expect(await db.select().from(subscriptions).where(eq(subscriptions.userId, gone.userId))).toEqual([])
  })

  it.each(calls)("5: another site's post to %s is refused", async (path, json) => {
    const client = await buyer()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }] as const) {
      const response = await client.request('POST', path, { json, headers })
      expect([response.status, (await problemOf(response)).code]).toEqual([403, 'cross_site'])
    }
    const foreign = await client.request('POST', path, {
      json,
      headers: { origin: 'https://evil.example' },
      withoutMetadata: true,
    })
    expect(foreign.status).toBe(403)
    const form = await client.request('POST', path, {
      body: JSON.stringify(json),
      headers: { 'content-type': 'text/plain' },
    })
    expect(form.status).toBe(415)
  })
})

describe('what is bought', () => {
  it('7: a monthly order confirmed as yearly is not captured', async () => {
    const client = await buyer()
    const orderId = await subscribe(client, 'monthly')
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId, 'yearly')).toMatchObject({ success: false, code: 'mismatch' })
    expect(captures()).toEqual([])
    await expectNothingGranted(client)
  })

  it('8: a price in the body is refused, wherever it stands', async () => {
    const client = await buyer()
    for (const [path, json] of calls) {
      for (const extra of [{ amount: 1 }, { price: '0.01' }, { userId: 1 }, { periodDays: 9999 }]) {
        const response = await client.request('POST', path, { json: { ...json, ...extra } })
        expect([path, response.status]).toEqual([path, 400])
      }
    }
    expect(await db.select().from(payOrders).where(eq(payOrders.userId, client.userId))).toEqual([])
  })

  it('9: other plans, currencies and shapes are refused', async () => {
    const client = await buyer()
    const bodies = [
      ...['lifetime', 'Monthly', '', 1, null, true, ['monthly'], { plan: 'monthly' }].map((plan) => ({
        plan,
        currency: 'USD',
      })),
      ...['CHF', 'usd', 1, null, ['USD'], { currency: 'USD' }].map((currency) => ({
        plan: 'monthly',
        currency,
      })),
      { currency: 'USD' },
      [],
      'monthly',
      null,
    ]
    for (const path of [calls[0][0], calls[2][0]]) {
      for (const json of bodies) {
        const response = await client.request('POST', path, { json })
        expect([json, response.status]).toEqual([json, 400])
      }
      const body = '{"plan":"monthly","currency":"USD","__proto__":{"plan":"yearly"}}'
      const headers = { 'content-type': 'application/json' }
      expect((await client.request('POST', path, { body, headers })).status).toBe(400)
    }
    for (const orderId of [1499, null, ['x'], {}, '', 'x'.repeat(65)]) {
      const json = { orderId, plan: 'monthly' }
      expect([orderId, (await client.request('POST', calls[1][0], { json })).status]).toEqual([orderId, 400])
    }
  })

  it('10: a checkout order in dollars is not made', async () => {
    const client = await buyer()
    const json = agreedOrder('USD')
    const answer = await client.json('POST', '/api/premium/razorpay/create-order', json)
    expect(answer).toMatchObject({ success: false, code: 'unsupported_currency' })
    expect(world.sandbox.calls).toEqual([])
  })

  it('11: a wallet order in rupees is not made, and never charged in dollars', async () => {
    const client = await buyer()
    const answer = await client.json('POST', '/api/premium/subscribe', agreedOrder('INR'))
    expect(answer).toEqual({
      success: false,
      code: 'unsupported_currency',
      message: "PayPal can't take INR. Switch to USD or choose another method.",
    })
    expect(world.sandbox.calls).toEqual([])
  })
})

/** Expects that nothing is granted, and that an administrator is alerted. */
async function expectReview(client: Awaited<ReturnType<typeof buyer>>, orderId: string): Promise<void> {
  const order = await orderRow(orderId)
  expect(order.status).toBe('review')
  await expectNothingGranted(client)
  expect(await alertsAbout({ orderId: order.id })).toEqual(['review'])
}

describe('what is paid', () => {
  it('12: a PayPal order changed to 0.01 before capture is not captured', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.patch(orderId, { value: '0.01' })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    expect(captures()).toEqual([])
    await expectReview(client, orderId)
  })

  it.each(['14.98', '149.90', '1499', '0.01', '15.00'])(
    '13: a capture of %s is not granted',
    async (value) => {
      const client = await buyer()
      const orderId = await subscribe(client)
      world.sandbox.paypal.nextCapture(orderId, { value })
      world.sandbox.paypal.approve(orderId)
      expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
      await expectReview(client, orderId)
      expect(await paymentRow(world.sandbox.paypal.captureOf(orderId).id)).toMatchObject({
        status: 'captured',
      })
    },
  )

  it('13: a capture whose sum is written otherwise is not read as the price', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.nextCapture(orderId, { value: '14.990' })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    await expectReview(client, orderId)
  })

  it.each([99899, 9990, 999, 1, 999000])('13: %i paise at the checkout are not granted', async (amount) => {
    const client = await buyer()
    const { orderId, answer } = await buyWithCheckout(world, client, 'monthly', { amount })
    expect(answer).toMatchObject({ success: false, code: 'mismatch' })
    await expectReview(client, orderId)
  })

  it('14: a capture in euros is not granted', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.nextCapture(orderId, { currency: 'EUR' })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    await expectReview(client, orderId)
  })

  it('15: an order that pays another merchant is not captured', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.patch(orderId, { merchantId: 'SOMEBODYELSE' })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    expect(captures()).toEqual([])
    await expectReview(client, orderId)
  })

  it("16: an order that names another order's id is not captured", async () => {
    const [client, other] = [await buyer(), await buyer()]
    const [orderId, otherId] = [await subscribe(client), await subscribe(other)]
    world.sandbox.paypal.patch(orderId, { customId: (await orderRow(otherId)).id })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    expect(captures()).toEqual([])
    await expectReview(client, orderId)
    await expectNothingGranted(other)
  })

  it('17: an order that only authorizes is not granted', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.patch(orderId, { intent: 'AUTHORIZE' })
    world.sandbox.paypal.approve(orderId)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    expect(captures()).toEqual([])
    await expectReview(client, orderId)
  })

  it('18: a price that changes after the order leaves the order at its own', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.approve(orderId)
    await changeSettings({ prices: { ...defaultPrices, USD: { monthly: 2499, yearly: 9999 } } })
    try {
      expect(await confirmWallet(client, orderId)).toMatchObject({ success: true })
      expect(await isPremium(client)).toBe(true)
      expect(world.sandbox.paypal.captureOf(orderId).amount.value).toBe('14.99')
      const json = { ...agreedOrder('USD'), agreedMinor: 2499 }
      const next = await client.json<{ orderId: string }>('POST', '/api/premium/subscribe', json)
      expect(world.sandbox.paypal.order(next.orderId).unit.amount.value).toBe('24.99')
    } finally {
      await changeSettings({ prices: defaultPrices })
    }
  })
})

describe('the video whose lock led to a purchase', () => {
  const premium = { isPremium: true }
  const kept = async (orderId: string) => (await orderRow(orderId)).soldVideoId

  it('is counted once it is paid, by any method, and then forgotten', async () => {
    const owner = await buyer()
    const { id } = await makeVideo(owner.userId, premium)
    const statistics = () => owner.json<VideoStatistics>('GET', `/api/videos/${id}/statistics`)
    const client = await buyer()
    const { orderId } = await buyWithWallet(world, client, 'monthly', id)
    expect(await kept(orderId)).toBe(null)

    const reference = newReference()
    const payer = await buyer()
    expect(await claimUpi(payer, reference, 'monthly', id)).toMatchObject({ status: 'pending' })
    expect((await claimOf(payer.userId)).soldVideoId).toBe(id)
    world.sandbox.razorpay.receive({ amount: defaultPrices.INR.monthly, reference })
    await sweepClaims(Date.now() + hour)
    expect(await claimOf(payer.userId)).toMatchObject({ status: 'granted', soldVideoId: null })

    // Paid within two hours, which may belong to two days.
    const days = await db.select().from(videoDays).where(eq(videoDays.videoId, id))
    expect(days.every(({ country }) => country === '')).toBe(true)
    expect(days.reduce((total, { sales }) => total + sales, 0)).toBe(2)
    // Too few to be shown, and then just enough.
    expect((await statistics()).sales).toBe(null)
    for (let sold = 3; sold < smallestGroup; sold += 1)
      await buyWithWallet(world, await buyer(), 'monthly', id)
    expect((await statistics()).sales).toBe(null)
    await buyWithWallet(world, await buyer(), 'monthly', id)
    expect((await statistics()).sales).toBe(smallestGroup)
    const all = await owner.json<OwnerStatistics>('GET', '/api/videos/my-videos/statistics')
    expect(all.videos).toMatchObject([{ id, views: 0, sales: smallestGroup }])
  })

  it('is kept with an order only if it is premium, public and of another account, and for 30 days', async () => {
    const client = await buyer()
    const { userId } = await buyer()
    const sold = await makeVideo(userId, premium)
    const none = [
      await makeVideo(userId, { isPremium: false }),
      await makeVideo(userId, { ...premium, isPublic: false }),
      await makeVideo(userId, { ...premium, hold: 'quarantine' }),
      await makeVideo(client.userId, premium),
      { id: 999_999_999 },
    ]
    for (const { id } of none) expect(await kept(await subscribe(client, 'monthly', id))).toBe(null)
    const orderId = await subscribe(client, 'yearly', sold.id)
    const { createdAt } = await orderRow(orderId)
    for (const [now, video] of [
      [createdAt + 30 * day, sold.id],
      [createdAt + 30 * day + 1, null],
    ] as const) {
      await forgetSoldVideos(await jobContext(now))
      expect(await kept(orderId)).toBe(video)
    }
  })
})
