import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  AdminClaim,
  OwnPayment,
  PaymentOptions,
  Receipt,
  StartedOrder,
} from '#contract/schemas/payments/payments'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { defaultOffers, type MethodOffer } from '#contract/values/payments/offers'
import { claimExpiry, coins, type PaymentMethod } from '#contract/values/payments/payments'
import { type Currency, defaultPrices, type Prices } from '#contract/values/payments/prices'
import { payOrders, settings } from '#db/schema'
import { loadSettings } from '#worker/services/shared/settings/index'
import { problemOf, TestClient } from '../../support/client'
import { changeSettings, testDb } from '../../support/factories'
import { agreedOrder } from '../../support/payments/agreed-order'
import {
  claimCoins,
  claimNetbanking,
  claimOf,
  claimUpi,
  newReference,
  newTransactionId,
  settleDown,
  sweepClaims,
} from '../../support/payments/claims'
import {
  buyer,
  buyWithWallet,
  confirmOrder,
  confirmWallet,
  expectNothingGranted,
  isPremium,
  openCheckout,
  paymentsWorld,
  startByCard,
  subscribe,
  verifyCheckout,
} from '../../support/payments/payments'

const world = paymentsWorld()
const db = testDb()
const options = '/api/premium/options'
const checkout = '/checkout?method=checkout&plan=monthly&currency=INR'

let admin: TestClient

const reset = () =>
  changeSettings({
    prices: defaultPrices,
    paymentMethods: defaultOffers(),
    cardProcessor: null,
    cryptoPaymentsEnabled: false,
    cardPaymentsEnabled: true,
  })

beforeEach(async () => {
  await reset()
  admin = await buyer({ isAdmin: true })
  await settleDown()
})
afterEach(reset)

function patch(json: object) {
  return admin.request('PATCH', '/api/admin/settings', { json })
}

/** Changes the choice for some methods, as the settings do. */
async function choose(changes: Partial<Record<PaymentMethod, Partial<MethodOffer>>>): Promise<void> {
  const paymentMethods = defaultOffers().map((offer) => ({ ...offer, ...changes[offer.method] }))
  expect((await patch({ paymentMethods })).status).toBe(200)
}

async function setPrices(change: Partial<Prices>): Promise<void> {
  expect((await patch({ prices: { ...defaultPrices, ...change } })).status).toBe(200)
}

async function optionsAt(place: string): Promise<PaymentOptions> {
  return (await admin.get(options, { 'x-test-region': place })).json<PaymentOptions>()
}

async function startAt(client: TestClient, place: string, path: string, json: object): Promise<StartedOrder> {
  const response = await client.request('POST', path, { json, headers: { 'x-test-region': place } })
  return response.json<StartedOrder>()
}

const wallet = (client: TestClient, place: string, currency: Currency = 'USD', change: object = {}) =>
  startAt(client, place, '/api/premium/subscribe', { ...agreedOrder(currency), ...change })
const regional = (client: TestClient, place: string, change: object = {}) =>
  startAt(client, place, '/api/premium/razorpay/create-order', { ...agreedOrder('INR'), ...change })

const card = (client: TestClient, currency: Currency, change: object = {}) =>
  startAt(client, 'US', '/api/premium/orders', { method: 'card', ...agreedOrder(currency), ...change })

const unavailable = { success: false, code: 'unavailable' }

describe('what is offered', () => {
  it('is every specified method at first, in their order, and what is set up besides', async () => {
    const response = await admin.get(options)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await response.json<PaymentOptions>()).offers).toEqual([
      { method: 'card', currencies: ['USD', 'EUR', 'GBP'] },
      { method: 'wallet', currencies: ['USD'] },
      { method: 'upi', currencies: ['INR'] },
      { method: 'checkout', currencies: ['INR'] },
      { method: 'netbanking', currencies: ['INR'] },
      { method: 'bitcoin', currencies: ['USD', 'INR', 'EUR', 'GBP'] },
      { method: 'crypto', currencies: ['USD', 'INR'] },
    ])
  })

  it('is in the order of the operator, and in the currencies', async () => {
    const paymentMethods = defaultOffers()
      .map((offer) => (offer.method === 'crypto' ? { ...offer, currencies: ['INR' as const] } : offer))
      .map((offer) => (offer.method === 'card' ? { ...offer, currencies: ['GBP' as const] } : offer))
      .reverse()
    await patch({ paymentMethods })
    expect((await optionsAt('US')).offers).toEqual([
      { method: 'crypto', currencies: ['INR'] },
      { method: 'bitcoin', currencies: ['USD', 'INR', 'EUR', 'GBP'] },
      { method: 'netbanking', currencies: ['INR'] },
      { method: 'checkout', currencies: ['INR'] },
      { method: 'upi', currencies: ['INR'] },
      { method: 'wallet', currencies: ['USD'] },
      { method: 'card', currencies: ['GBP'] },
    ])
  })

  it.each([
    ['only', 'US', true],
    ['only', 'US-CA', true],
    ['only', 'US-TX', true],
    ['only', 'FR', false],
    ['only', '', false],
    ['except', 'US-TX', false],
    ['except', 'US-CA', false],
    ['except', 'FR', true],
    ['except', '', true],
  ] as const)('%s in the United States: from “%s” %s', async (kind, place, isOffered) => {
    await choose({ wallet: { countries: { kind, codes: ['US'] } } })
    const { offers, wallet: data } = await optionsAt(place)
    expect([offers.some(({ method }) => method === 'wallet'), data !== null]).toEqual([isOffered, isOffered])
    const client = await buyer()
    expect((await wallet(client, place)).code).toBe(isOffered ? undefined : 'unavailable')
    expect(world.sandbox.calls.length > 0).toBe(isOffered)
  })

  it('is a card only under the card rules, whatever is set up', async () => {
    await changeSettings({ cardPaymentsEnabled: false })
    const { offers, card: data } = await optionsAt('US')
    expect([offers.some(({ method }) => method === 'card'), data]).toEqual([false, null])
    expect(await card(await buyer(), 'USD')).toMatchObject(unavailable)
    expect(world.sandbox.calls).toEqual([])
  })

  it('is a card by the processor that the operator chose, or else the first', async () => {
    const hostOf = async () => new URL((await startByCard(await buyer())).redirectUrl).pathname.split('/')[1]
    expect(await hostOf()).toBe('verotel')
    expect((await patch({ cardProcessor: 'ccbill' })).status).toBe(200)
    expect(await hostOf()).toBe('ccbill')
  })

  it('tells nothing about a method that is off, and starts nothing by it', async () => {
    const off = { offered: false }
    await choose({
      card: off,
      wallet: off,
      checkout: off,
      upi: off,
      netbanking: off,
      bitcoin: off,
      crypto: off,
    })
    expect(await optionsAt('IN')).toMatchObject({
      offers: [],
      card: null,
      wallet: null,
      checkout: null,
      upi: null,
      netbanking: null,
      crypto: null,
    })
    const client = await buyer()
    expect(await wallet(client, 'IN')).toMatchObject(unavailable)
    expect(await regional(client, 'IN')).toMatchObject(unavailable)
    expect(await card(client, 'EUR')).toMatchObject(unavailable)
    expect(world.sandbox.calls).toEqual([])
    expect(await db.select().from(payOrders).where(eq(payOrders.userId, client.userId))).toEqual([])
  })

  it('refuses a currency that the operator left out, with one to switch to', async () => {
    await choose({ card: { currencies: ['EUR', 'GBP'] } })
    const client = await buyer()
    expect(await card(client, 'USD')).toEqual({
      success: false,
      code: 'unsupported_currency',
      message: "Card can't take USD. Switch to EUR or choose another method.",
    })
    expect(await card(client, 'GBP')).toMatchObject({ success: true })
    expect(await wallet(client, 'US', 'EUR')).toEqual({
      success: false,
      code: 'unsupported_currency',
      message: "PayPal can't take EUR. Switch to USD or choose another method.",
    })
  })

  it('leads from netbanking to a bank where the checkout itself is off, and only from there', async () => {
    await choose({ checkout: { offered: false } })
    const client = await buyer()
    expect(await optionsAt('IN')).toMatchObject({ checkout: { scriptUrl: expect.any(String) } })
    expect(await regional(client, 'IN')).toMatchObject({ success: true })
    expect(await (await client.get(`${checkout}&bank=hdfc`)).text()).toContain('"refusal":null')
    expect(await (await client.get(checkout)).text()).toContain('"refusal":"unavailable"')
    await choose({ checkout: { offered: false }, netbanking: { offered: false } })
    expect(await (await client.get(`${checkout}&bank=hdfc`)).text()).toContain('"refusal":"unavailable"')
  })

  it('does not matter to what is paid already, which is settled when it is off', async () => {
    const [payer, other, claimant] = [await buyer(), await buyer(), await buyer()]
    const orderId = await subscribe(payer)
    world.sandbox.paypal.approve(orderId)
    const proof = await world.sandbox.razorpay.pay(await openCheckout(other))
    const reference = newReference()
    await claimUpi(claimant, reference)
    const off = { offered: false }
    await choose({ wallet: off, checkout: off, upi: off, netbanking: off })
    expect(await confirmWallet(payer, orderId)).toMatchObject({ success: true })
    expect(await verifyCheckout(other, proof)).toMatchObject({ success: true })
    world.sandbox.razorpay.receive({ amount: defaultPrices.INR.monthly, reference })
    await sweepClaims(Date.now() + 3600_000)
    expect(await Promise.all([payer, other, claimant].map(isPremium))).toEqual([true, true, true])
  })
})

describe('a reference for money that was sent before the method was turned off', () => {
  beforeEach(async () => {
    const off = { offered: false }
    await choose({ upi: off, netbanking: off, crypto: off })
  })

  it.each([
    ['UPI', claimUpi],
    ['Netbanking', claimNetbanking],
  ] as const)('by %s is kept', async (_name, claim) => {
    const client = await buyer()
    const reference = newReference()
    expect(await claim(client, reference)).toMatchObject({ status: 'pending' })
    expect((await claimOf(client.userId)).ref).toBe(reference)
  })

  it('is asked for by a form of its own, though nothing else is told about the method', async () => {
    const none = { upi: null, netbanking: null, crypto: null, coins: [] }
    expect(await optionsAt('US')).toMatchObject({ ...none, late: ['upi', 'netbanking'] })
    await choose({ upi: { countries: { kind: 'only', codes: ['IN'] } } })
    await patch({ cryptoPaymentsEnabled: true })
    expect((await optionsAt('US')).late).toEqual([])
    await choose({ crypto: { offered: false } })
    expect(await optionsAt('US')).toMatchObject({ late: ['crypto'], crypto: null, coins: [...coins] })
  })

  it('is not asked for of visitors, who are not told which methods there were', async () => {
    await patch({ cryptoPaymentsEnabled: true })
    expect(await new TestClient().json('GET', options)).toMatchObject({ late: [], coins: [] })
  })

  it('by crypto is kept, but not while crypto is paused', async () => {
    const client = await buyer()
    const transaction = newTransactionId()
    expect(await claimCoins(client, 'BTC', transaction)).toMatchObject({ code: 'paused' })
    await patch({ cryptoPaymentsEnabled: true })
    expect(await claimCoins(client, 'BTC', transaction)).toMatchObject({ status: 'pending' })
    expect((await claimOf(client.userId)).ref).toBe(transaction)
  })
})

describe('a price', () => {
  it.each([
    ['EUR', '14.99', '€14.99'],
    ['GBP', '12.99', '£12.99'],
  ] as const)(
    'in %s is what the card pays and the receipt says, also once another one is set',
    async (currency, paid, text) => {
      const client = await buyer()
      const { orderId, redirectUrl } = await startByCard(client, 'monthly', currency)
      const query = new URL(redirectUrl).searchParams
      expect([query.get('priceAmount'), query.get('priceCurrency')]).toEqual([paid, currency])
      await setPrices({ [currency]: { monthly: 1699, yearly: 9900 } })
      world.sandbox.verotel.pay(redirectUrl)
      expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
      const { payments } = await client.json<{ payments: OwnPayment[] }>('GET', '/api/account/subscription')
      const receipt = await client.json<Receipt>('GET', `/api/account/payments/${payments[0]?.id}`)
      expect([receipt.amountText, receipt.currency]).toEqual([text, currency])
      const next = await card(client, currency, { agreedMinor: 1699 })
      expect(new URL(next.redirectUrl ?? '').searchParams.get('priceAmount')).toBe('16.99')
    },
  )

  const dearer = { monthly: 1999, yearly: 9999 }

  it('is the one that the page shows and the next order has', async () => {
    await setPrices({ USD: dearer, INR: { monthly: 109_900, yearly: 799_900 } })
    const { prices } = await admin.json<{ prices: Prices }>('GET', '/api/settings')
    expect(prices.USD).toEqual(dearer)
    const client = await buyer()
    expect(await (await client.get(checkout)).text()).toContain('"amountMinor":109900')
    const ordered = await wallet(client, 'US', 'USD', { agreedMinor: dearer.monthly })
    expect(world.sandbox.paypal.order(ordered.orderId ?? '').unit.amount.value).toBe('19.99')
    expect(await regional(client, 'IN', { agreedMinor: 109_900 })).toMatchObject({
      amount: 109_900,
      currency: 'INR',
    })
  })

  it('that the buyer agreed to before it changed orders nothing, and is never the price', async () => {
    await setPrices({ USD: dearer })
    const client = await buyer()
    const refused = { success: false, code: 'price_changed' }
    const message = 'The price has changed. Please check it and try again.'
    expect(await card(client, 'USD')).toEqual({ ...refused, message })
    expect(await card(client, 'USD', { agreedMinor: 1 })).toMatchObject(refused)
    expect(world.sandbox.calls).toEqual([])
    expect(await db.select().from(payOrders).where(eq(payOrders.userId, client.userId))).toEqual([])
    expect(await card(client, 'USD', { agreedMinor: dearer.monthly })).toMatchObject({ success: true })
    const orders = await db.select().from(payOrders).where(eq(payOrders.userId, client.userId))
    expect(orders.map(({ amountMinor }) => amountMinor)).toEqual([dearer.monthly])
  })

  it('that changes leaves earlier orders and receipts at theirs', async () => {
    const client = await buyer()
    await buyWithWallet(world, client)
    const orderId = await subscribe(client)
    world.sandbox.paypal.approve(orderId)
    await setPrices({ USD: dearer })
    const next = await wallet(client, 'US', 'USD', { agreedMinor: dearer.monthly })
    world.sandbox.paypal.approve(next.orderId ?? '')
    for (const id of [orderId, next.orderId ?? ''])
      expect(await confirmWallet(client, id)).toMatchObject({ success: true })
    const { payments } = await client.json<{ payments: OwnPayment[] }>('GET', '/api/account/subscription')
    const receipts = await Promise.all(
      payments.map(({ id }) => client.json<Receipt>('GET', `/api/account/payments/${id}`)),
    )
    expect(receipts.map(({ amountText }) => amountText).sort()).toEqual(['$14.99', '$14.99', '$19.99'])
  })

  it('that changes leaves references at what was claimed, also when they are sent again', async () => {
    const client = await buyer()
    const reference = newReference()
    await claimUpi(client, reference)
    await setPrices({ INR: { monthly: 109_900, yearly: 799_900 } })
    await claimUpi(client, reference)
    world.sandbox.razorpay.receive({ amount: 99_900, reference })
    await sweepClaims(Date.now() + 3600_000)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'granted', amountMinor: 99_900 })
  })

  it('that changes leaves an expired reference at what was claimed when it is sent again', async () => {
    const client = await buyer()
    const reference = newReference()
    await claimUpi(client, reference)
    await sweepClaims(Date.now() + claimExpiry)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'expired' })
    await setPrices({ INR: { monthly: 109_900, yearly: 799_900 } })
    world.sandbox.razorpay.receive({ amount: 99_900, reference })
    expect(await claimUpi(client, reference)).toMatchObject({ success: true })
  })

  it('of another plan is looked for when the plan was corrected', async () => {
    const client = await buyer()
    const reference = newReference()
    await claimUpi(client, reference)
    await claimUpi(client, reference, 'yearly')
    expect(await claimOf(client.userId)).toMatchObject({ plan: 'yearly', amountMinor: 799_900 })
  })

  it('that was paid before it changed, and claimed after, goes to review and can be granted', async () => {
    const client = await buyer()
    const reference = newReference()
    const { id } = world.sandbox.razorpay.receive({ amount: 99_900, reference })
    await setPrices({ INR: { monthly: 109_900, yearly: 799_900 } })
    expect(await claimUpi(client, reference)).toMatchObject({ status: 'pending' })
    const claim = await claimOf(client.userId)
    expect([claim.status, claim.finding]).toEqual([
      'review',
      'The payment is of ₹999; the monthly plan cost ₹1,099 when it was claimed.',
    ])
    await expectNothingGranted(client)
    const path = `/api/admin/claims/${claim.id}/approve`
    const granted = await admin.json<AdminClaim>('POST', path, { paymentId: id, note: 'The old price.' })
    expect([granted.payment?.amountText, await isPremium(client)]).toEqual(['₹999', true])
  })

  it('on a bank statement is the one at the time of the claim', async () => {
    const client = await buyer()
    const reference = newReference()
    await claimUpi(client, reference)
    await setPrices({ INR: { monthly: 109_900, yearly: 799_900 } })
    const path = `/api/admin/claims/${(await claimOf(client.userId)).id}/approve`
    const granted = await admin.json<AdminClaim>('POST', path, { paymentId: reference, note: 'Line 4.' })
    expect(granted.payment?.amountText).toBe('₹999')
  })
})

describe('the settings', () => {
  it('are the defaults, and say what this server has', async () => {
    expect(await admin.json<AdminSettings>('GET', '/api/admin/settings')).toMatchObject({
      prices: defaultPrices,
      paymentMethods: defaultOffers(),
      cardProcessor: null,
      configured: { methods: expect.arrayContaining(['wallet', 'checkout', 'upi', 'netbanking', 'crypto']) },
    })
  })

  it.each<[string, object, string]>([
    [
      'a lower price than any processor takes',
      { prices: { ...defaultPrices, EUR: { monthly: 99, yearly: 999 } } },
      'prices.EUR.monthly',
    ],
    [
      'a year for the price of twelve months',
      { prices: { ...defaultPrices, GBP: { monthly: 500, yearly: 6000 } } },
      'prices.GBP.yearly',
    ],
    [
      'half a cent',
      { prices: { ...defaultPrices, USD: { monthly: 14.5, yearly: 99 } } },
      'prices.USD.monthly',
    ],
    ['a currency without prices', { prices: { USD: defaultPrices.USD } }, 'prices.INR'],
    ['a method less', { paymentMethods: defaultOffers().slice(1) }, 'paymentMethods'],
    [
      'a method twice',
      { paymentMethods: [...defaultOffers().slice(1), defaultOffers()[1]] },
      'paymentMethods',
    ],
    [
      'a currency that PayPal can not take',
      { paymentMethods: change('wallet', { currencies: ['INR'] }) },
      'paymentMethods.1.currencies',
    ],
    ['no currency', { paymentMethods: change('wallet', { currencies: [] }) }, 'paymentMethods.1.currencies'],
    [
      'no country',
      { paymentMethods: change('card', { countries: { kind: 'only', codes: [] } }) },
      'paymentMethods.0.countries.codes',
    ],
    [
      'a country that is none',
      { paymentMethods: change('card', { countries: { kind: 'only', codes: ['XQ'] } }) },
      'paymentMethods',
    ],
    ['another card processor', { cardProcessor: 'paypal' }, 'cardProcessor'],
  ])('refuse %s', async (_, json, path) => {
    const problem = await problemOf(await patch(json))
    expect([problem.status, problem.errors?.[0]?.path]).toEqual([400, path])
  })

  it('are whole again where what is stored is not', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const value of ['', 1, [], { USD: 1 }, [{ method: 'card', offered: 1 }]]) {
      const document = JSON.stringify({ prices: value, paymentMethods: value, cardProcessor: value })
      await db.update(settings).set({ document })
      expect(await loadSettings(db)).toMatchObject({
        prices: defaultPrices,
        paymentMethods: defaultOffers(),
        cardProcessor: null,
      })
    }
    logged.mockRestore()
    expect((await patch({ cardProcessor: 'ccbill' })).status).toBe(200)
    expect(await admin.json('GET', '/api/admin/settings')).toMatchObject({ cardProcessor: 'ccbill' })
  })
})

function change(method: PaymentMethod, to: object): object[] {
  return defaultOffers().map((offer) => (offer.method === method ? { ...offer, ...to } : offer))
}
