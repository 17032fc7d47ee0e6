import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Plan } from '#contract/values/payments/prices'
import { paymentAlerts, webhookEvents } from '#db/schema'
import type { PaymentFault } from '#dev/sandbox/payments/faults'
import { createProcessor } from '#processors/adapters'
import { jobContext } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import { changeSettings, testDb } from '#test/support/factories'
import { Faults, FaultyClient } from '#test/support/faults'
import {
  alertsAbout,
  followInbox,
  orderRow,
  paymentRow,
  premiumUntil,
  sweepAfter,
  webhookRow,
} from '#test/support/payments/payment-state'
import {
  buyer,
  confirmOrder,
  entitlementHistory,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  paymentsWorld,
  startByCard,
} from '#test/support/payments/payments'
import { fillShelf } from '#test/support/payments/shelf'
import { reconcile } from '#worker/services/payments/settlement/reconcile'
import type { Paying } from '../../twin'
import { signedQuery } from '../../twin/delivery'

const world = paymentsWorld()

/** Some tests begin with an empty site. */
const sellByCard = () => changeSettings({ cardPaymentsEnabled: true })
beforeEach(sellByCard)
const db = testDb()
const day = 24 * 3600_000

/** Orders and pays; no one has told us yet. */
async function paidUnseen(how: Paying = {}, plan: Plan = 'monthly') {
  const client = await buyer()
  const started = await startByCard(client, plan)
  const { saleID, successUrl } = world.sandbox.verotel.pay(started.redirectUrl, how)
  return { client, ...started, saleID, successUrl: successUrl ?? '' }
}
type Paid = Awaited<ReturnType<typeof paidUnseen>>

/** Delivers Verotel's postbacks, and follows them up. */
async function hearOfIt(): Promise<void> {
  for (const status of await world.sandbox.webhooks.deliverAll()) expect(status).toBe(200)
  await followInbox()
}

/** Sends a query as a postback, from any address. */
async function post(query: string, client = new FaultyClient()) {
  const response = await client.get(`/api/webhooks/verotel?${query}`)
  return { status: response.status, text: await response.text() }
}
const accepted = { status: 200, text: 'OK' }
const refused = { status: 400, text: 'REFUSED' }

async function ledgerOf(saleID: string) {
  const rows = await ledgerRows((await paymentRow(saleID))?.id ?? '')
  return rows.map(({ kind, amountMinor }) => [kind, amountMinor])
}

async function expectBought({ client, orderId, saleID }: Paid): Promise<void> {
  expect(await isPremium(client)).toBe(true)
  expect(await grants(client.userId)).toHaveLength(1)
  expect(await orderRow(orderId)).toMatchObject({ id: orderId, status: 'paid' })
  expect(await paymentRow(saleID)).toMatchObject({ orderId, status: 'captured', userId: client.userId })
  expect(await ledgerOf(saleID)).toEqual([['charge', 1499]])
  expect(await alertsAbout({ orderId })).toEqual([])
}

async function expectUnheard(eventId: string): Promise<void> {
  expect(await db.select().from(webhookEvents).where(eq(webhookEvents.eventId, eventId))).toEqual([])
}

describe('an order by card', () => {
  it('begins on the order page, for exactly what is stored, in words that name no site', async () => {
    const client = await buyer()
    const { orderId, redirectUrl } = await startByCard(client, 'yearly')
    const { signature, ...params } = Object.fromEntries(new URL(redirectUrl).searchParams)
    expect(params).toEqual({
      version: '4',
      type: 'purchase',
      shopID: '68849',
      paymentMethod: 'CC',
      priceAmount: '99.99',
      priceCurrency: 'USD',
      description: 'Membership, 365 days',
      referenceID: orderId,
      successURL: `http://localhost:8787/premium?order=${orderId}`,
      declineURL: `http://localhost:8787/premium?order=${orderId}`,
    })
    // Ordering made no call, and the page accepts the signature.
    expect(world.sandbox.calls).toEqual([])
    expect((await world.sandbox.fetch(redirectUrl)).status).toBe(200)
    expect(signature).toMatch(/^[0-9a-f]{64}$/)
  })

  it('waits until it is paid, and may be declined before', async () => {
    const client = await buyer()
    const { orderId, redirectUrl } = await startByCard(client)
    expect(await confirmOrder(client.copy(), orderId)).toMatchObject({ success: false, code: 'pending' })
    expect(world.sandbox.verotel.decline(redirectUrl)).toContain(orderId)
    expect(await confirmOrder(client.copy(), orderId)).toMatchObject({ success: false, code: 'pending' })
    await expectNothingGranted(client)
    world.sandbox.verotel.pay(redirectUrl)
    expect(await confirmOrder(client.copy(), orderId)).toMatchObject({ success: true })
    expect(await premiumUntil(client.userId)).toBeGreaterThan(Date.now() + 29 * day)
  })

  it('that the records call declined is declined, and may be paid later', async () => {
    const paid = await paidUnseen({ saleResult: 'DECLINED' })
    const processor = createProcessor(await jobContext(), 'verotel')
    expect(await processor?.settle(await orderRow(paid.orderId))).toEqual({
      kind: 'declined',
      code: 'declined',
    })
    expect(await confirmOrder(paid.client.copy(), paid.orderId)).toMatchObject({
      success: false,
      code: 'declined',
    })
    await expectNothingGranted(paid.client)
    world.sandbox.verotel.sale(paid.saleID).saleResult = 'APPROVED'
    await sweepAfter(5)
    await expectBought(paid)
  })
})

describe("the signature of the buyer's own addresses", () => {
  it('V1: of the start of an order is no postback, as it stands or with a sale made up', async () => {
    const client = await buyer()
    const { orderId, redirectUrl } = await startByCard(client)
    const query = new URL(redirectUrl).searchParams
    // It is a signature by our key over these very parameters.
    const { signature, ...params } = Object.fromEntries(query)
    expect(String(new URLSearchParams({ ...params, signature: signature ?? '' }))).toBe(
      signedQuery(params as Record<string, string>),
    )
    expect(await post(String(query))).toEqual(refused)
    query.set('saleID', '223456789')
    expect(await post(String(query))).toEqual(refused)
    await expectUnheard('sale:223456789')
    await followInbox()
    await sweepAfter(5)
    await expectNothingGranted(client)
    expect((await orderRow(orderId)).status).toBe('awaiting_payment')
  })

  it("V1: even over a sale proves nothing without Verotel's record of it", async () => {
    const client = await buyer()
    const { orderId } = await startByCard(client)
    const forged = {
      saleID: '123456789',
      referenceID: orderId,
      shopID: '68849',
      type: 'purchase',
      priceAmount: '14.99',
      priceCurrency: 'USD',
      paymentMethod: 'CC',
    }
    expect(await post(signedQuery(forged))).toEqual(accepted)
    await followInbox()
    expect(await confirmOrder(client.copy(), orderId)).toMatchObject({ success: false, code: 'pending' })
    await expectNothingGranted(client)
  })

  it('V1: of the return is the postback of the same sale, and another one of it changes nothing', async () => {
    const paid = await paidUnseen()
    const query = new URL(paid.successUrl).searchParams
    query.delete('order')
    expect(await post(String(query))).toEqual(accepted)
    await hearOfIt()
    await expectBought(paid)
    query.set('event', 'credit')
    expect(await post(String(query))).toEqual(refused)
  })
})

describe('a delivery in the name of Verotel', () => {
  it.each<[string, Record<string, string>]>([
    ['V3: is refused with an unknown name, though well signed', { blah: 'something' }],
    ['V4: is refused with a value that reads as two, though well signed', { custom1: 'a:custom2=b' }],
    ['V4: is refused with bytes that a hash can be continued by', { custom1: 'a\u0080\u0000' }],
  ])('%s', async (_, more) => {
    const { client } = await paidUnseen()
    const event = world.sandbox.webhooks.last('sale')
    const params = Object.fromEntries(new URLSearchParams(event.query))
    expect(await post(signedQuery({ ...params, ...more }))).toEqual(refused)
    await expectUnheard(event.id)
    await expectNothingGranted(client)
    expect(await post(signedQuery(params))).toEqual(accepted)
  })

  it('is a GET', async () => {
    await paidUnseen()
    const request = await world.sandbox.webhooks.request(world.sandbox.webhooks.last('sale'))
    const response = await new FaultyClient().request(
      'POST',
      `/api/webhooks/verotel${new URL(request.url).search}`,
    )
    expect(response.status).toBe(400)
  })

  it('is kept as the order to look up', async () => {
    const { orderId } = await paidUnseen()
    await hearOfIt()
    const row = await webhookRow(world.sandbox.webhooks.last('sale').id)
    expect(row).toMatchObject({ type: 'sale', status: 'done' })
    const nothing = { payments: [], disputes: [], bindings: [], returned: [] }
    expect(JSON.parse(row?.body ?? '')).toEqual({ orders: [orderId], ...nothing })
  })
})

describe('the answer to a postback', () => {
  it('V14: is never 429 for a genuine one, whatever else came from its address', async () => {
    const paid = await paidUnseen()
    const busy = new FaultyClient(new Faults().answers(/^API_LIMIT/, { success: false }))
    const request = await world.sandbox.webhooks.request(world.sandbox.webhooks.last('sale'))
    const query = new URL(request.url).search.slice(1)
    expect((await post(query.replace('14.99', '99.99'), busy)).status).toBe(429)
    expect(await post(query, busy)).toEqual(accepted)
    await followInbox()
    await expectBought(paid)
  })

  it('V14: is OK only once it is kept', async () => {
    const paid = await paidUnseen()
    const away = new FaultyClient(new Faults().throws(/^DB insert into "webhook_events"/, 'D1 is away'))
    const event = world.sandbox.webhooks.last('sale')
    const request = await world.sandbox.webhooks.request(event)
    const query = new URL(request.url).search.slice(1)
    const answer = await post(query, away)
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'internal' })
    await expectUnheard(event.id)
    away.faults.clear()
    expect(await post(query, away)).toEqual(accepted)
    expect(await webhookRow(event.id)).toMatchObject({ type: 'sale' })
    await followInbox()
    await expectBought(paid)
  })

  it('V14: that nobody gave is a refund, and nothing is granted for it', async () => {
    const paid = await paidUnseen()
    const { verotel, webhooks } = world.sandbox
    const event = webhooks.last('sale')
    event.attempts = 3
    verotel.unanswered(event)
    expect(verotel.sale(paid.saleID).saleResult).toBe('CREDITED')
    await hearOfIt()
    await sweepAfter(5)
    await expectNothingGranted(paid.client)
    expect(await paymentRow(paid.saleID)).toMatchObject({ status: 'refunded' })
  })
})

describe('a sale that is not what was ordered', () => {
  it.each<[string, Paying, Plan]>([
    ['V6: a monthly price on a yearly order', { priceAmount: '14.99' }, 'yearly'],
    ['V6: a cent less', { priceAmount: '14.98' }, 'monthly'],
    ['V7: euros instead of dollars', { priceCurrency: 'EUR' }, 'monthly'],
    ['V5: another shop', { shopID: '11111' }, 'monthly'],
  ])('%s is left to an administrator', async (_, how, plan) => {
    const { client, orderId } = await paidUnseen(how, plan)
    const processor = createProcessor(await jobContext(), 'verotel')
    expect(await processor?.settle(await orderRow(orderId))).toMatchObject({ kind: 'review' })
    expect(await confirmOrder(client.copy(), orderId)).toMatchObject({ success: false, code: 'mismatch' })
    await expectNothingGranted(client)
    expect((await orderRow(orderId)).status).toBe('review')
    expect(await alertsAbout({ orderId })).toEqual(['review'])
  })

  it('V8: another order is granted to neither', async () => {
    const other = await buyer()
    const { orderId: otherId } = await startByCard(other, 'yearly')
    const { client, orderId } = await paidUnseen({ referenceID: otherId })
    await hearOfIt()
    expect(await confirmOrder(client.copy(), orderId)).toMatchObject({ success: false, code: 'pending' })
    expect((await orderRow(otherId)).status).toBe('review')
    await expectNothingGranted(client)
    await expectNothingGranted(other)
  })
})

describe('a status that is no answer', () => {
  const faults: [string, Partial<PaymentFault>][] = [
    ['a page of HTML', { answer: 'html', status: 200 }],
    ['a page of HTML with an error', { answer: 'html', status: 404 }],
    ['nothing', { answer: 'empty' }],
    ['JSON', { answer: 'nonsense' }],
    ['half of it', { answer: 'truncated' }],
  ]

  it.each(faults)('V11: %s is no payment, and no reason to give up', async (_, fault) => {
    const paid = await paidUnseen()
    world.sandbox.fail({ path: '/verotel/salestatus', times: 1, ...fault })
    expect(await confirmOrder(paid.client.copy(), paid.orderId)).toMatchObject({
      success: false,
      code: 'provider_down',
    })
    await expectNothingGranted(paid.client)
    expect((await orderRow(paid.orderId)).status).toBe('awaiting_payment')
    await sweepAfter(5)
    await expectBought(paid)
  })

  it.each<[string, (text: string) => string, number?]>([
    ['an unknown result', (text) => text.replace('saleResult: APPROVED', 'saleResult: PENDING')],
    ['a result twice', (text) => `${text}saleResult: APPROVED\n`],
    ['another sale', (text) => text.replace(/referenceID: .*/, 'referenceID: another')],
    ['a subscription', (text) => text.replace('type: purchase', 'type: subscription')],
    ['an amount with a comma', (text) => text.replace('14.99', '14,99')],
    ['no amount', (text) => text.replace(/priceAmount: .*\n/, '')],
    ['an error', () => 'response: ERROR\nerror: Invalid signature\n'],
    ['the right text under another status', (text) => text, 404],
  ])('V11: %s is no payment either', async (_, change, status = 200) => {
    const paid = await paidUnseen()
    const changing: typeof fetch = async (...given) => {
      const response = await world.sandbox.fetch(...given)
      return new Response(change(await response.text()), { status })
    }
    vi.stubGlobal('fetch', changing)
    expect(await confirmOrder(paid.client.copy(), paid.orderId)).toMatchObject({
      success: false,
      code: 'provider_down',
    })
    await expectNothingGranted(paid.client)
    vi.stubGlobal('fetch', world.sandbox.fetch)
    expect(await confirmOrder(paid.client.copy(), paid.orderId)).toMatchObject({ success: true })
  })
})

describe('money that went back', () => {
  // The nightly comparison looks at a limited number of payments a day.
  beforeEach(async () => {
    await emptySite()
    await fillShelf()
    await sellByCard()
  })

  async function bought() {
    const paid = await paidUnseen()
    await hearOfIt()
    await expectBought(paid)
    return paid
  }
  const kinds = async ({ client }: Paid) => (await entitlementHistory(client.userId)).map(({ kind }) => kind)

  it.each([true, false])('V12: by a credit ends the term, told by the status: %s', async (shown) => {
    const paid = await bought()
    world.sandbox.verotel.credit(paid.saleID, shown)
    await hearOfIt()
    expect(await isPremium(paid.client)).toBe(false)
    expect(await kinds(paid)).toEqual(['grant', 'revoke'])
    // Even if the status never changes.
    await reconcile(await jobContext(Date.now() + day))
    await confirmOrder(paid.client.copy(), paid.orderId)
    expect(await isPremium(paid.client)).toBe(false)
    expect(await kinds(paid)).toEqual(['grant', 'revoke'])
    expect(await ledgerOf(paid.saleID)).toEqual([
      ['charge', 1499],
      ['refund', -1499],
    ])
    expect(await orderRow(paid.orderId)).toMatchObject({ status: 'refunded' })
  })

  it.each([true, false])('V13: by a chargeback suspends the term, told by the status: %s', async (shown) => {
    const paid = await bought()
    world.sandbox.verotel.chargeback(paid.saleID, shown)
    await hearOfIt()
    expect(await isPremium(paid.client)).toBe(false)
    expect(await kinds(paid)).toEqual(['grant', 'hold'])
    const payment = await paymentRow(paid.saleID)
    expect(payment).toMatchObject({ status: 'reversed' })
    expect(await alertsAbout({ paymentId: payment?.id ?? '' })).toContain('dispute')
    expect(await ledgerOf(paid.saleID)).toEqual([
      ['charge', 1499],
      ['chargeback', -1499],
    ])
    // The records may say captured forever, which doesn't mean that the money came back.
    await reconcile(await jobContext(Date.now() + day))
    await confirmOrder(paid.client.copy(), paid.orderId)
    expect(await isPremium(paid.client)).toBe(false)
    expect(await kinds(paid)).not.toContain('release')
  })

  it.each([true, false])('V12: before the sale was told leaves nothing granted, shown: %s', async (shown) => {
    const paid = await paidUnseen()
    world.sandbox.verotel.credit(paid.saleID, shown)
    await world.sandbox.webhooks.sendLast('credit')
    await followInbox()
    await hearOfIt()
    expect(await confirmOrder(paid.client.copy(), paid.orderId)).toMatchObject({
      success: false,
      code: 'mismatch',
    })
    await expectNothingGranted(paid.client)
    expect(await paymentRow(paid.saleID)).toMatchObject({ status: 'refunded', refundedMinor: 1499 })
    expect(await alertsAbout({ orderId: paid.orderId })).toEqual([])
  })

  it('V12: is found by the nightly comparison where the status shows it and no notice came', async () => {
    const paid = await bought()
    world.sandbox.verotel.credit(paid.saleID)
    world.sandbox.webhooks.loseAll()
    await reconcile(await jobContext(Date.now() + day))
    expect(await isPremium(paid.client)).toBe(false)
    expect(await kinds(paid)).toEqual(['grant', 'revoke'])
  })

  it('V13: of a sale that the records have lost is tried again, not believed', async () => {
    const paid = await bought()
    world.sandbox.verotel.chargeback(paid.saleID)
    const sale = world.sandbox.verotel.sale(paid.saleID)
    delete world.sandbox.state.verotel.sales[paid.saleID]
    await hearOfIt()
    expect(await webhookRow(world.sandbox.webhooks.last('chargeback').id)).toMatchObject({
      status: 'received',
      lastError: 'sale-vanished',
    })
    world.sandbox.state.verotel.sales[paid.saleID] = sale
    await followInbox(Date.now() + day)
    expect(await isPremium(paid.client)).toBe(false)
  })

  it("can't be sent back from here", async () => {
    const { saleID } = await bought()
    const processor = createProcessor(await jobContext(), 'verotel')
    expect(await processor?.refund(saleID, 1499, 'USD', 'key')).toMatchObject({
      kind: 'refused',
      code: 'manual',
    })
  })
})

describe('the record of a sale', () => {
  it('is shown without whoever paid', async () => {
    const { saleID, orderId } = await paidUnseen()
    const processor = createProcessor(await jobContext(), 'verotel')
    expect(await processor?.record(saleID)).toEqual({
      response: 'FOUND',
      saleResult: 'APPROVED',
      saleID,
      shopID: '68849',
      referenceID: orderId,
      type: 'purchase',
      priceAmount: '14.99',
      priceCurrency: 'USD',
      paymentMethod: 'CC',
      createdOn: expect.any(String),
    })
    expect(await processor?.record('1')).toBeNull()
    expect(await processor?.read('1', null)).toBeNull()
    world.sandbox.verotel.sale(saleID).shopID = '11111'
    expect(await processor?.read(saleID, null)).toBeNull()
    expect(await db.select().from(paymentAlerts).where(eq(paymentAlerts.orderId, orderId))).toEqual([])
  })
})
