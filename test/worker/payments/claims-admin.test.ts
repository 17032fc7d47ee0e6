import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminClaim, AdminPaymentDetail } from '#contract/schemas/payments/payments'
import { claimExpiry } from '#contract/values/payments/payments'
import { auditLog, mailOutbox, paymentAlerts, payments } from '#db/schema'
import { forgetAll } from '#worker/isolate-state'
import { problemOf, type TestClient } from '../../support/client'
import { testDb } from '../../support/factories'
import {
  claimNetbanking,
  claimOf,
  claimUpi,
  newReference,
  settleDown,
  sweepClaims,
} from '../../support/payments/claims'
import {
  buyer,
  expectNothingGranted,
  grants,
  isPremium,
  openCheckout,
  paymentsWorld,
} from '../../support/payments/payments'

const world = paymentsWorld()
const db = testDb()

beforeEach(async () => {
  forgetAll()
  await settleDown()
})

/** Creates a claim to an unknown reference, which waits for a decision. */
async function waiting(reference = newReference()) {
  const client = await buyer()
  await claimUpi(client, reference)
  return { client, reference, claim: await claimOf(client.userId) }
}

function approve(admin: TestClient, id: string, paymentId: string, note = 'Line 4 of the statement.') {
  return admin.request('POST', `/api/admin/claims/${id}/approve`, { json: { paymentId, note } })
}

function reject(admin: TestClient, id: string, reason = 'No such payment.') {
  return admin.request('POST', `/api/admin/claims/${id}/reject`, { json: { reason } })
}

function auditOf(claimId: string) {
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'claim'), eq(auditLog.subjectId, claimId)))
}

function mailOf(claimId: string, outcome: 'granted' | 'rejected') {
  return db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, `claim:${claimId}:${outcome}`))
}

describe('the queue', () => {
  it('shows what waits, oldest first, page after page, with what was found', async () => {
    const admin = await buyer({ isAdmin: true })
    const made: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const { client, claim } = await waiting()
      made.push(claim.id)
      expect(claim.userId).toBe(client.userId)
    }
    const ids: string[] = []
    let path = '/api/admin/claims?status=review&limit=2'
    while (path) {
      const response = await admin.get(path)
      const items = await response.json<AdminClaim[]>()
      expect(items.length).toBeLessThanOrEqual(2)
      ids.push(...items.map(({ id }) => id))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => made.includes(id))).toEqual(made)
  })

  it('shows the payment that differs, and how', async () => {
    const admin = await buyer({ isAdmin: true })
    const reference = newReference()
    const payment = world.sandbox.razorpay.receive({ amount: 95000, reference })
    const { claim, client } = await waiting(reference)
    const rival = await buyer()
    await claimUpi(rival, reference)
    const shown = await admin.json<AdminClaim>('GET', `/api/admin/claims/${claim.id}`)
    expect(shown).toMatchObject({
      id: claim.id,
      reference,
      method: 'upi',
      plan: 'monthly',
      status: 'review',
      rivals: 1,
      user: { id: client.userId, username: client.username },
      payment: { providerPaymentId: payment.id, amountMinor: 95000, granted: false },
    })
    expect(shown.match).toContain('Another account')
  })

  it('answers 404 for a claim that never was', async () => {
    const admin = await buyer({ isAdmin: true })
    for (const response of [
      await admin.get('/api/admin/claims/none'),
      await approve(admin, 'none', newReference()),
      await reject(admin, 'none'),
    ]) {
      expect(response.status).toBe(404)
    }
  })

  it('is closed to everybody else', async () => {
    const { client, claim } = await waiting()
    for (const response of [
      await client.get('/api/admin/claims'),
      await client.get(`/api/admin/claims/${claim.id}`),
      await approve(client, claim.id, newReference()),
      await reject(client, claim.id),
    ]) {
      expect(response.status).toBe(403)
    }
    await expectNothingGranted(client)
  })
})

describe('approval', () => {
  it('rests on a payment that the provider shows, and is audited with it', async () => {
    const admin = await buyer({ isAdmin: true })
    const { client, claim } = await waiting()
    // The buyer mistyped it; a rupee is missing, which the administrator may forgive.
    const payment = world.sandbox.razorpay.receive({ amount: 99800 })
    const response = await approve(admin, claim.id, payment.id)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      status: 'granted',
      note: 'Line 4 of the statement.',
      payment: { providerPaymentId: payment.id, granted: true },
    })
    expect(await isPremium(client)).toBe(true)
    expect(await grants(client.userId)).toMatchObject([{ days: 30, cause: `claim:${claim.id}` }])
    const [kept] = await db.select().from(payments).where(eq(payments.providerPaymentId, payment.id))
    expect(kept).toMatchObject({ verifiedBy: 'provider_api', userId: client.userId })
    expect(await auditOf(claim.id)).toMatchObject([
      { action: 'claim.approve', actorId: admin.userId, reason: 'Line 4 of the statement.' },
    ])
    expect(await mailOf(claim.id, 'granted')).toHaveLength(1)
    const { history } = await admin.json<AdminPaymentDetail>('GET', `/api/admin/payments/${kept?.id}`)
    expect(history.map(({ text }) => text)).toEqual([
      `Received ₹998 (${payment.id})`,
      `Claim approved by ${admin.username}: Line 4 of the statement.`,
      `30 days of premium added: claim ${claim.id}`,
    ])
  })

  it("by a line of the bank's statement is written down as an administrator's word", async () => {
    const admin = await buyer({ isAdmin: true })
    const { client, claim } = await waiting()
    const evidence = `UTR${newReference()}`
    expect((await approve(admin, claim.id, evidence)).status).toBe(200)
    expect(await isPremium(client)).toBe(true)
    const [kept] = await db.select().from(payments).where(eq(payments.providerPaymentId, evidence))
    expect(kept).toMatchObject({ provider: 'bank', verifiedBy: 'admin', userId: client.userId })
  })

  it('takes one line of the statement once, however it is written', async () => {
    const admin = await buyer({ isAdmin: true })
    const [first, second] = [await waiting(), await waiting()]
    const evidence = `utr ${newReference()}`
    expect((await approve(admin, first.claim.id, evidence)).status).toBe(200)
    const again = await approve(admin, second.claim.id, evidence.replace(' ', '').toUpperCase())
    expect(again.status).toBe(409)
    await expectNothingGranted(second.client)
    expect((await claimOf(second.client.userId)).status).toBe('review')
  })

  it('of what the bank showed first leaves nothing to grant when the provider tells of it too', async () => {
    const admin = await buyer({ isAdmin: true })
    const first = await waiting()
    const evidence = newReference()
    await approve(admin, first.claim.id, evidence)
    world.sandbox.razorpay.receive({ amount: 99900, reference: evidence })
    const second = await waiting(evidence)
    await expectNothingGranted(second.client)
    expect(second.claim).toMatchObject({
      status: 'review',
      finding: expect.stringContaining('another account'),
    })
  })

  it('grants one reference once, whatever evidence there is for a second time', async () => {
    const admin = await buyer({ isAdmin: true })
    const { reference, claim } = await waiting()
    const rival = await waiting(reference)
    const evidence = [newReference(), newReference()] as const
    const statuses = await Promise.all([
      approve(admin, claim.id, evidence[0]),
      approve(admin, rival.claim.id, evidence[1]),
    ])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
    const left = statuses[0].status === 200 ? rival.claim.id : claim.id
    expect((await approve(admin, left, newReference())).status).toBe(409)
    expect((await reject(admin, left)).status).toBe(200)
  })

  it("6: an administrator can't approve a claim of their own", async () => {
    const admin = await buyer({ isAdmin: true })
    await claimUpi(admin, newReference())
    const claim = await claimOf(admin.userId)
    const response = await approve(admin, claim.id, newReference())
    expect(response.status).toBe(403)
    expect((await problemOf(response)).detail).toBe("You can't decide your own claim.")
    expect((await reject(admin, claim.id)).status).toBe(403)
    expect(await grants(admin.userId)).toEqual([])
  })

  it('69: without evidence, or a note, is refused', async () => {
    const admin = await buyer({ isAdmin: true })
    const { client, claim } = await waiting()
    for (const json of [
      {},
      { note: 'Fine.' },
      { paymentId: '', note: 'Fine.' },
      { paymentId: '      ', note: 'Fine.' },
      { paymentId: newReference() },
      { paymentId: newReference(), note: ' ' },
      { paymentId: '???????', note: 'Fine.' },
    ]) {
      const response = await admin.request('POST', `/api/admin/claims/${claim.id}/approve`, { json })
      expect([JSON.stringify(json), response.status]).toEqual([JSON.stringify(json), 400])
    }
    await expectNothingGranted(client)
  })

  it("69: with a payment id that the provider doesn't know is refused", async () => {
    const admin = await buyer({ isAdmin: true })
    const { client, claim } = await waiting()
    expect((await approve(admin, claim.id, 'pay_ThisIsMadeUp01')).status).toBe(409)
    await expectNothingGranted(client)
  })

  it("69: with a payment that was not captured, is granted, or is of another account's order is refused", async () => {
    const admin = await buyer({ isAdmin: true })
    const other = await buyer()
    const used = world.sandbox.razorpay.receive({ amount: 99900, reference: newReference() })
    await claimUpi(other, used.id)
    const orderId = await openCheckout(other)
    const { razorpay_payment_id: theirs } = await world.sandbox.razorpay.pay(orderId)
    const failed = world.sandbox.razorpay.receive({ amount: 99900, status: 'failed' })
    const back = world.sandbox.razorpay.receive({ amount: 99900 })
    world.sandbox.razorpay.refund(back.id)
    const { client, claim } = await waiting()
    for (const paymentId of [used.id, theirs, failed.id, back.id]) {
      expect((await approve(admin, claim.id, paymentId)).status).toBe(409)
    }
    await expectNothingGranted(client)
    expect(await grants(other.userId)).toHaveLength(1)
  })

  it("69: while the provider can't be asked is put off", async () => {
    const admin = await buyer({ isAdmin: true })
    const { client, claim } = await waiting()
    world.sandbox.fail({ path: '/razorpay', status: 503, times: 50 })
    expect((await approve(admin, claim.id, newReference())).status).toBe(503)
    await expectNothingGranted(client)
  })

  it('counts once when two administrators decide at once', async () => {
    const admins = await Promise.all([buyer({ isAdmin: true }), buyer({ isAdmin: true })])
    const { client, claim } = await waiting()
    const payment = world.sandbox.razorpay.receive({ amount: 99900 })
    const statuses = await Promise.all(
      admins.map(async (admin) => (await approve(admin, claim.id, payment.id)).status),
    )
    expect(statuses.sort()).toEqual([200, 409])
    expect(await grants(client.userId)).toHaveLength(1)
    expect(await auditOf(claim.id)).toHaveLength(1)
  })

  it('and rejection at once are one decision', async () => {
    const admins = await Promise.all([buyer({ isAdmin: true }), buyer({ isAdmin: true })])
    const { client, claim } = await waiting()
    const evidence = newReference()
    const [yes, no] = await Promise.all([approve(admins[0], claim.id, evidence), reject(admins[1], claim.id)])
    expect([yes.status, no.status].sort()).toEqual([200, 409])
    expect(await isPremium(client)).toBe(yes.status === 200)
    expect(await auditOf(claim.id)).toHaveLength(1)
  })
})

describe('rejection', () => {
  it('says why, to its member too, and stands', async () => {
    const admin = await buyer({ isAdmin: true })
    const { client, claim, reference } = await waiting()
    const response = await reject(admin, claim.id, 'The bank knows no such transfer.')
    expect(await response.json()).toMatchObject({
      status: 'rejected',
      note: 'The bank knows no such transfer.',
    })
    expect(await auditOf(claim.id)).toMatchObject([
      { action: 'claim.reject', actorId: admin.userId, reason: 'The bank knows no such transfer.' },
    ])
    const [mail] = await mailOf(claim.id, 'rejected')
    expect(mail?.body).toContain('The bank knows no such transfer.')
    expect((await approve(admin, claim.id, newReference())).status).toBe(409)
    expect((await reject(admin, claim.id)).status).toBe(409)
    world.sandbox.razorpay.receive({ amount: 99900, reference })
    expect(await claimUpi(client, reference)).toMatchObject({ success: false, code: 'declined' })
    await expectNothingGranted(client)
  })

  it('of one claimant lets the other have it', async () => {
    const admin = await buyer({ isAdmin: true })
    const reference = `HDFC${newReference()}`
    const [thief, payer] = [await buyer(), await buyer()]
    await claimNetbanking(thief, reference)
    await claimNetbanking(payer, reference)
    world.sandbox.razorpay.payWithoutOrder({
      amount: 99900,
      method: 'netbanking',
      bank: 'HDFC',
      bankTransactionId: reference,
    })
    await expectNothingGranted(payer)
    await reject(admin, (await claimOf(thief.userId)).id)
    expect(await claimNetbanking(payer, reference)).toMatchObject({ success: true })
  })
})

describe('the end of the week', () => {
  it('is written down and mailed, with an alert where money was found', async () => {
    const client = await buyer()
    const now = Date.now()
    client.now = now
    const reference = newReference()
    world.sandbox.razorpay.receive({ amount: 95000, reference })
    await claimUpi(client, reference)
    const claim = await claimOf(client.userId)
    await sweepClaims(now + claimExpiry)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'expired', decidedAt: now + claimExpiry })
    expect(await auditOf(claim.id)).toMatchObject([{ action: 'claim.expire', actorId: null }])
    expect(await mailOf(claim.id, 'rejected')).toHaveLength(1)
    const alerts = await db
      .select()
      .from(paymentAlerts)
      .where(eq(paymentAlerts.dedupeKey, `claim-expired:${claim.id}`))
    expect(alerts).toMatchObject([{ kind: 'ungranted', paymentId: claim.paymentId }])
    const admin = await buyer({ isAdmin: true })
    expect((await approve(admin, claim.id, newReference())).status).toBe(409)
  })
})

describe("a claim to what is another's", () => {
  it('raises one alert', async () => {
    const [first, second, third] = [await buyer(), await buyer(), await buyer()]
    const reference = newReference()
    world.sandbox.razorpay.receive({ amount: 99900, reference })
    await claimUpi(first, reference)
    await claimUpi(second, reference)
    await claimUpi(third, reference)
    const alerts = await db
      .select()
      .from(paymentAlerts)
      .where(eq(paymentAlerts.dedupeKey, `rival:reference:${reference}`))
    expect(alerts).toMatchObject([{ kind: 'rival', resolvedAt: null }])
  })
})
