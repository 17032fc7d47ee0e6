import { exports } from 'cloudflare:workers'
import { eq, like } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import type { AdminPayment, AdminPaymentDetail } from '#contract/schemas/payments/payments'
import type { Plan } from '#contract/values/payments/prices'
import { paymentAlerts, payOrders, webhookEvents } from '#db/schema'
import type { PaymentFault } from '#dev/sandbox/payments/faults'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import type { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { testDb } from '#test/support/factories'
import { agreedOrder } from '#test/support/payments/agreed-order'
import { alertsAbout, followInbox, paymentRow, sweepAfter } from '#test/support/payments/payment-state'
import {
  type Buyer,
  buyer,
  confirmOrder,
  entitlementHistory,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  paymentsWorld,
} from '#test/support/payments/payments'
import { reconcile } from '#worker/services/payments/settlement/reconcile'
import type { Invoice } from '../../twin/state'
import { keys } from '../../twin/vars'

const world = paymentsWorld()
const store = `/btcpay/api/v1/stores/${keys.BTCPAY_STORE_ID}`
const link = /^http:\/\/sandbox\.test:8790\/btcpay\/i\/(\w+)$/

interface Answer {
  success: boolean
  code?: string
  orderId?: string
  redirectUrl?: string
}

function start(client: TestClient, plan: Plan = 'monthly'): Promise<Answer> {
  return client.json('POST', '/api/premium/orders', { method: 'bitcoin', ...agreedOrder('USD', plan) })
}

/** Orders, and returns the invoice behind the link. */
async function order(client: TestClient, plan: Plan = 'monthly') {
  const { orderId = '', redirectUrl = '' } = await start(client, plan)
  const invoiceId = link.exec(redirectUrl)?.[1]
  if (!invoiceId) throw new Error(`No link: ${redirectUrl}`)
  return { orderId, invoiceId }
}

async function ordered(plan: Plan = 'monthly') {
  const client = await buyer()
  return { client, ...(await order(client, plan)) }
}

/** Changes an invoice at the server behind everyone's back. */
function change(invoiceId: string, fields: Partial<Invoice>): void {
  Object.assign(world.sandbox.state.btcpay.invoices[invoiceId] ?? {}, fields)
}

async function orderRow(id: string) {
  const [row] = await testDb().select().from(payOrders).where(eq(payOrders.id, id))
  return row
}

async function isKept(event: WebhookEvent): Promise<boolean> {
  const rows = await testDb().select().from(webhookEvents).where(eq(webhookEvents.eventId, event.id))
  return rows.length > 0
}

/** Expects one term for one sum of money. */
async function expectGrantedOnce(client: Buyer, invoiceId: string, amountMinor = 1499): Promise<void> {
  expect(await isPremium(client)).toBe(true)
  expect(await grants(client.userId)).toHaveLength(1)
  const payment = await paymentRow(invoiceId)
  expect(payment).toMatchObject({ status: 'captured', amountMinor, currency: 'USD', method: 'bitcoin' })
  expect(await ledgerRows(payment?.id ?? '')).toMatchObject([{ kind: 'charge', amountMinor }])
}

/** Expects that an administrator was told, and that nothing grants it: not the buyer, a delivery or the night. */
async function expectReview({ client, orderId }: { client: Buyer; orderId: string }, text: string) {
  expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
  await world.sandbox.webhooks.sendLast('InvoiceReceivedPayment').catch(() => null)
  await followInbox()
  await reconcile(await jobContext())
  await expectNothingGranted(client)
  expect(await orderRow(orderId)).toMatchObject({ status: 'review' })
  const alerts = await testDb().select().from(paymentAlerts).where(eq(paymentAlerts.orderId, orderId))
  expect(alerts.map((alert) => alert.text).join()).toContain(` ${text} `)
}

describe('buying with bitcoin', () => {
  it('leads to an invoice for exactly what was ordered, and back', async () => {
    const { client, orderId, invoiceId } = await ordered()
    const [call] = world.sandbox.calls
    expect(call).toMatchObject({ method: 'POST', path: `${store}/invoices` })
    expect(JSON.parse(call?.body ?? '')).toEqual({
      amount: '14.99',
      currency: 'USD',
      metadata: { orderId, itemDesc: 'Membership, 30 days' },
      checkout: {
        paymentTolerance: 0,
        speedPolicy: 'MediumSpeed',
        expirationMinutes: 30,
        monitoringMinutes: 1440,
        redirectURL: `http://localhost:8787/premium?order=${orderId}`,
        redirectAutomatically: true,
      },
    })
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    world.sandbox.btcpay.pay(invoiceId)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    await expectGrantedOnce(client, invoiceId)
  })

  it('that is never paid ends when the server stops looking, and not before', async () => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.expire(invoiceId)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    world.sandbox.btcpay.endMonitoring(invoiceId)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'expired' })
    expect(await orderRow(orderId)).toMatchObject({ status: 'expired', nextCheckAt: null })
    await expectNothingGranted(client)
  })

  it('takes two transfers for one invoice', async () => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId, { amount: '4.99' })
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    world.sandbox.btcpay.pay(invoiceId)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    await expectGrantedOnce(client, invoiceId)
  })

  const lost: [string, Omit<PaymentFault, 'path'>][] = [
    ['times out', { answer: 'timeout' }],
    ['is lost', { answer: 'lost' }],
    ['comes in half', { answer: 'truncated' }],
  ]
  it.each(lost)('B1: whose creation %s is found by its order, not made twice', async (_, fault) => {
    const client = await buyer()
    world.sandbox.fail({ path: `${store}/invoices`, method: 'POST', commit: true, ...fault })
    const { orderId, invoiceId } = await order(client)
    expect(world.sandbox.btcpay.invoices()).toHaveLength(1)
    world.sandbox.btcpay.pay(invoiceId)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
  })

  it('B1: whose creation cannot be looked for either is found by the next try', async () => {
    const client = await buyer()
    const path = `${store}/invoices`
    world.sandbox.fail(
      { path, method: 'POST', answer: 'timeout', commit: true },
      { path, method: 'GET', answer: 'timeout' },
    )
    expect(await start(client)).toMatchObject({ success: false, code: 'provider_down' })
    client.now = Date.now() + 60_000
    await order(client)
    expect(world.sandbox.btcpay.invoices()).toHaveLength(1)
  })

  it('B1: whose creation is found when it has expired is made again', async () => {
    const client = await buyer()
    const path = `${store}/invoices`
    world.sandbox.fail(
      { path, method: 'POST', answer: 'timeout', commit: true },
      { path, method: 'GET', answer: 'timeout' },
    )
    await start(client)
    world.sandbox.btcpay.expire(world.sandbox.btcpay.invoices()[0]?.id ?? '')
    client.now = Date.now() + 40 * 60_000
    const { invoiceId } = await order(client)
    expect(world.sandbox.btcpay.invoice(invoiceId).status).toBe('New')
  })

  it('leads two clicks at once to one invoice, whichever of the two was first', async () => {
    const client = await buyer()
    // Long enough for the second click to find the first one's order.
    world.sandbox.fail({ path: `${store}/invoices`, method: 'POST', delay: 2500 })
    const first = order(client)
    await vi.waitFor(() => expect(world.sandbox.calls).toHaveLength(1))
    const second = await order(client)
    expect(await first).toEqual(second)
    world.sandbox.btcpay.pay(second.invoiceId)
    expect(await confirmOrder(client, second.orderId)).toMatchObject({ success: true })
    await expectGrantedOnce(client, second.invoiceId)
  })
})

describe('a delivery in the name of BTCPay Server', () => {
  async function paid() {
    const bought = await ordered()
    world.sandbox.btcpay.pay(bought.invoiceId)
    return { ...bought, event: world.sandbox.webhooks.last('InvoiceSettled') }
  }
  type Paid = Awaited<ReturnType<typeof paid>>

  /** Expects that a delivery is refused, and for its defect alone. */
  async function expectUnheard({ client, event, invoiceId }: Paid, response: Response, status = 400) {
    expect(response.status).toBe(status)
    expect(await isKept(event)).toBe(false)
    await followInbox()
    await expectNothingGranted(client)
    expect((await world.sandbox.webhooks.send(event)).status).toBe(200)
    await followInbox()
    await expectGrantedOnce(client, invoiceId)
  }

  it.each([
    ['B3: is refused when its signature lacks sha256=', (signature: string) => signature.slice(7)],
    ['B3: is refused when its signature is in capitals', (signature: string) => signature.toUpperCase()],
  ])('%s', async (_, write) => {
    const bought = await paid()
    const request = await world.sandbox.webhooks.request(bought.event)
    request.headers.set('btcpay-sig', write(request.headers.get('btcpay-sig') ?? ''))
    await expectUnheard(bought, await exports.default.fetch(request))
  })

  it('B5: counts once, however often it is sent again under another ID', async () => {
    const { client, event, invoiceId } = await paid()
    for (let times = 0; times < 3; times++) {
      expect((await world.sandbox.webhooks.send(event)).status).toBe(200)
      await followInbox()
    }
    expect(event.answers).toEqual([200, 200, 200])
    const rows = await testDb().select().from(webhookEvents).where(eq(webhookEvents.type, 'InvoiceSettled'))
    expect(rows.filter(({ eventId }) => eventId.startsWith(event.id))).toHaveLength(1)
    await expectGrantedOnce(client, invoiceId)
  })

  it("B6: about a payment of nobody's order, and the server's own test of it, grants nothing", async () => {
    const { sandbox } = world
    const response = await sandbox.fetch(`http://sandbox.test:8790${store}/invoices`, {
      method: 'POST',
      headers: {
        authorization: `token ${keys.BTCPAY_API_KEY}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amount: '14.99', currency: 'USD' }),
    })
    const { id } = await response.json<{ id: string }>()
    sandbox.btcpay.pay(id)
    const event = sandbox.webhooks.last('InvoiceSettled')
    expect((await sandbox.webhooks.send(event)).status).toBe(200)
    const trial = { ...event, id: '__test__0f0d__test__', attempts: 0, answers: [], delivered: false }
    const body = { ...JSON.parse(event.body), deliveryId: trial.id, originalDeliveryId: trial.id }
    trial.body = JSON.stringify({ ...body, invoiceId: '__test__a1-b2__test__' })
    expect((await sandbox.webhooks.send(trial)).status).toBe(200)
    await followInbox()
    expect(await paymentRow(id)).toBeUndefined()
  })
})

describe('an invoice that is not simply paid', () => {
  it('B7: is granted by no return without money', async () => {
    const { client, orderId } = await ordered()
    await client.get(`/premium?order=${orderId}&status=Settled`)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    await expectNothingGranted(client)
  })

  it("B7: is confirmed by no other account, and an invoice's ID is no order", async () => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId)
    const thief = await buyer()
    expect(await confirmOrder(thief, orderId)).toMatchObject({ success: false, code: 'not_found' })
    expect(await confirmOrder(client, invoiceId)).toMatchObject({ success: false, code: 'not_found' })
    await expectNothingGranted(thief)
  })

  it('B8: waits for a block, and is nothing when the coins are spent elsewhere before', async () => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId, { unconfirmed: true })
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    await world.sandbox.webhooks.deliverAll()
    await followInbox()
    await expectNothingGranted(client)
    world.sandbox.btcpay.replace(invoiceId)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'pending' })
    await expectNothingGranted(client)
    world.sandbox.btcpay.pay(invoiceId, { unconfirmed: true })
    await confirmOrder(client, orderId)
    world.sandbox.btcpay.confirm(invoiceId)
    await sweepAfter(30)
    await expectGrantedOnce(client, invoiceId)
  })

  const reviews: [string, (invoiceId: string) => void, string][] = [
    [
      'B9: names another order',
      (id) => {
        change(id, { metadata: { orderId: 'another' } })
        world.sandbox.btcpay.pay(id)
      },
      'It names another order.',
    ],
    [
      'B10: has no amount',
      (id) => {
        change(id, { minor: null })
        world.sandbox.btcpay.pay(id, { amount: '0.01' })
        change(id, { minor: null })
      },
      'It has no amount, so any payment would settle it.',
    ],
    [
      'B10: has a smaller amount',
      (id) => {
        change(id, { minor: 1 })
        world.sandbox.btcpay.pay(id)
      },
      'It is about 0.010000 USD.',
    ],
    [
      'B10: is in another currency',
      (id) => {
        change(id, { currency: 'INR' })
        world.sandbox.btcpay.pay(id)
      },
      'It is about 14.990000 INR.',
    ],
    [
      'B11: tolerates less than its amount',
      (id) => {
        const { checkout } = world.sandbox.btcpay.invoice(id)
        change(id, { checkout: { ...checkout, paymentTolerance: 100 } })
        world.sandbox.btcpay.pay(id, { amount: '0.01' })
      },
      'It accepts up to 100% less than its amount.',
    ],
    [
      'B11: takes what no block has confirmed',
      (id) => {
        const { checkout } = world.sandbox.btcpay.invoice(id)
        change(id, { checkout: { ...checkout, speedPolicy: 'HighSpeed' } })
        world.sandbox.btcpay.pay(id)
      },
      'It accepts unconfirmed transfers.',
    ],
    [
      'B11: is settled with less than its amount',
      (id) => {
        world.sandbox.btcpay.pay(id, { amount: '5.00' })
        change(id, { status: 'Settled', additionalStatus: 'None' })
        vi.stubGlobal('fetch', settledFor(id, '5.00'))
      },
      'Only 5.00 USD was paid.',
    ],
    [
      'B12: was marked as settled',
      (id) => world.sandbox.btcpay.mark(id, 'settled'),
      'It was marked as settled by hand.',
    ],
    [
      'B13: was paid late',
      (id) => world.sandbox.btcpay.pay(id, { late: true }),
      'The payment came after the invoice had expired.',
    ],
    [
      'B13: was paid late, and not confirmed',
      (id) => world.sandbox.btcpay.pay(id, { late: true, unconfirmed: true }),
      'The payment came after the invoice had expired.',
    ],
    [
      'B14: was paid in part',
      (id) => {
        world.sandbox.btcpay.pay(id, { amount: '14.98' })
        world.sandbox.btcpay.expire(id)
      },
      'Only a part was paid before the invoice expired.',
    ],
    [
      'B8: was never confirmed',
      (id) => {
        world.sandbox.btcpay.pay(id, { unconfirmed: true })
        world.sandbox.btcpay.endMonitoring(id)
      },
      "The payment wasn't confirmed in time.",
    ],
    [
      'B4: belongs to another store',
      (id) => {
        world.sandbox.btcpay.pay(id)
        change(id, { storeId: 'somebodys' })
      },
      'It belongs to another store.',
    ],
  ]
  it.each(reviews)('%s: an administrator decides', async (_, happen, text) => {
    const bought = await ordered()
    happen(bought.invoiceId)
    await expectReview(bought, text)
  })

  /**
   * Returns a fetch that changes the status and the amount paid of one invoice, which the twin's own books
   * wouldn't.
   */
  function settledFor(id: string, paidAmount: string): typeof fetch {
    return async (input, init) => {
      const response = await world.sandbox.fetch(input, init)
      if (!new URL(new Request(input).url).pathname.endsWith(`/invoices/${id}`)) return response
      const invoice = await response.json<object>()
      return Response.json({ ...invoice, status: 'Settled', additionalStatus: 'None', paidAmount })
    }
  }

  it('B13: keeps the money of a late payment on record, so that it can be refunded', async () => {
    const bought = await ordered()
    world.sandbox.btcpay.pay(bought.invoiceId, { late: true })
    await expectReview(bought, 'The payment came after the invoice had expired.')
    const payment = await paymentRow(bought.invoiceId)
    expect(payment).toMatchObject({ status: 'captured', amountMinor: 1499, userId: bought.client.userId })
  })

  it('B15: with too much is granted, and an administrator learns of the rest', async () => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId, { amount: '20.00' })
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    await expectGrantedOnce(client, invoiceId)
    expect(await alertsAbout({ orderId })).toEqual(['review'])
    const [alert] = await testDb().select().from(paymentAlerts).where(eq(paymentAlerts.orderId, orderId))
    expect(alert?.text).toContain('The buyer paid too much, $20 in all.')
  })

  it('B15: with too much, found by the night alone, is told as well', async () => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId, { amount: '20.00' })
    world.sandbox.webhooks.loseAll()
    await reconcile(await jobContext())
    await expectGrantedOnce(client, invoiceId)
    expect(await alertsAbout({ orderId })).toContain('review')
  })

  it('B15: that is paid again later grants one term, and an administrator learns of it', async () => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId)
    await world.sandbox.webhooks.deliverAll()
    await followInbox()
    expect(await alertsAbout({ orderId })).toEqual([])
    world.sandbox.btcpay.pay(invoiceId, { amount: '14.99' })
    await world.sandbox.webhooks.deliverAll()
    await followInbox()
    await expectGrantedOnce(client, invoiceId)
    expect(await alertsAbout({ orderId })).toEqual(['review'])
  })
})

describe('a BTCPay Server that misbehaves', () => {
  /** Returns a fetch that changes fields of each answer to a creation. */
  function answering(fields: (id: string) => object): typeof fetch {
    return async (input, init) => {
      const response = await world.sandbox.fetch(input, init)
      const body = await response.json<{ id: string }>()
      return Response.json(Array.isArray(body) ? [] : { ...body, ...fields(body.id) })
    }
  }

  it.each([
    ['of another host', (id: string) => `https://evil.example/i/${id}`],
    ['that begins like its own', (id: string) => `http://sandbox.test:8790/btcpay.evil.example/i/${id}`],
    ['of another invoice', () => 'http://sandbox.test:8790/btcpay/i/another'],
  ])('B16: leads nobody to a page %s', async (_, checkoutLink) => {
    vi.stubGlobal(
      'fetch',
      answering((id) => ({ checkoutLink: checkoutLink(id) })),
    )
    const answer = await start(await buyer())
    expect(answer).toMatchObject({ success: false, code: 'provider_down' })
    expect(answer).not.toHaveProperty('redirectUrl')
  })

  it.each([
    { amount: '15.99' },
    { amount: null },
    { currency: 'EUR' },
    { metadata: { orderId: 'another' } },
    { storeId: 'another' },
    { checkout: { paymentTolerance: 5 } },
  ])('B16: leads nobody to an invoice with %o, which was not ordered', async (fields) => {
    vi.stubGlobal(
      'fetch',
      answering(() => fields),
    )
    expect(await start(await buyer())).toMatchObject({ success: false, code: 'provider_down' })
  })

  const refusals: [string, PaymentFault][] = [
    ['401', { path: store, status: 401 }],
    ['403', { path: store, status: 403 }],
    ['404 of something in between', { path: store, status: 404, answer: 'html' }],
    ['redirect', { path: store, status: 302 }],
    ['nonsense', { path: store, answer: 'nonsense' }],
    ['timeout', { path: store, answer: 'timeout' }],
  ]
  it.each(refusals)('B17: grants nothing and loses nothing by a %s', async (_, fault) => {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId)
    world.sandbox.fail(fault)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'provider_down' })
    await expectNothingGranted(client)
    expect(await confirmOrder(client, orderId)).toMatchObject({ success: true })
    await expectGrantedOnce(client, invoiceId)
  })

  it('B17: makes no order when it refuses one', async () => {
    world.sandbox.btcpay.setPermissions(['btcpay.store.canviewinvoices'])
    expect(await start(await buyer())).toMatchObject({ success: false, code: 'provider_down' })
  })

  it('B17: that does not know the invoices ends their orders, and tells so once a day', async () => {
    const now = Date.now()
    // Other tests look at orders an hour later, which late in the evening is another day.
    await testDb().delete(paymentAlerts)
    const orders = [await ordered(), await ordered()]
    world.sandbox.state.btcpay.invoices = {}
    for (const { client, orderId } of orders) {
      client.now = now
      expect(await confirmOrder(client, orderId)).toMatchObject({ success: false, code: 'expired' })
      await expectNothingGranted(client)
    }
    const alerts = await testDb().select().from(paymentAlerts).where(like(paymentAlerts.dedupeKey, 'gone:%'))
    expect(alerts.map(({ text }) => text)).toEqual([expect.stringContaining('address or store was changed')])
  })
})

describe('a refund', () => {
  async function bought() {
    const { client, orderId, invoiceId } = await ordered()
    world.sandbox.btcpay.pay(invoiceId)
    await confirmOrder(client, orderId)
    const admin = await buyer({ isAdmin: true })
    const [payment] = await admin.json<AdminPayment[]>('GET', `/api/admin/payments?q=${invoiceId}`)
    const path = `/api/admin/payments/${payment?.id}`
    return {
      client,
      invoiceId,
      refund: (amountMinor?: number) =>
        admin.request('POST', `${path}/refund`, { json: { reason: 'Asked for it', amountMinor } }),
      detail: () => admin.json<AdminPaymentDetail>('GET', path),
    }
  }

  async function hear(): Promise<void> {
    await world.sandbox.webhooks.deliverAll()
    await followInbox()
  }

  it('is a link in the record, and ends the term once the money was sent', async () => {
    const { client, invoiceId, refund, detail } = await bought()
    expect((await refund()).status).toBe(200)
    const [pull] = world.sandbox.btcpay.pullPayments()
    if (!pull) throw new Error('There is no link')
    expect(pull).toMatchObject({ name: `Refund ${invoiceId}`, amount: '14.99', currency: 'USD' })
    const viewLink = `http://sandbox.test:8790/btcpay/pull-payments/${pull.id}`
    expect((await detail()).record).toMatchObject({
      status: 'Settled',
      refunds: [{ link: viewLink, amount: '14.99', currency: 'USD', state: 'open' }],
    })
    world.sandbox.btcpay.claimRefund(pull.id)
    await hear()
    expect(await isPremium(client)).toBe(true)
    world.sandbox.btcpay.finishRefund(pull.id)
    await hear()
    expect(await isPremium(client)).toBe(false)
    expect((await entitlementHistory(client.userId)).map(({ kind }) => kind)).toEqual(['grant', 'revoke'])
    expect(await detail()).toMatchObject({
      status: 'refunded',
      refundedMinor: 1499,
      record: { refunds: [{ state: 'sent' }] },
    })
    const payment = await paymentRow(invoiceId)
    expect(await ledgerRows(payment?.id ?? '')).toMatchObject([
      { kind: 'charge', amountMinor: 1499 },
      { kind: 'refund', amountMinor: -1499 },
    ])
  })

  it('of a part leaves the term, and one that is cancelled leaves everything', async () => {
    const { client, refund, detail } = await bought()
    await refund(500)
    const [part] = world.sandbox.btcpay.pullPayments()
    world.sandbox.btcpay.finishRefund(part?.id ?? '')
    await hear()
    expect(await detail()).toMatchObject({ status: 'partially_refunded', refundedMinor: 500 })
    await refund()
    const [, rest] = world.sandbox.btcpay.pullPayments()
    expect(rest).toMatchObject({ amount: '9.99' })
    world.sandbox.btcpay.finishRefund(rest?.id ?? '', 'Cancelled')
    await hear()
    expect(await detail()).toMatchObject({ refundedMinor: 500 })
    expect(await isPremium(client)).toBe(true)
  })

  it('B19: is promised once, also when the answer was lost or the owner made a link of their own', async () => {
    const { refund } = await bought()
    const path = `${store}/invoices`
    world.sandbox.fail({ path, end: '/refund', answer: 'lost', commit: true })
    expect((await refund()).status).toBe(503)
    expect((await refund()).status).toBe(200)
    expect((await refund()).status).toBe(200)
    expect(world.sandbox.btcpay.pullPayments()).toHaveLength(1)
    expect((await refund(500)).status).toBe(409)
    expect(world.sandbox.btcpay.pullPayments()).toHaveLength(1)
  })

  it.each(['btcpay.store.cancreatenonapprovedpullpayments', 'btcpay.store.canviewpullpayments'] as const)(
    'is refused to a key that has only %s, and settling does without',
    async (permission) => {
      const needed = ['btcpay.store.cancreateinvoice', 'btcpay.store.canviewinvoices'] as const
      world.sandbox.btcpay.setPermissions([...needed, permission])
      const { client, refund } = await bought()
      expect(await isPremium(client)).toBe(true)
      expect((await refund()).status).toBe(409)
      expect(world.sandbox.btcpay.pullPayments()).toEqual([])
    },
  )

  it('that nobody told of is found by the daily comparison', async () => {
    const { client, refund, detail } = await bought()
    await refund()
    const [pull] = world.sandbox.btcpay.pullPayments()
    world.sandbox.btcpay.finishRefund(pull?.id ?? '')
    world.sandbox.webhooks.loseAll()
    await reconcile(await jobContext())
    expect(await detail()).toMatchObject({ status: 'refunded' })
    expect(await isPremium(client)).toBe(false)
  })
})
