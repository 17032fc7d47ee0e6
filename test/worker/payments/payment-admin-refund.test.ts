import { and, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminPayment, AdminPaymentDetail, Subscription } from '#contract/schemas/payments/payments'
import { auditLog, mailOutbox } from '#db/schema'
import { sweepWebhooks } from '#worker/services/payments/settlement/webhooks'
import { problemOf } from '../../support/client'
import { jobContext } from '../../support/context'
import { makePayment, testDb } from '../../support/factories'
import { alertsAbout } from '../../support/payments/payment-state'
import {
  type Buyer,
  buyer,
  buyWithCheckout,
  buyWithWallet,
  isPremium,
  ledgerRows,
  paymentsWorld,
} from '../../support/payments/payments'

const world = paymentsWorld()
let admin: Buyer
let member: Buyer
beforeEach(async () => {
  admin = await buyer({ isAdmin: true })
  member = await buyer()
})

/** Returns our own ID of a payment by the provider's. */
async function paymentOf(providerPaymentId: string): Promise<string> {
  const [found] = await admin.json<AdminPayment[]>('GET', `/api/admin/payments?q=${providerPaymentId}`)
  if (!found) throw new Error('The payment is not listed')
  return found.id
}

function refund(id: string, json: object = { reason: 'Asked for it' }) {
  return admin.request('POST', `/api/admin/payments/${id}/refund`, { json })
}

function actsOn(id: string) {
  return testDb()
    .select({ action: auditLog.action, actorId: auditLog.actorId, reason: auditLog.reason })
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'payment'), eq(auditLog.subjectId, id)))
}

async function mailsAbout(id: string) {
  const rows = await testDb()
    .select()
    .from(mailOutbox)
    .where(like(mailOutbox.dedupeKey, `refund:${id}:%`))
  return rows.map(({ subject }) => subject)
}

async function amounts(id: string) {
  return (await ledgerRows(id)).map(({ kind, amountMinor }) => [kind, amountMinor])
}

describe('a full refund', () => {
  it('waits while the bank decides, so that the money is not returned twice', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const { id: disputeId } = world.sandbox.paypal.openDispute(captureId, 'CHARGEBACK')
    await world.sandbox.webhooks.deliverAll('oldest')
    await sweepWebhooks(await jobContext(Date.now() + 120_000))
    const id = await paymentOf(captureId)
    expect((await problemOf(await refund(id))).detail).toBe(
      "The buyer's bank is reviewing this payment. Respond on the provider's site.",
    )
    world.sandbox.paypal.resolveDispute(disputeId, 'RESOLVED_SELLER_FAVOUR')
    await world.sandbox.webhooks.deliverAll('oldest')
    await sweepWebhooks(await jobContext(Date.now() + 240_000))
    expect((await refund(id)).status).toBe(200)
  })

  it('is made while the bank only inquires', async () => {
    const { captureId } = await buyWithWallet(world, member)
    world.sandbox.paypal.openDispute(captureId, 'INQUIRY')
    await world.sandbox.webhooks.deliverAll('oldest')
    await sweepWebhooks(await jobContext(Date.now() + 120_000))
    const id = await paymentOf(captureId)
    expect(await alertsAbout({ paymentId: id })).toEqual(['dispute'])
    expect((await refund(id)).status).toBe(200)
  })

  it('goes back through the wallet, ends the term at once, and is on record', async () => {
    const { captureId } = await buyWithWallet(world, member)
    expect(await isPremium(member)).toBe(true)
    const id = await paymentOf(captureId)
    const response = await refund(id)
    expect(response.status).toBe(200)
    const detail = await response.json<AdminPaymentDetail>()
    expect(detail).toMatchObject({
      status: 'refunded',
      refundedMinor: 1499,
      refundable: false,
      granted: true,
    })
    expect(detail.order?.status).toBe('refunded')
    expect(world.sandbox.paypal.capture(captureId).status).toBe('REFUNDED')
    expect(await isPremium(member)).toBe(false)
    expect(await amounts(id)).toEqual([
      ['charge', 1499],
      ['refund', -1499],
    ])
    expect(await actsOn(id)).toEqual([
      { action: 'payment.refund', actorId: admin.userId, reason: 'Asked for it' },
      { action: 'payment.refunded', actorId: admin.userId, reason: 'Asked for it' },
    ])
    expect(await mailsAbout(id)).toEqual(['Your refund'])
    const seen = await member.json<Subscription>('GET', '/api/account/subscription')
    expect(seen).toMatchObject({ status: 'revoked', payments: [{ status: 'refunded', refundedMinor: 1499 }] })
  })

  it('goes back through the checkout', async () => {
    const { paymentId } = await buyWithCheckout(world, member, 'yearly')
    const id = await paymentOf(paymentId)
    expect(await (await refund(id)).json()).toMatchObject({ status: 'refunded', refundedMinor: 799_900 })
    expect(await isPremium(member)).toBe(false)
  })

  it('is made once by two clicks at once', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    const statuses = await Promise.all([refund(id), refund(id)].map(async (each) => (await each).status))
    expect(statuses).toContain(200)
    expect(world.sandbox.paypal.capture(captureId).refunds).toHaveLength(1)
    expect(await amounts(id)).toEqual([
      ['charge', 1499],
      ['refund', -1499],
    ])
    expect(await mailsAbout(id)).toHaveLength(1)
  })

  it('finds nothing left of what was returned at the provider, and ends that term too', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    world.sandbox.paypal.refund(captureId)
    const problem = await problemOf(await refund(id))
    expect(problem).toMatchObject({ status: 409, detail: 'This payment has already been fully refunded.' })
    expect(await isPremium(member)).toBe(false)
    expect(await actsOn(id)).toEqual([])
  })
})

describe('a partial refund', () => {
  it('keeps the term until the rest has gone back too', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    const part = { amountMinor: 500, reason: 'Goodwill' }
    expect(await (await refund(id, part)).json()).toMatchObject({
      status: 'partially_refunded',
      refundedMinor: 500,
      refundable: true,
    })
    expect(await isPremium(member)).toBe(true)
    // Sending the sum again starts another refund.
    expect(await (await refund(id, part)).json()).toMatchObject({ refundedMinor: 1000 })
    const tooMuch = await problemOf(await refund(id, part))
    expect(tooMuch).toMatchObject({ status: 400, detail: 'At most $4.99 left to refund.' })
    expect(await isPremium(member)).toBe(true)
    expect(await (await refund(id)).json()).toMatchObject({ status: 'refunded', refundedMinor: 1499 })
    expect(await isPremium(member)).toBe(false)
    expect(await amounts(id)).toEqual([
      ['charge', 1499],
      ['refund', -500],
      ['refund', -500],
      ['refund', -499],
    ])
    expect(await mailsAbout(id)).toHaveLength(3)
  })

  it('of one click twice returns one part', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    const part = { amountMinor: 500, reason: 'Goodwill' }
    await Promise.all([refund(id, part), refund(id, part)])
    expect(world.sandbox.paypal.capture(captureId).refunds).toHaveLength(1)
  })
})

describe('a refund that fails', () => {
  it('changes nothing while the provider is down', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    world.sandbox.fail({ path: '/paypal/v2/payments', status: 503, times: 3 })
    expect((await problemOf(await refund(id))).status).toBe(503)
    expect(await isPremium(member)).toBe(true)
    expect(await amounts(id)).toEqual([['charge', 1499]])
    expect((await refund(id)).status).toBe(200)
  })

  it('is made once although the first answer was lost', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    world.sandbox.fail({ path: '/paypal/v2/payments', end: '/refund', answer: 'timeout', commit: true })
    expect((await problemOf(await refund(id))).status).toBe(503)
    await refund(id)
    expect(world.sandbox.paypal.capture(captureId).refunds).toHaveLength(1)
    expect(await isPremium(member)).toBe(false)
  })

  it('in part is made once too, though the books show it when it is asked for again', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    const part = { amountMinor: 500, reason: 'Goodwill' }
    world.sandbox.fail({ path: '/paypal/v2/payments', end: '/refund', answer: 'timeout', commit: true })
    expect((await problemOf(await refund(id, part))).status).toBe(503)
    expect(await (await refund(id, part)).json()).toMatchObject({ refundedMinor: 500 })
    expect(world.sandbox.paypal.capture(captureId).refunds).toHaveLength(1)
    // The first request was answered, so sending the sum again starts another refund.
    expect(await (await refund(id, part)).json()).toMatchObject({ refundedMinor: 1000 })
  })

  it('is not called a failure when only the look afterwards fails', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    // The call that reads a capture's refunds. Before the first refund, there are none to read.
    world.sandbox.fail({ path: '/paypal/v2/checkout/orders', method: 'GET', status: 503, times: 3 })
    expect((await refund(id)).status).toBe(200)
    expect(world.sandbox.paypal.capture(captureId).refunds).toHaveLength(1)
    await world.sandbox.webhooks.deliverAll()
    await sweepWebhooks(await jobContext(Date.now() + 5 * 60_000))
    expect(await isPremium(member)).toBe(false)
  })

  it('is on record as pending while the provider is at it, and is not made twice meanwhile', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    world.sandbox.paypal.nextRefund('PENDING')
    const part = { amountMinor: 500, reason: 'Goodwill' }
    expect(await (await refund(id, part)).json()).toMatchObject({ status: 'captured', refundedMinor: 0 })
    await refund(id, part)
    expect(world.sandbox.paypal.capture(captureId).refunds).toHaveLength(1)
    expect((await actsOn(id)).map(({ action }) => action)).toContain('payment.refund-pending')
  })

  it('says why the provider refused, and can be tried again', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    world.sandbox.paypal.nextRefund('FAILED')
    const problem = await problemOf(await refund(id, { amountMinor: 500, reason: 'First try' }))
    expect(problem).toMatchObject({ status: 409, detail: 'PayPal refused the refund (FAILED).' })
    expect(await isPremium(member)).toBe(true)
    const again = await refund(id, { amountMinor: 500, reason: 'Second try' })
    expect(await again.json()).toMatchObject({ status: 'partially_refunded', refundedMinor: 500 })
    expect((await actsOn(id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['payment.refund', 'First try'],
      ['payment.refund-refused', 'First try'],
      ['payment.refund', 'Second try'],
      ['payment.refunded', 'Second try'],
    ])
  })

  it('is not for what no processor can return, nor for what the provider never heard of', async () => {
    const coins = { currency: 'BTC', amountMinor: null, amountAtomic: '50000' }
    const onChain = await makePayment(member.userId, { provider: 'chain', method: 'BTC', ...coins })
    const unknown = await makePayment(member.userId)
    for (const { id } of [onChain, unknown]) expect((await problemOf(await refund(id))).status).toBe(409)
    expect((await problemOf(await refund('nothing'))).status).toBe(404)
  })
})

describe("the provider's record", () => {
  it('is shown as it is now, without what identifies the payer', async () => {
    const { captureId, orderId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    const detail = await admin.json<AdminPaymentDetail>('GET', `/api/admin/payments/${id}`)
    expect(detail).toMatchObject({
      refundable: true,
      granted: true,
      record: { id: captureId, status: 'COMPLETED', amount: { currency_code: 'USD', value: '14.99' } },
    })
    expect(detail.history.map(({ kind }) => kind).sort()).toEqual(['charge', 'grant'])
    expect(JSON.stringify(detail)).not.toMatch(/email|payer_id/)
    const [listed] = await admin.json<AdminPayment[]>('GET', `/api/admin/payments?q=${orderId}`)
    expect(listed?.id).toBe(id)
  })

  it('is left out while the provider is down', async () => {
    const { captureId } = await buyWithWallet(world, member)
    const id = await paymentOf(captureId)
    world.sandbox.fail({ path: '/paypal/v2/payments', status: 503, times: 3 })
    const detail = await admin.json<AdminPaymentDetail>('GET', `/api/admin/payments/${id}`)
    expect(detail).toMatchObject({ id, record: null })
  })
})
