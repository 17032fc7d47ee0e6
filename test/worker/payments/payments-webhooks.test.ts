import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paymentAlerts, payOrders, webhookEvents } from '#db/schema'
import { pruneExpired } from '#worker/jobs/prune'
import { followWebhook, receiveWebhook, sweepWebhooks } from '#worker/services/payments/settlement/webhooks'
import { problemOf } from '../../support/client'
import { jobContext, later } from '../../support/context'
import { changeSettings, testDb } from '../../support/factories'
import { Faults, FaultyClient } from '../../support/faults'
import { agreedOrder } from '../../support/payments/agreed-order'
import {
  followInbox,
  orderRow,
  paymentRow,
  sweepAfter,
  webhookRow,
} from '../../support/payments/payment-state'
import {
  type Buyer,
  buyer,
  deliveryOf,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  paymentsWorld,
  subscribe,
} from '../../support/payments/payments'
import { withoutQueues } from '../../support/videos/imports'

const db = testDb()
const world = paymentsWorld()
const minute = 60_000

/** Creates a wallet order whose money the page itself captured, so that only the webhook reports it. */
async function capturedAlone(client: Buyer) {
  const orderId = await subscribe(client)
  world.sandbox.paypal.approve(orderId)
  const capture = world.sandbox.paypal.captureInBrowser(orderId)
  return { orderId, captureId: capture.id, told: world.sandbox.webhooks.last('PAYMENT.CAPTURE.COMPLETED') }
}

/** Receives a delivery as the route does; the test plays the queues. */
async function receive(told: Parameters<typeof world.sandbox.webhooks.request>[0]) {
  const { ctx, sent } = withoutQueues(await jobContext())
  const request = await world.sandbox.webhooks.request(told)
  await receiveWebhook(ctx, told.provider, await deliveryOf(request))
  return { ctx, sent }
}

describe('the inbox', () => {
  it('keeps ids alone: nothing of the payer', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    const proof = { payment: await world.sandbox.razorpay.receive({ amount: 99900 }) }
    world.sandbox.paypal.approve(orderId)
    await world.sandbox.webhooks.deliverAll()
    const rows = await db.select().from(webhookEvents)
    const bodies = rows.map(({ body }) => body).join()
    expect(bodies).toContain(orderId)
    expect(bodies).toContain(proof.payment.id)
    for (const word of ['@', 'buyer', '+91', 'amount', '99900']) expect(bodies).not.toContain(word)
  })

  it('36: a delivery that comes twice is one row, and is followed up once', async () => {
    const client = await buyer()
    const { told, captureId } = await capturedAlone(client)
    const first = await receive(told)
    const second = await receive(told)
    const job = { job: 'webhook', provider: 'paypal', eventId: told.id }
    // The job isn't done yet, so it is sent again.
    expect([first.sent.jobs, second.sent.jobs]).toEqual([[job], [job]])
    await followWebhook(first.ctx, 'paypal', told.id)
    expect((await receive(told)).sent.jobs).toEqual([])
    const rows = await db.select().from(webhookEvents).where(eq(webhookEvents.eventId, told.id))
    expect(rows).toMatchObject([{ status: 'done', nextAttemptAt: null }])
    expect(await grants(client.userId)).toHaveLength(1)
    expect(await ledgerRows((await paymentRow(captureId))?.id ?? '')).toHaveLength(1)
  })

  it('42: a crash between taking a delivery down and following it up loses nothing', async () => {
    const client = await buyer()
    const { told } = await capturedAlone(client)
    // The message is lost with the isolate.
    const { ctx } = await receive(told)
    await expectNothingGranted(client)
    await sweepWebhooks(later(ctx, minute / 2))
    await expectNothingGranted(client)
    await sweepWebhooks(later(ctx, minute))
    expect(await isPremium(client)).toBe(true)
    expect(await webhookRow(told.id)).toMatchObject({ status: 'done' })
  })

  it('42: a queue that takes no message is no reason for the provider to call again', async () => {
    const client = await buyer()
    const { told } = await capturedAlone(client)
    const base = await jobContext()
    const jobs = { send: () => Promise.reject(new Error('the queue is down')) } as unknown as typeof base.jobs
    const request = await world.sandbox.webhooks.request(told)
    await receiveWebhook({ ...base, jobs }, 'paypal', await deliveryOf(request))
    await followInbox()
    expect(await isPremium(client)).toBe(true)
  })

  it('43: a message that the queue brings again and again, at once too, grants once', async () => {
    const client = await buyer()
    const { told, captureId } = await capturedAlone(client)
    const { ctx } = await receive(told)
    await Promise.all([1, 2, 3, 4].map(() => followWebhook(ctx, 'paypal', told.id)))
    await followWebhook(ctx, 'paypal', told.id)
    expect(await grants(client.userId)).toHaveLength(1)
    expect(await ledgerRows((await paymentRow(captureId))?.id ?? '')).toHaveLength(1)
  })

  it('waits longer each time for a provider that is down, and then does its work', async () => {
    const client = await buyer()
    const { told, orderId } = await capturedAlone(client)
    const { ctx } = await receive(told)
    world.sandbox.fail({ path: `/paypal/v2/checkout/orders/${orderId}`, times: 6, status: 503 })
    await followWebhook(ctx, 'paypal', told.id)
    const first = await webhookRow(told.id)
    expect(first).toMatchObject({ status: 'received', attempts: 1, lastError: 'http-503' })
    expect(first?.nextAttemptAt).toBe(ctx.now + minute)
    await followWebhook(ctx, 'paypal', told.id)
    expect((await webhookRow(told.id))?.nextAttemptAt).toBe(ctx.now + 2 * minute)
    await followWebhook(ctx, 'paypal', told.id)
    expect(await webhookRow(told.id)).toMatchObject({ status: 'done', nextAttemptAt: null })
    expect(await isPremium(client)).toBe(true)
  })

  it('waits for a provider that was taken off the site, and keeps no other from its turn', async () => {
    const client = await buyer()
    const { told } = await capturedAlone(client)
    const { ctx } = await receive(told)
    const payments = { ...ctx.config.payments, paypal: null }
    await followWebhook({ ...ctx, config: { ...ctx.config, payments } }, 'paypal', told.id)
    const row = await webhookRow(told.id)
    expect(row).toMatchObject({ status: 'received', nextAttemptAt: ctx.now + 60 * minute })
    await followWebhook(ctx, 'paypal', told.id)
    expect(await isPremium(client)).toBe(true)
  })

  it('tells an administrator of one that stays stuck', async () => {
    const client = await buyer()
    const { told, orderId } = await capturedAlone(client)
    const { ctx } = await receive(told)
    await db.update(webhookEvents).set({ attempts: 23 }).where(eq(webhookEvents.eventId, told.id))
    world.sandbox.fail({ path: `/paypal/v2/checkout/orders/${orderId}`, times: 3, status: 503 })
    await followWebhook(ctx, 'paypal', told.id)
    const alerts = await db.select().from(paymentAlerts).where(eq(paymentAlerts.kind, 'stuck'))
    expect(alerts).toMatchObject([{ dedupeKey: `webhook:paypal:${told.id}` }])
  })

  it('keeps money that nobody ordered for whoever claims it', async () => {
    const payment = world.sandbox.razorpay.receive({ amount: 99900, reference: '033814379298' })
    await world.sandbox.webhooks.deliverAll()
    await followInbox()
    expect(await paymentRow(payment.id)).toMatchObject({ userId: null, orderId: null, status: 'captured' })
    const told = world.sandbox.webhooks.last('virtual_account.credited')
    expect(await webhookRow(told.id)).toMatchObject({ status: 'orphan' })
  })

  it('forgets after 90 days', async () => {
    const client = await buyer()
    const { told } = await capturedAlone(client)
    const { ctx } = await receive(told)
    const day = 24 * 60 * minute
    await pruneExpired(later(ctx, 89 * day))
    expect(await webhookRow(told.id)).toBeDefined()
    await pruneExpired(later(ctx, 91 * day))
    expect(await webhookRow(told.id)).toBeUndefined()
  })
})

describe('the door', () => {
  it('is a 404 for providers that are none', async () => {
    const client = await buyer()
    for (const name of ['stripe', 'chain', 'bank', '__proto__', 'constructor']) {
      const response = await client.request('POST', `/api/webhooks/${name}`, { json: {} })
      expect([name, response.status]).toEqual([name, 404])
    }
    const unsigned = await client.get('/api/webhooks/paypal')
    expect([unsigned.status, (await problemOf(unsigned)).code]).toEqual([400, 'invalid_input'])
    const wrongMethod = await client.request('PUT', '/api/webhooks/paypal', { json: {} })
    expect([wrongMethod.status, (await problemOf(wrongMethod)).code]).toEqual([405, 'method_not_allowed'])
  })

  it('counts only what it refuses: a provider that is turned away may return the money', async () => {
    const client = await buyer()
    const { told } = await capturedAlone(client)
    const faults = new Faults().answers(/^API_LIMIT/, { success: false }, { times: 2 })
    const site = new FaultyClient(faults)
    const send = async (wrong?: 'bytes') => {
      const { headers, body, url } = await world.sandbox.webhooks.request(told, wrong)
      const { pathname } = new URL(url)
      return site.request('POST', pathname, { headers, body: await new Response(body).text() })
    }
    expect((await send('bytes')).status).toBe(429)
    expect((await send()).status).toBe(200)
    expect(faults.count(/^API_LIMIT/)).toBe(1)
  })

  it('takes what no browser could send: no session, no origin, another site', async () => {
    const client = await buyer()
    const { told } = await capturedAlone(client)
    const request = await world.sandbox.webhooks.request(told)
    const headers = new Headers(request.headers)
    headers.set('sec-fetch-site', 'cross-site')
    headers.set('content-type', 'text/plain')
    const response = await client.request('POST', '/api/webhooks/paypal', {
      body: await request.text(),
      headers,
    })
    expect(response.status).toBe(200)
    expect(await webhookRow(told.id)).toBeDefined()
  })

  it('refuses without a row, and changes nothing', async () => {
    const client = await buyer()
    const { told, orderId } = await capturedAlone(client)
    for (const wrong of ['bytes', 'unsigned', 'otherWebhook'] as const) {
      expect((await world.sandbox.webhooks.send(told, wrong)).status).toBe(400)
    }
    expect(await webhookRow(told.id)).toBeUndefined()
    expect((await orderRow(orderId)).status).toBe('awaiting_payment')
  })

  it('87: is open while the site is closed', async () => {
    const client = await buyer()
    const { told } = await capturedAlone(client)
    await changeSettings({ maintenanceMode: true })
    try {
      const request = await world.sandbox.webhooks.request(told)
      // By then every isolate has read the settings again.
      const headers = new Headers(request.headers)
      const later = String(Date.now() + 11_000)
      headers.set('x-test-now', later)
      client.now = Number(later)
      expect((await client.get('/api/videos')).status).toBe(503)
      const delivery = await client.request('POST', '/api/webhooks/paypal', {
        body: await request.text(),
        headers,
      })
      expect(delivery.status).toBe(200)
      await followInbox()
      expect(await grants(client.userId)).toHaveLength(1)
    } finally {
      await changeSettings({ maintenanceMode: false })
    }
  })
})

describe('the sweep', () => {
  it('looks after 1, 2, 5, 15 and 60 minutes, and not in between', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    const start = (await orderRow(orderId)).createdAt
    const looks: number[] = []
    for (let passed = 0; passed <= 85; passed += 1) {
      const before = (await orderRow(orderId)).checks
      await sweepAfter(passed + 0.05)
      if ((await orderRow(orderId)).checks > before) looks.push(passed)
    }
    expect(looks).toEqual([1, 2, 4, 9, 24, 84])
    expect((await orderRow(orderId)).nextCheckAt).toBeGreaterThan(start + 84 * minute)
  }, 60_000)

  it('lets an order whose provider never answered end, since nobody could pay it', async () => {
    const client = await buyer()
    world.sandbox.fail({ path: '/paypal/v2/checkout/orders', method: 'POST', times: 3, status: 503 })
    const json = agreedOrder('USD')
    expect(await client.json('POST', '/api/premium/subscribe', json)).toMatchObject({ code: 'provider_down' })
    const { ctx } = withoutQueues(await jobContext())
    await sweepAfter(61)
    const rows = await ctx.db.select().from(payOrders).where(eq(payOrders.userId, client.userId))
    expect(rows).toMatchObject([{ status: 'failed', providerOrderId: null, nextCheckAt: null }])
  })
})
