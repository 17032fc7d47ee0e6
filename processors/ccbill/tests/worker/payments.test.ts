import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminPayment, AdminPaymentDetail, UnpaidOrder } from '#contract/schemas/payments/payments'
import { auditLog, paymentAlerts, payOrders, webhookEvents } from '#db/schema'
import { problemOf } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import { changeSettings, makeUser, signInAs, testDb } from '#test/support/factories'
import {
  alertsAbout,
  followInbox,
  orderRow,
  paymentRow,
  sweepAfter,
  webhookRow,
} from '#test/support/payments/payment-state'
import {
  type Buyer,
  buyer,
  confirmOrder,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  paymentsWorld,
} from '#test/support/payments/payments'
import { fillShelf } from '#test/support/payments/shelf'
import { forgetAll } from '#worker/isolate-state'
import { catchUp, reconcile } from '#worker/services/payments/settlement/reconcile'
import { ccbillHeaders } from '../../twin/delivery'
import { saleDigest } from '../../twin/digest'
import { keys } from '../../twin/vars'
import { type Change, orderCard, payByCard, sendChanged } from '../order'

const db = testDb()
const world = paymentsWorld()

/** Some tests begin with an empty site. */
const sellByCard = () => changeSettings({ cardPaymentsEnabled: true })
beforeEach(sellByCard)
const hour = 3600_000
const status = '/ccbill/utils/'

let client: Buyer
beforeEach(async () => {
  client = await buyer()
})

/** Delivers the notices, and follows them up. */
async function hear(): Promise<void> {
  await world.sandbox.webhooks.deliverAll()
  await followInbox()
}

async function expectBought(subscriptionId: string, days = 30): Promise<void> {
  expect(await isPremium(client)).toBe(true)
  expect(await grants(client.userId)).toMatchObject([{ days, kind: 'grant' }])
  const row = await paymentRow(subscriptionId)
  expect((await ledgerRows(row?.id ?? '')).map(({ kind }) => kind)).toEqual(['charge'])
}

async function noticesKept(): Promise<number> {
  return (await db.select().from(webhookEvents).where(eq(webhookEvents.provider, 'ccbill'))).length
}

async function bindingAlerts(orderId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(paymentAlerts)
    .where(like(paymentAlerts.dedupeKey, `binding:${orderId}:%`))
  return rows.map(({ kind }) => kind)
}

const statusCalls = () => world.sandbox.calls.filter(({ path }) => path.startsWith(status))

describe('a purchase through CCBill', () => {
  it('C1: calls nobody to start, and leads to a form that fixes price, days and currency', async () => {
    const { orderId, url } = await orderCard(client, 'yearly')
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe(
      `http://sandbox.test:8790/ccbill/wap-frontflex/flexforms/${keys.CCBILL_FLEX_ID}`,
    )
    expect(Object.fromEntries(searchParams)).toEqual({
      clientSubacc: '0001',
      initialPrice: '99.99',
      initialPeriod: '365',
      currencyCode: '840',
      formDigest: expect.stringMatching(/^[0-9a-f]{32}$/),
      orderId,
    })
    expect(world.sandbox.calls).toEqual([])
    expect(await orderRow(orderId)).toMatchObject({
      id: orderId,
      provider: 'ccbill',
      status: 'awaiting_payment',
    })
  })

  it('C2: the notice, then the return', async () => {
    const { orderId, subscriptionId } = await payByCard(world, client)
    await hear()
    await expectBought(subscriptionId)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    await expectBought(subscriptionId)
    expect(await paymentRow(subscriptionId)).toMatchObject({
      provider: 'ccbill',
      method: 'card',
      amountMinor: 1499,
      currency: 'USD',
      status: 'captured',
    })
  })

  it.each([
    ['EUR', '978'],
    ['GBP', '826'],
  ] as const)('C2: in %s', async (currency, code) => {
    const { orderId, url } = await orderCard(client, 'monthly', currency)
    expect(new URL(url).searchParams.get('currencyCode')).toBe(code)
    const { subscriptionId } = world.sandbox.ccbill.pay(url)
    await hear()
    await expectBought(subscriptionId)
    const { amountMinor } = await orderRow(orderId)
    expect(await paymentRow(subscriptionId)).toMatchObject({ currency, amountMinor })
  })

  it('C2: the notice as JSON', async () => {
    const { subscriptionId } = await payByCard(world, client)
    const event = world.sandbox.webhooks.last('NewSaleSuccess')
    const request = await world.sandbox.webhooks.request(event)
    const { pathname, search } = new URL(request.url)
    const response = await client.request('POST', pathname + search, {
      body: JSON.stringify(Object.fromEntries(new URLSearchParams(event.body))),
      headers: { ...ccbillHeaders, 'content-type': 'application/json' },
    })
    expect(response.status).toBe(200)
    await followInbox()
    await expectBought(subscriptionId)
  })

  it('C2: the notice twice, and once more under another time', async () => {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    expect(await world.sandbox.webhooks.sendLast('NewSaleSuccess')).toBe(200)
    expect(await sendChanged(world, client, 'NewSaleSuccess', { fields: { transactionId: null } })).toBe(200)
    await followInbox()
    await expectBought(subscriptionId)
  })

  it('C2: never paid, or declined', async () => {
    const { orderId, url } = await orderCard(client)
    world.sandbox.ccbill.decline(url)
    await hear()
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    await sweepAfter(7 * 60)
    expect(await orderRow(orderId)).toMatchObject({ status: 'expired' })
    await expectNothingGranted(client)
  })

  it('C2: paid after the order expired', async () => {
    const { orderId, url } = await orderCard(client)
    await sweepAfter(7 * 60)
    expect(await orderRow(orderId)).toMatchObject({ status: 'expired' })
    const { subscriptionId } = world.sandbox.ccbill.pay(url)
    await hear()
    await expectBought(subscriptionId)
  })

  it('C4: keeps nothing of the buyer that the notice names', async () => {
    await payByCard(world, client)
    await hear()
    const kept = JSON.stringify([
      await db.select().from(webhookEvents),
      await db.select().from(payOrders),
      await db.select().from(auditLog),
    ])
    for (const personal of [
      'Sam',
      'sam.buyer@example.com',
      'sambuyer',
      'sams-password',
      '1 Private Road',
      '203.0.113.7',
    ])
      expect(kept).not.toContain(personal)
  })
})

describe("a notice that is not CCBill's, or not for us", () => {
  const refused: [string, Change][] = [
    ['from elsewhere', { headers: { 'cf-connecting-ip': '203.0.113.7' } }],
    ['from the address before the range', { headers: { 'cf-connecting-ip': '64.38.212.0' } }],
    ['from the address behind the range', { headers: { 'cf-connecting-ip': '64.38.212.255' } }],
    ['from a range between', { headers: { 'cf-connecting-ip': '64.38.213.10' } }],
    [
      'from elsewhere, with an X-Forwarded-For',
      {
        headers: {
          'cf-connecting-ip': '203.0.113.7',
          'x-forwarded-for': '64.38.212.10',
          'x-real-ip': '64.38.212.10',
          'true-client-ip': '64.38.212.10',
        },
      },
    ],
    ['with a wrong secret', { secret: 'guess' }],
    ['with a longer secret', { secret: `${keys.CCBILL_WEBHOOK_SECRET}x` }],
    ['without a secret', { secret: null }],
    ['about another account', { fields: { clientAccnum: '900001' } }],
    ['about another sub-account', { fields: { clientSubacc: '0002' } }],
    ['about another account in its address', { query: { clientAccnum: '900001' } }],
    ['about no account', { fields: { clientAccnum: null }, query: { clientAccnum: null } }],
    ['without a digest', { fields: { dynamicPricingValidationDigest: null } }],
    [
      'with the digest of another subscription',
      { fields: { dynamicPricingValidationDigest: saleDigest('1') } },
    ],
    ['with another subscription under its digest', { fields: { subscriptionId: '0912347801000000000' } }],
    ['with no event', { query: { eventType: null } }],
    ['by GET', { method: 'GET' }],
  ]
  it.each(refused)('C5: %s is refused, leaves no row and grants nothing', async (_, change) => {
    await emptySite()
    await fillShelf()
    await sellByCard()
    client = await buyer()
    await payByCard(world, client)
    expect(await sendChanged(world, client, 'NewSaleSuccess', change)).toBe(400)
    expect(await noticesKept()).toBe(0)
    await followInbox()
    await expectNothingGranted(client)
    expect(statusCalls()).toEqual([])
  })

  it('C5: a sale that never was, with all else right, finds no such subscription', async () => {
    const paid = await payByCard(world, await buyer())
    const { orderId } = await orderCard(client)
    const id = '0912347801000000000'
    const fields = {
      subscriptionId: id,
      transactionId: id,
      dynamicPricingValidationDigest: saleDigest(id),
      'X-orderId': orderId,
    }
    expect(await sendChanged(world, client, 'NewSaleSuccess', { fields })).toBe(200)
    await followInbox()
    await expectNothingGranted(client)
    expect(await paymentRow(paid.subscriptionId)).toBeUndefined()
  })
})

describe('a genuine sale of something else', () => {
  it.each([
    ['another price', { billedInitialPrice: '2.99' }],
    ['a price that only begins like it', { billedInitialPrice: '14.990' }],
    ['another term', { initialPeriod: '365' }],
    ['euros', { billedCurrencyCode: '978' }],
    ['Australian dollars, as 036', { billedCurrencyCode: '036' }],
    ['Australian dollars, read as octal', { billedCurrencyCode: '30' }],
    ['a number that only looks like dollars', { billedCurrencyCode: '0840' }],
    ['no order', { 'X-orderId': null }],
    ['an order that is none', { 'X-orderId': 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('C6: %s binds and grants nothing, and is told', async (_, fields) => {
    const { orderId, subscriptionId } = await payByCard(world, client)
    expect(await sendChanged(world, client, 'NewSaleSuccess', { fields })).toBe(200)
    await followInbox()
    await expectNothingGranted(client)
    expect((await orderRow(orderId)).providerPaymentHint).toBeNull()
    expect(statusCalls()).toEqual([])
    const told = like(paymentAlerts.dedupeKey, `%:${subscriptionId}`)
    expect(await db.select().from(paymentAlerts).where(told)).toHaveLength(1)
  })

  it('C6: an order named twice counts as none', async () => {
    const { orderId } = await payByCard(world, client)
    const event = world.sandbox.webhooks.last('NewSaleSuccess')
    const doubled = { ...event, body: `${event.body}&X-orderId=${orderId}` }
    expect((await world.sandbox.webhooks.send(doubled)).status).toBe(200)
    await followInbox()
    await expectNothingGranted(client)
  })

  it('C7: a month paid on the order of a year is left to an administrator', async () => {
    const { orderId } = await orderCard(client, 'yearly')
    const month = await orderCard(client)
    const own = new URL(month.url)
    own.searchParams.set('orderId', orderId)
    world.sandbox.ccbill.pay(own.href)
    await hear()
    await expectNothingGranted(client)
    expect(await bindingAlerts(orderId)).toEqual(['rival'])
  })

  it("C7: even if its notice lied about price and term, CCBill's record shows the month", async () => {
    const { orderId } = await orderCard(client, 'yearly')
    await payByCard(world, client)
    const fields = { 'X-orderId': orderId, billedInitialPrice: '99.99', initialPeriod: '365' }
    expect(await sendChanged(world, client, 'NewSaleSuccess', { fields })).toBe(200)
    await followInbox()
    await expectNothingGranted(client)
    expect(await orderRow(orderId)).toMatchObject({ status: 'review' })
    expect(await alertsAbout({ orderId })).toEqual(['review'])
    // Nor by the way that looks up a payment instead of an order.
    world.sandbox.ccbill.tell('Expiration', (await orderRow(orderId)).providerPaymentHint ?? '')
    await hear()
    await expectNothingGranted(client)
  })

  it('C8: an order that the buyer put in place of theirs is paid in its stead, once', async () => {
    const friend = await buyer()
    const theirs = await orderCard(friend)
    const own = await orderCard(client)
    const url = new URL(own.url)
    url.searchParams.set('orderId', theirs.orderId)
    world.sandbox.ccbill.pay(url.href)
    await hear()
    expect(await grants(friend.userId)).toHaveLength(1)
    await expectNothingGranted(client)
    expect(await confirmOrder(client, own.orderId)).toMatchObject({ success: false })
  })

  it('C9: one subscription pays one order, and the first notice counts', async () => {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    const second = await orderCard(client)
    const fields = { 'X-orderId': second.orderId, transactionId: '1' }
    expect(await sendChanged(world, client, 'NewSaleSuccess', { fields })).toBe(200)
    await followInbox()
    await expectBought(subscriptionId)
    expect(await bindingAlerts(second.orderId)).toEqual(['rival'])
    expect(await confirmOrder(client, second.orderId)).toMatchObject({ success: false, code: 'pending' })
  })

  it('C9: a second payment of one order is told, and left to an administrator', async () => {
    const { orderId, url } = await orderCard(client)
    const { subscriptionId } = world.sandbox.ccbill.pay(url)
    world.sandbox.ccbill.pay(url)
    await hear()
    await expectBought(subscriptionId)
    expect(await bindingAlerts(orderId)).toEqual(['rival'])
  })
})

describe('what follows a sale', () => {
  it.each(['RenewalSuccess', 'UpSaleSuccess', 'UserReactivation', 'SomethingNew'])(
    'C10: %s grants nothing',
    async (type) => {
      const { subscriptionId } = await payByCard(world, client)
      world.sandbox.webhooks.loseAll()
      world.sandbox.ccbill.tell(type, subscriptionId, { billedAmount: '14.99', 'X-orderId': 'x' })
      await hear()
      await expectNothingGranted(client)
    },
  )

  it('C10: and nothing more once the sale is granted', async () => {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    world.sandbox.ccbill.tell('RenewalSuccess', subscriptionId, { transactionId: '77' })
    world.sandbox.ccbill.tell('Expiration', subscriptionId)
    await hear()
    await expectBought(subscriptionId)
  })

  it.each([
    ['void', 'refunded', ['charge', 'refund']],
    ['refund', 'refunded', ['charge', 'refund']],
    ['chargeback', 'reversed', ['charge', 'chargeback']],
    ['giveReturn', 'reversed', ['charge', 'chargeback']],
  ] as const)('C11: a %s after the grant ends it', async (act, expected, entries) => {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    world.sandbox.ccbill[act](subscriptionId)
    await hear()
    await hear()
    expect(await isPremium(client)).toBe(false)
    const row = await paymentRow(subscriptionId)
    expect(row?.status).toBe(expected)
    expect((await ledgerRows(row?.id ?? '')).map(({ kind }) => kind)).toEqual(entries)
  })

  it('C11: a chargeback that only the notice tells changes no books, and is followed up until the record does', async () => {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    world.sandbox.ccbill.tell('Chargeback', subscriptionId)
    await hear()
    await expectBought(subscriptionId)
    const id = `Chargeback:${world.sandbox.ccbill.subscription(subscriptionId).transactionId}`
    expect(await webhookRow(id)).toMatchObject({ status: 'received', lastError: 'record-behind' })
    world.sandbox.ccbill.chargeback(subscriptionId)
    world.sandbox.webhooks.loseAll()
    await followInbox(Date.now() + hour)
    expect(await isPremium(client)).toBe(false)
  })

  it('C11: a void whose record proves nothing is followed up, and not forgotten', async () => {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    world.sandbox.ccbill.void(subscriptionId)
    world.sandbox.ccbill.withhold('voidsIssued')
    await hear()
    const id = world.sandbox.webhooks.last('Void').id
    expect(await webhookRow(id)).toMatchObject({ status: 'received', lastError: 'record-behind' })
    world.sandbox.ccbill.withhold()
    await followInbox(Date.now() + hour)
    expect(await isPremium(client)).toBe(false)
  })

  it.each(['void', 'refund', 'chargeback', 'giveReturn'] as const)(
    'C11: a %s told before the sale leaves nothing to grant',
    async (act) => {
      const { orderId, subscriptionId } = await payByCard(world, client)
      world.sandbox.ccbill[act](subscriptionId)
      await world.sandbox.webhooks.deliverAll('newest')
      await followInbox()
      expect(await confirmOrder(client, orderId)).toMatchObject({ success: false })
      await expectNothingGranted(client)
    },
  )
})

describe('DataLink', () => {
  it.each(['-7', '-8', '-12', '-4'])(
    'C12: grants nothing while it says %s, and later does',
    async (number) => {
      const { orderId, subscriptionId } = await payByCard(world, client)
      world.sandbox.ccbill.answerAll(number)
      await hear()
      expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
      expect(await orderRow(orderId)).toMatchObject({ lastError: `datalink${number}` })
      await expectNothingGranted(client)
      world.sandbox.ccbill.answerAll(null)
      expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
      await expectBought(subscriptionId)
    },
  )

  it.each([
    ['HTML', { answer: 'html', status: 200 }],
    ['JSON', { answer: 'nonsense' }],
    ['half of its XML', { answer: 'truncated' }],
    ['nothing', { answer: 'timeout' }],
  ] as const)('C12: grants nothing while it answers %s', async (_, fault) => {
    const { orderId, subscriptionId } = await payByCard(world, client)
    world.sandbox.fail({ path: status, times: 20, ...fault })
    await hear()
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    await expectNothingGranted(client)
    world.sandbox.faults.clear()
    forgetAll()
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    await expectBought(subscriptionId)
  })

  it('tells those who may read payments why the sale of an account has not arrived', async () => {
    const { orderId } = await payByCard(world, client)
    world.sandbox.ccbill.answerAll('-8')
    await hear()
    await confirmOrder(client, orderId)
    const { orderId: older } = await orderCard(await buyer())
    const support = await signInAs(await makeUser({ staff: 'support' }))
    const unpaid = () => support.json<UnpaidOrder[]>('GET', `/api/admin/users/${client.userId}/unpaid-orders`)
    const shown = await unpaid()
    expect(shown).toMatchObject([
      {
        id: orderId,
        provider: 'ccbill',
        plan: 'monthly',
        currency: 'USD',
        amountMinor: 1499,
        status: 'awaiting_payment',
        lastError: 'datalink-8',
      },
    ])
    expect(JSON.stringify(shown)).not.toContain(older)
    world.sandbox.ccbill.answerAll(null)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    expect(await unpaid()).toEqual([])
  })

  it('C12: waits where CCBill does not know the subscription yet', async () => {
    const { orderId, subscriptionId } = await payByCard(world, client)
    world.sandbox.ccbill.answerAll('-3')
    await hear()
    await expectNothingGranted(client)
    world.sandbox.ccbill.answerAll(null)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    await expectBought(subscriptionId)
  })

  it.each([
    'signupDate',
    'expirationDate',
    'refundsIssued',
    'voidsIssued',
    'chargebacksIssued',
    'subscriptionStatus',
  ])('C13: a record without %s is left to an administrator', async (name) => {
    const { orderId } = await payByCard(world, client)
    world.sandbox.ccbill.withhold(name)
    await hear()
    await expectNothingGranted(client)
    expect(await orderRow(orderId)).toMatchObject({ status: 'review' })
  })

  it.each([
    ['that ended early', -3 * 24 * hour],
    ['that was made longer', 3 * 24 * hour],
  ])('C13: a subscription %s is left to an administrator', async (_, ms) => {
    const { orderId, subscriptionId } = await payByCard(world, client)
    world.sandbox.ccbill.extend(subscriptionId, ms)
    await hear()
    await expectNothingGranted(client)
    expect(await orderRow(orderId)).toMatchObject({ status: 'review' })
  })
})

describe('a refund', () => {
  let admin: Buyer
  beforeEach(async () => {
    admin = await buyer({ isAdmin: true })
  })

  /** Buys; returns our ID of the payment. */
  async function bought(): Promise<{ id: string; subscriptionId: string }> {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    const [found] = await admin.json<AdminPayment[]>('GET', `/api/admin/payments?q=${subscriptionId}`)
    if (!found) throw new Error('The payment is not listed')
    return { id: found.id, subscriptionId }
  }

  const refund = (id: string, more: object = {}) =>
    admin.request('POST', `/api/admin/payments/${id}/refund`, { json: { reason: 'Asked for it', ...more } })
  const detail = (id: string) => admin.json<AdminPaymentDetail>('GET', `/api/admin/payments/${id}`)
  const actsOn = async (id: string) =>
    (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action }) => action)
  const refundCalls = () =>
    world.sandbox.calls.filter(({ body }) => body.includes('action=voidOrRefundTransaction'))

  it('C14: is of all of it, ends the term, and is made once by two at once', async () => {
    const { id, subscriptionId } = await bought()
    expect(await detail(id)).toMatchObject({ refundable: true, refunds: 'whole', refundUnclear: false })
    const part = await problemOf(await refund(id, { amountMinor: 500 }))
    expect(part).toMatchObject({ status: 400, detail: 'CCBill only refunds the whole payment.' })
    const answers = await Promise.all([refund(id), refund(id)])
    expect(answers.map(({ status: each }) => each).sort()).toEqual([200, 409])
    expect(refundCalls()).toHaveLength(1)
    expect(world.sandbox.ccbill.subscription(subscriptionId).voids).toBe(1)
    expect(await isPremium(client)).toBe(false)
    expect(await detail(id)).toMatchObject({ status: 'refunded', refundedMinor: 1499, refundable: false })
    expect(await actsOn(id)).toEqual(['payment.refund', 'payment.refund-pending'])
  })

  it('C15: without a clear answer is not repeated before someone looked', async () => {
    const { id, subscriptionId } = await bought()
    world.sandbox.ccbill.nextRefunds('-7')
    const unclear = await problemOf(await refund(id))
    expect(unclear).toMatchObject({
      status: 409,
      detail:
        "CCBill didn't say whether it made the refund (datalink-7). Look at the payment on its site before you try again.",
    })
    expect(await detail(id)).toMatchObject({ status: 'captured', refundable: true, refundUnclear: true })
    const again = await problemOf(await refund(id))
    expect(again).toMatchObject({ status: 409, detail: expect.stringContaining("on CCBill's site") })
    expect(refundCalls()).toHaveLength(1)
    const answers = await Promise.all([1, 2].map(() => refund(id, { checkedThere: true })))
    expect(answers.map(({ status: each }) => each).sort()).toEqual([200, 409])
    expect(refundCalls()).toHaveLength(2)
    expect(world.sandbox.ccbill.subscription(subscriptionId).voids).toBe(1)
    expect(await actsOn(id)).toEqual([
      'payment.refund',
      'payment.refund-unknown',
      'payment.refund',
      'payment.refund-pending',
    ])
    const history = (await detail(id)).history.map(({ text }) => text).join(' ')
    expect(history).toContain('without a clear answer of the provider')
  })

  it('C15: whose answer is lost is read from the record', async () => {
    const { id } = await bought()
    world.sandbox.ccbill.nextRefunds('lost')
    expect((await refund(id)).status).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 'refunded', refundable: false })
    expect(await isPremium(client)).toBe(false)
    expect(refundCalls()).toHaveLength(1)
  })

  it('C15: that CCBill certainly did not make can be tried again', async () => {
    const { id } = await bought()
    world.sandbox.ccbill.nextRefunds('-12')
    const refused = await problemOf(await refund(id))
    expect(refused.detail).toBe('CCBill has locked DataLink for an hour after failed log-ins.')
    expect((await refund(id)).status).toBe(200)
  })
})

describe('the extract', () => {
  beforeEach(async () => {
    await emptySite()
    await fillShelf()
    await sellByCard()
    client = await buyer()
  })

  const night = async () => reconcile(await jobContext(Date.now() + 2 * hour))
  const alerts = async () =>
    (await db.select().from(paymentAlerts)).map(({ kind, text }) => `${kind}: ${text}`)

  it('C16: finds nothing where nothing differs', async () => {
    await payByCard(world, client)
    await hear()
    await night()
    expect(await alerts()).toEqual([])
    expect(asked()).toHaveLength(1)
  })

  it('C16: tells of an amount that differs from what the notice said', async () => {
    const { orderId } = await orderCard(client)
    const { subscriptionId } = await payByCard(world, await buyer())
    world.sandbox.ccbill.restate(subscriptionId, 299)
    expect(await sendChanged(world, client, 'NewSaleSuccess', { fields: { 'X-orderId': orderId } })).toBe(200)
    await followInbox()
    await night()
    expect(await alerts()).toEqual([
      `review: CCBill ${subscriptionId} is 299 minor units of USD in the provider's list, and 1499 here.`,
    ])
  })

  it('C16: tells of money that went back without a notice', async () => {
    const { subscriptionId } = await payByCard(world, client)
    await hear()
    world.sandbox.ccbill.chargeback(subscriptionId)
    world.sandbox.webhooks.loseAll()
    await night()
    expect(await isPremium(client)).toBe(false)
    expect(await alerts()).toEqual([expect.stringContaining(`${subscriptionId} is reversed at the provider`)])
  })

  const extract = '/ccbill/data/'
  const asked = () => world.sandbox.calls.filter(({ path }) => path.startsWith(extract))

  it('C16: is asked once per hour', async () => {
    world.sandbox.fail({ path: extract, status: 503, times: 1 })
    await night()
    await night()
    expect(asked()).toHaveLength(1)
    expect(await alerts()).toEqual([
      "incomplete: The books of CCBill couldn't be read (http-503). The next comparison reads them.",
    ])
  })

  /** In the middle of a second, since CCBill's times have no fractions. */
  const began = Math.floor(Date.now() / 1000) * 1000 + 500
  /** Runs a job after hours have passed for it and for CCBill. */
  const atHour = async (hours: number, job: typeof reconcile) => {
    world.sandbox.clock.set(began + hours * hour)
    await job(await jobContext(began + hours * hour))
  }
  /** Returns the subscription of a sale whose notice is lost. */
  const sellUnheard = async (hours: number) => {
    world.sandbox.clock.set(began + hours * hour)
    const { subscriptionId } = await payByCard(world, await buyer())
    world.sandbox.webhooks.loseAll()
    return subscriptionId
  }
  const sellHeard = async (hours: number) => {
    world.sandbox.clock.set(began + hours * hour)
    const { subscriptionId } = await payByCard(world, await buyer())
    await hear()
    return subscriptionId
  }
  const found = async () =>
    (await alerts()).filter((text) => text.startsWith('ungranted')).map((text) => text.match(/\d+/)?.[0])

  it('C17: that failed for nights is read from where it ended, a day at a time', async () => {
    await atHour(0, reconcile)
    const sold = [await sellUnheard(1), await sellUnheard(30), await sellUnheard(70)]
    world.sandbox.fail({ path: extract, status: 503, times: 2 })
    await atHour(24, reconcile)
    await atHour(48, reconcile)
    expect(await found()).toEqual([])
    await atHour(72, reconcile)
    expect(await found()).toEqual(sold.slice(0, 1))
    await atHour(74, catchUp)
    expect(await found()).toEqual(sold.slice(0, 2))
    await atHour(76, catchUp)
    expect(await found()).toEqual(sold)
    await atHour(78, catchUp)
    expect(asked()).toHaveLength(6)
  })

  it('C17: whose sales could not be looked up is read again', async () => {
    await atHour(0, reconcile)
    world.sandbox.clock.set(began + hour)
    const { subscriptionId } = await payByCard(world, client)
    world.sandbox.fail({ path: status, status: 503, times: 20 })
    await hear()
    await atHour(24, reconcile)
    world.sandbox.faults.clear()
    forgetAll()
    expect(await isPremium(client)).toBe(false)
    await atHour(48, reconcile)
    await expectBought(subscriptionId)
  })

  it('C17: is read a week back, and what is older is told', async () => {
    await atHour(0, reconcile)
    const old = await sellUnheard(1)
    const sold = await sellUnheard(60)
    await atHour(9 * 24, reconcile)
    expect(await found()).toEqual([sold])
    const time = (hours: number) =>
      new Date(began + hours * hour).toISOString().slice(0, 16).replace('T', ' ')
    expect(await alerts()).toContainEqual(
      `incomplete: The books of CCBill weren't read from ${time(-1)} to ${time(2 * 24)} (UTC), which is too long ago to read them again. Compare these days on its site.`,
    )
    expect(String(await alerts())).not.toContain(old)
  })

  it('C17: that lists more lost sales than a run looks up is read on by the next, until all are told', async () => {
    const { url } = await orderCard(client)
    await atHour(0, reconcile)
    const sold = Array.from({ length: 45 }, (_, minutes) => {
      world.sandbox.clock.set(began + minutes * 60_000)
      return world.sandbox.ccbill.pay(url).subscriptionId
    })
    world.sandbox.webhooks.loseAll()
    await atHour(24, reconcile)
    expect(await found()).toEqual(sold.slice(0, 40))
    await atHour(26, catchUp)
    expect(await found()).toEqual(sold)
    expect(await alerts()).toHaveLength(45)
    expect(statusCalls()).toEqual([])
  })

  it('C17: that begins within a second finds nothing wrong with the sale of that second', async () => {
    await sellHeard(-1)
    await atHour(0, reconcile)
    await atHour(24, reconcile)
    expect(await alerts()).toEqual([])
  })

  it('C17: that got a sale half an hour late tells of it the next night', async () => {
    await atHour(24, reconcile)
    const late = await sellUnheard(23.5)
    await atHour(48, reconcile)
    expect(await found()).toEqual([late])
  })

  it('C17: that is behind at midnight is read once, and sales it does not list are looked up once', async () => {
    await atHour(0, reconcile)
    await sellHeard(60)
    world.sandbox.calls.length = 0
    await atHour(72, reconcile)
    expect([asked().length, statusCalls().length]).toEqual([1, 1])
    await atHour(72, catchUp)
    expect([asked().length, statusCalls().length]).toEqual([1, 1])
    await atHour(74, catchUp)
    expect([asked().length, statusCalls().length]).toEqual([2, 1])
    expect(await alerts()).toEqual([])
  })

  it('C17: is read although a sale that it does not list can not be looked up', async () => {
    await atHour(0, reconcile)
    await sellHeard(-30)
    const lost = await sellUnheard(1)
    world.sandbox.ccbill.answerAll('0')
    await atHour(24, reconcile)
    expect(await found()).toEqual([lost])
  })

  it('C17: goes on after a second look-up that CCBill refused, and names the sale', async () => {
    await atHour(0, reconcile)
    const refused = await sellHeard(1)
    world.sandbox.ccbill.chargeback(refused)
    const lost = [await sellUnheard(2), await sellUnheard(30)]
    world.sandbox.ccbill.answerAll('0')
    await atHour(24, reconcile)
    expect(await found()).toEqual(lost.slice(0, 1))
    await atHour(48, reconcile)
    await atHour(72, reconcile)
    expect(await found()).toEqual(lost)
    expect(await alerts()).toContainEqual(
      `review: CCBill ${refused} is reversed in the provider's list, and couldn't be looked up. Look it up on the provider's site.`,
    )
  })
})
