import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckoutBoot } from '#contract/schemas/payments/checkout'
import type { PaymentAnswer, PaymentOptions } from '#contract/schemas/payments/payments'
import type { Shop } from '#contract/schemas/payments/shop'
import type { Boot } from '#contract/schemas/site/boot'
import { defaultOffers, type MethodOffer } from '#contract/values/payments/offers'
import { claimMethods } from '#contract/values/payments/payments'
import { type Currency, defaultPrices } from '#contract/values/payments/prices'
import { payOrders, videos } from '#db/schema'
import { d1Cost, TestClient } from '../../support/client'
import {
  changeSettings,
  day,
  makeCategory,
  makeTerm,
  makeUser,
  makeVideo,
  testDb,
} from '../../support/factories'
import { agreedOrder } from '../../support/payments/agreed-order'
import { claimUpi, newReference } from '../../support/payments/claims'
import { makeGiftCodes, redeem } from '../../support/payments/gift-codes'
import { followInbox, orderRow, sweepAfter } from '../../support/payments/payment-state'
import {
  type Buyer,
  buyer,
  confirmWallet,
  isPremium,
  openCheckout,
  ordersOf,
  paymentsWorld,
  subscribe,
  verifyCheckout,
} from '../../support/payments/payments'
import { emptyShelf, fillShelf } from '../../support/payments/shelf'

const world = paymentsWorld()
const db = testDb()
const visitor = new TestClient()
const shop = () => visitor.json<Shop>('GET', '/api/premium/shop')

beforeEach(async () => {
  await changeSettings({ cardPaymentsEnabled: true, cryptoPaymentsEnabled: true })
  await emptyShelf()
})

describe('the stock', () => {
  it.each([
    ['private', { isPublic: false }],
    ['unlisted', { isPublic: false, unlistedKey: 'a'.repeat(22) }],
    ['scheduled', { isPublic: false, publishAt: Date.now() + day }],
    ['waiting for review', { review: 'pending' }],
    ['rejected', { review: 'rejected' }],
    ['being read', { status: 'processing' }],
    ['in quarantine', { hold: 'quarantine' }],
    ['in the trash', { hold: 'trash' }],
    ['free', { isPremium: false }],
  ] as const)('has no video that is %s, and has it again once it is not', async (_, change) => {
    const open = {
      isPublic: true,
      unlistedKey: null,
      publishAt: null,
      review: 'approved',
      status: 'ready',
    } as const
    const { id } = await makeVideo((await makeUser()).id, { isPremium: true, duration: 75.5, ...change })
    expect((await shop()).stock).toEqual({ videos: 0, seconds: 0 })
    await db
      .update(videos)
      .set({ ...open, hold: null, isPremium: true })
      .where(eq(videos.id, id))
    expect((await shop()).stock).toEqual({ videos: 1, seconds: 75 })
    await db
      .update(videos)
      .set({ categoryId: await makeCategory(), duration: 80 })
      .where(eq(videos.id, id))
    expect((await shop()).stock).toEqual({ videos: 1, seconds: 80 })
    await db.update(videos).set(change).where(eq(videos.id, id))
    expect((await shop()).stock).toEqual({ videos: 0, seconds: 0 })
  })

  it('comes with the pages that sell, and costs a row for each category', async () => {
    await makeVideo((await makeUser()).id, { isPremium: true })
    // The first question of an isolate also looks at the guard of the database.
    await shop()
    const asked = await visitor.get('/api/premium/shop')
    const categories = await env.DB.prepare('select count(*) as n from categories').first<number>('n')
    expect(d1Cost(asked)).toMatchObject({ trips: 1, rowsRead: categories })
    const known = await asked.json<Shop>()
    const member = await buyer()
    const shops = [
      visitor.get('/'),
      visitor.get('/premium'),
      member.get('/account'),
      visitor.get('/trending'),
    ]
    const sent = (await Promise.all(shops)).map(async (page) => {
      const [, json = ''] =
        /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(await page.text()) ?? []
      return (JSON.parse(json) as Boot).shop
    })
    expect(await Promise.all(sent)).toEqual([known, known, known, undefined])
  })
})

describe('the currency', () => {
  const at = async (place: string, cookie = '') => {
    const headers = { 'x-test-region': place, ...(cookie && { cookie: `currency=${cookie}` }) }
    return (await new TestClient().get('/api/premium/shop', headers)).json<Shop>()
  }

  it.each([
    ['IN-KA', 'INR'],
    ['GB', 'GBP'],
    ['JE', 'GBP'],
    ['AX', 'EUR'],
    ['TF', 'EUR'],
    ['FR', 'EUR'],
    ['CH', 'USD'],
    ['', 'USD'],
  ])('of “%s” is %s at first', async (place, first) => {
    const known = await at(place)
    expect(known).toMatchObject({ first, chosen: null, currencies: ['USD', 'INR', 'EUR', 'GBP'] })
  })

  it('is the one that the browser remembers, of those that are offered', async () => {
    expect(await at('IN', 'GBP')).toMatchObject({ first: 'INR', chosen: 'GBP' })
    const offered = (currencies: Currency[] | null) => (offer: MethodOffer) =>
      offer.method === 'card' ? { ...offer, currencies } : { ...offer, offered: false }
    await changeSettings({ paymentMethods: defaultOffers().map(offered(['EUR'])) })
    const only = { currencies: ['EUR'], first: 'EUR', chosen: null }
    expect([await at('IN', 'GBP'), await at('US', '<script>')]).toMatchObject([only, only])
    await changeSettings({ paymentMethods: defaultOffers() })
  })
})

describe('an empty shelf', () => {
  const wallet = agreedOrder('USD')
  const refused = {
    success: false,
    code: 'nothing_to_play',
    message:
      "There are no premium videos to watch right now, so we aren't selling Premium. You haven't been charged.",
  }
  const ways: [string, string, object][] = [
    ['by the wallet', '/api/premium/subscribe', wallet],
    ['by the checkout', '/api/premium/razorpay/create-order', agreedOrder('INR')],
    ['by card', '/api/premium/orders', { method: 'card', ...wallet }],
    ['by bitcoin', '/api/premium/orders', { method: 'bitcoin', ...wallet }],
  ]

  it.each(ways)('starts no order %s, also to extend a term', async (_, path, json) => {
    const [newcomer, member] = [await buyer(), await buyer()]
    await makeTerm(member.userId, Date.now() + day)
    for (const client of [newcomer, member]) {
      expect(await client.json<PaymentAnswer>('POST', path, json)).toEqual(refused)
      expect(await ordersOf(client)).toEqual([])
    }
  })

  it('starts no order that its provider never answered', async () => {
    const client = await buyer()
    await fillShelf()
    await subscribe(client)
    await db
      .update(payOrders)
      .set({ status: 'created', providerOrderId: null })
      .where(eq(payOrders.userId, client.userId))
    await emptyShelf()
    expect(await client.json<PaymentAnswer>('POST', '/api/premium/subscribe', wallet)).toEqual(refused)
  })

  describe('that was full when the order began', () => {
    const byWallet = async (client: Buyer) => {
      const orderId = await subscribe(client)
      world.sandbox.paypal.approve(orderId)
      return { orderId, confirm: () => confirmWallet(client, orderId) }
    }
    const byCheckout = async (client: Buyer) => {
      const orderId = await openCheckout(client)
      const proof = await world.sandbox.razorpay.authorise(orderId)
      return { orderId, confirm: () => verifyCheckout(client, proof) }
    }
    const ended = { status: 'expired', lastError: 'nothing_to_play', nextCheckAt: null }
    const captures = () => world.sandbox.calls.filter(({ path }) => path.endsWith('/capture'))

    it.each([
      ['the wallet', byWallet],
      ['the checkout', byCheckout],
    ])('takes no money by %s, whoever asks, and none later', async (_, begin) => {
      await fillShelf()
      const client = await buyer()
      const [asked, told, swept] = [await begin(client), await begin(client), await begin(client)]
      await emptyShelf()
      expect(await asked.confirm()).toEqual(refused)
      await world.sandbox.webhooks.deliverAll()
      await followInbox()
      await sweepAfter(61)
      for (const { orderId } of [asked, told, swept]) expect(await orderRow(orderId)).toMatchObject(ended)
      await fillShelf()
      expect(await asked.confirm()).toEqual(refused)
      expect(captures()).toEqual([])
      expect(await isPremium(client)).toBe(false)
    })

    it('honours what was captured', async () => {
      await fillShelf()
      const client = await buyer()
      const { orderId, confirm } = await byWallet(client)
      world.sandbox.paypal.captureInBrowser(orderId)
      await emptyShelf()
      expect(await confirm()).toMatchObject({ success: true })
      expect(await isPremium(client)).toBe(true)
    })
  })

  it('names no address to pay to, and still takes the reference of what was paid before', async () => {
    const client = await buyer()
    const options = await client.json<PaymentOptions>('GET', '/api/premium/options')
    const closed = {
      card: null,
      wallet: null,
      checkout: null,
      upi: null,
      netbanking: null,
      bitcoin: null,
      crypto: null,
    }
    expect(options).toMatchObject({ offers: [], late: claimMethods, ...closed })
    const reference = newReference()
    world.sandbox.razorpay.receive({ amount: defaultPrices.INR.monthly, reference })
    expect(await claimUpi(client, reference)).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
  })

  it('opens no checkout', async () => {
    const html = await (await (await buyer()).get('/checkout?method=wallet&plan=monthly&currency=USD')).text()
    const [, json = ''] = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json) as CheckoutBoot).toMatchObject({
      refusal: 'nothing_to_play',
      order: null,
      scriptUrl: null,
    })
  })

  it('redeems a gift code, which is no sale', async () => {
    const { codes } = await makeGiftCodes(await buyer({ isAdmin: true }))
    const client = await buyer()
    expect((await redeem(client, codes[0])).status).toBe(200)
    expect(await isPremium(client)).toBe(true)
  })

  it('takes references by the methods that are offered to their sender', async () => {
    const abroad = defaultOffers().map((offer) =>
      offer.method === 'upi' ? { ...offer, countries: { kind: 'only' as const, codes: ['IN'] } } : offer,
    )
    await changeSettings({ paymentMethods: abroad })
    const client = await buyer()
    const late = async (place: string) => {
      const answer = await client.get('/api/premium/options', { 'x-test-region': place })
      return (await answer.json<PaymentOptions>()).late
    }
    expect([await late('FR'), await late('IN-KA')]).toEqual([['netbanking', 'crypto'], claimMethods])
    await changeSettings({ paymentMethods: defaultOffers() })
  })
})
