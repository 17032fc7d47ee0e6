import { beforeEach, describe, expect, it } from 'vitest'
import { claimExpiry } from '#contract/values/payments/payments'
import { createProcessor } from '#processors/adapters'
import { forgetAll } from '#worker/isolate-state'
import { keepPayment } from '#worker/services/payments/settlement/keep'
import { limits } from '#worker/services/shared/rate-limits/index'
import { problemOf, TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { testPassword } from '../../support/factories'
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
  buyWithCheckout,
  expectNothingGranted,
  grants,
  isPremium,
  ledgerRows,
  openCheckout,
  paymentsWorld,
} from '../../support/payments/payments'

const world = paymentsWorld()
const hour = 3600_000

/** The answer to every claim that isn't about the caller's own payment. */
const miss = {
  success: false,
  status: 'pending',
  code: 'pending',
  message: "We're checking your payment. We'll activate premium and email you once it's confirmed.",
}

/** Pays to the UPI ID, and returns the reference that the payer's app shows. */
function paidByUpi(
  amount = 99900,
  change: Parameters<typeof world.sandbox.razorpay.receive>[0] | object = {},
) {
  const reference = newReference()
  const payment = world.sandbox.razorpay.receive({ amount, reference, ...change })
  return { reference, payment }
}

/** Stores a payment from the provider, like the inbox and the nightly comparison. */
async function mirror(reference: string, now: number) {
  const ctx = await jobContext(now)
  const [payment] = (await createProcessor(ctx, 'razorpay')?.find(reference)) ?? []
  if (!payment) throw new Error('The provider knows no such payment')
  return keepPayment(ctx, payment)
}

const seconds = (ms: number) => Math.floor(ms / 1000)

beforeEach(async () => {
  forgetAll()
  await settleDown()
})

describe('a UPI reference', () => {
  it('makes its payer premium at once', async () => {
    const client = await buyer()
    const { reference } = paidByUpi()
    expect(await claimUpi(client, reference)).toMatchObject({ success: true })
    expect(await isPremium(client)).toBe(true)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'granted', plan: 'monthly', finding: '' })
    expect(await grants(client.userId)).toMatchObject([{ days: 30 }])
  })

  it('buys a year for the price of a year', async () => {
    const client = await buyer()
    const { reference } = paidByUpi(799900)
    expect(await claimUpi(client, reference, 'yearly')).toMatchObject({ success: true })
    expect(await grants(client.userId)).toMatchObject([{ days: 365 }])
  })

  it('is good for one term, however often it is sent', async () => {
    const client = await buyer()
    const { reference } = paidByUpi()
    const answers = await Promise.all(Array.from({ length: 5 }, () => claimUpi(client, reference)))
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, true, true])
    const [grant, ...more] = await grants(client.userId)
    expect(more).toEqual([])
    expect(await ledgerRows(grant?.paymentId ?? '')).toHaveLength(1)
  })

  it("is the provider's own id of the payment too", async () => {
    const client = await buyer()
    const { payment } = paidByUpi()
    expect(await claimUpi(client, payment.id)).toMatchObject({ success: true })
  })

  it("of the account's own checkout settles that order, once", async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const rrn = newReference()
    await world.sandbox.razorpay.pay(orderId, { method: 'upi', rrn })
    expect(await claimUpi(client, rrn)).toMatchObject({ success: true })
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('that comes before the provider knows it is found later', async () => {
    const client = await buyer()
    const reference = newReference()
    const now = Date.now()
    client.now = now
    expect(await claimUpi(client, reference)).toEqual(miss)
    await expectNothingGranted(client)
    world.sandbox.razorpay.receive({ amount: 99900, reference, createdAt: seconds(now - 60_000) })
    await sweepClaims(now + 30_000)
    await expectNothingGranted(client)
    await sweepClaims(now + 61_000)
    expect(await isPremium(client)).toBe(true)
  })

  it('waits no longer than a minute after the provider has told of the payment', async () => {
    const client = await buyer()
    const reference = newReference()
    const now = Date.now()
    client.now = now
    await claimUpi(client, reference)
    for (const minutes of [1, 3, 8, 23, 83]) await sweepClaims(now + minutes * 60_000)
    expect((await claimOf(client.userId)).nextCheckAt).toBe(now + 83 * 60_000 + 6 * hour)
    world.sandbox.razorpay.receive({ amount: 99900, reference, createdAt: seconds(now - 60_000) })
    await mirror(reference, now + 100 * 60_000)
    await sweepClaims(now + 101 * 60_000)
    expect(await isPremium(client)).toBe(true)
  })

  it('is changed to the plan that was paid for by sending it again', async () => {
    const client = await buyer()
    const { reference } = paidByUpi()
    expect(await claimUpi(client, reference, 'yearly')).toEqual(miss)
    expect(await claimUpi(client, reference, 'monthly')).toMatchObject({ success: true })
    expect(await grants(client.userId)).toMatchObject([{ days: 30 }])
    expect(await claimOf(client.userId)).toMatchObject({ plan: 'monthly', status: 'granted' })
  })

  it('that leads nowhere runs out after a week', async () => {
    const client = await buyer()
    const now = Date.now()
    client.now = now
    await claimUpi(client, newReference())
    await sweepClaims(now + claimExpiry - 1)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'review' })
    // It was checked just now, and is next due at its expiry.
    await sweepClaims(now + claimExpiry)
    expect(await claimOf(client.userId)).toMatchObject({ status: 'expired', nextCheckAt: null })
  })

  it('that ran out begins anew when it is sent again', async () => {
    const client = await buyer()
    const now = Date.now()
    const reference = newReference()
    client.now = now
    await claimUpi(client, reference)
    await sweepClaims(now + claimExpiry)
    client.now = now + claimExpiry + hour
    expect(await claimUpi(client, reference)).toEqual(miss)
    expect(await claimOf(client.userId)).toMatchObject({
      status: 'review',
      createdAt: client.now,
      decidedAt: null,
      // Looked for as often as a new one.
      nextCheckAt: client.now + 60_000,
    })
  })

  it('whose term is over says so, and adds no other', async () => {
    const client = await buyer()
    const { reference } = paidByUpi()
    await claimUpi(client, reference)
    client.now = Date.now() + 31 * 24 * hour
    const json = { username: client.username, password: testPassword }
    await client.request('POST', '/api/auth/login', { json })
    expect(await claimUpi(client, reference)).toMatchObject({ success: false, code: 'expired' })
    expect(await grants(client.userId)).toHaveLength(1)
  })
})

describe('attacks on references', () => {
  it('60: the same RRN by two accounts is one grant; the second one is reviewed, and the first looked at', async () => {
    const [first, second] = [await buyer(), await buyer()]
    const { reference } = paidByUpi()
    expect(await claimUpi(first, reference)).toMatchObject({ success: true })
    expect(await claimUpi(second, reference)).toEqual(miss)
    expect(await isPremium(first)).toBe(true)
    await expectNothingGranted(second)
    const claim = await claimOf(second.userId)
    expect(claim).toMatchObject({ status: 'review', finding: expect.stringContaining('Another account') })
    await sweepClaims(Date.now() + 6 * 24 * hour)
    await expectNothingGranted(second)
  })

  it("60: an RRN that two accounts named before it was known is nobody's until somebody decides", async () => {
    const [first, second] = [await buyer(), await buyer()]
    const reference = newReference()
    expect(await claimUpi(first, reference)).toEqual(miss)
    expect(await claimUpi(second, reference)).toEqual(miss)
    world.sandbox.razorpay.receive({ amount: 99900, reference })
    await mirror(reference, Date.now())
    await sweepClaims(Date.now() + 24 * hour)
    for (const one of [first, second]) await expectNothingGranted(one)
    const statuses = [await claimOf(first.userId), await claimOf(second.userId)].map(({ status }) => status)
    expect(statuses).toEqual(['review', 'review'])
  })

  it('60: four accounts that race for one RRN share one grant', async () => {
    const racers = await Promise.all(Array.from({ length: 4 }, () => buyer()))
    const { reference } = paidByUpi()
    const answers = await Promise.all(racers.map((client) => claimUpi(client, reference)))
    const granted = await Promise.all(racers.map(({ userId }) => grants(userId)))
    expect(granted.flat()).toHaveLength(1)
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const answer of answers.filter(({ success }) => !success)) expect(answer).toEqual(miss)
  })

  it('60: one payment under two of its numbers is granted once', async () => {
    const [first, second] = [await buyer(), await buyer()]
    const { reference, payment } = paidByUpi()
    await claimUpi(first, reference)
    expect(await claimUpi(second, payment.id)).toEqual(miss)
    await expectNothingGranted(second)
  })

  it('60: one payment that two accounts name by different numbers is left to an administrator', async () => {
    const [first, second] = [await buyer(), await buyer()]
    const { reference, payment } = paidByUpi()
    // The amount isn't exact, so the claim waits.
    expect(await claimUpi(first, reference, 'yearly')).toEqual(miss)
    expect(await claimUpi(second, payment.id)).toEqual(miss)
    await sweepClaims(Date.now() + 24 * hour)
    for (const one of [first, second]) await expectNothingGranted(one)
    for (const { userId } of [first, second]) {
      const claim = await claimOf(userId)
      expect(claim).toMatchObject({ status: 'review', finding: expect.stringContaining('Another account') })
      expect(claim.paymentId).not.toBeNull()
    }
  })

  it("61: the RRN of somebody else's checkout payment can't be claimed, before it is confirmed or after", async () => {
    const [payer, thief] = [await buyer(), await buyer()]
    const rrn = newReference()
    const orderId = await openCheckout(payer)
    await world.sandbox.razorpay.pay(orderId, { method: 'upi', rrn })
    expect(await claimUpi(thief, rrn)).toEqual(miss)
    await expectNothingGranted(thief)
    expect((await claimOf(thief.userId)).finding).toBe("This payment is for another account's order.")

    const other = newReference()
    await buyWithCheckout(world, payer, 'monthly', { method: 'upi', rrn: other })
    expect(await claimUpi(thief, other)).toEqual(miss)
    await expectNothingGranted(thief)
  })

  it("62: a month's payment claimed as a year is not granted", async () => {
    const client = await buyer()
    const { reference } = paidByUpi(99900)
    expect(await claimUpi(client, reference, 'yearly')).toEqual(miss)
    await expectNothingGranted(client)
    expect((await claimOf(client.userId)).finding).toBe(
      'The payment is of ₹999; the yearly plan cost ₹7,999 when it was claimed.',
    )
  })

  it.each([99899, 99901, 999, 9990])('62: %i paise for a month are not granted', async (amount) => {
    const client = await buyer()
    const { reference } = paidByUpi(amount)
    expect(await claimUpi(client, reference)).toEqual(miss)
    await expectNothingGranted(client)
  })

  it('63: a payment of more than 72 hours ago goes to review', async () => {
    const client = await buyer()
    const { reference } = paidByUpi(99900, { createdAt: seconds(Date.now() - 73 * hour) })
    expect(await claimUpi(client, reference)).toEqual(miss)
    await expectNothingGranted(client)
    expect((await claimOf(client.userId)).status).toBe('review')
  })

  it('64: the RRN of a payment that failed or was only authorised is not granted', async () => {
    for (const status of ['failed', 'authorized'] as const) {
      const client = await buyer()
      const { reference, payment } = paidByUpi(99900, { status })
      expect(payment.captured).toBe(false)
      expect(await claimUpi(client, reference)).toEqual(miss)
      await expectNothingGranted(client)
    }
  })

  it('64: nor that of one that went back', async () => {
    const client = await buyer()
    const { reference, payment } = paidByUpi()
    world.sandbox.razorpay.refund(payment.id)
    expect(await claimUpi(client, reference)).toEqual(miss)
    await expectNothingGranted(client)
  })

  it('65: spaces, dashes and case make no second reference', async () => {
    const [first, second] = [await buyer(), await buyer()]
    const transaction = `hdfc${newReference()}`
    const pay = () =>
      world.sandbox.razorpay.payWithoutOrder({
        amount: 99900,
        method: 'netbanking',
        bank: 'HDFC',
        bankTransactionId: transaction.toUpperCase(),
      })
    pay()
    expect(await claimNetbanking(first, transaction)).toMatchObject({ success: true })
    const disguises = [transaction.toUpperCase(), ` ${transaction.slice(0, 6)} ${transaction.slice(6)}`]
    for (const typed of [...disguises, `${transaction.slice(0, 4)}-${transaction.slice(4)}\u200b`]) {
      expect(await claimNetbanking(second, typed)).toEqual(miss)
    }
    await expectNothingGranted(second)
    await claimOf(second.userId)
  })

  it('66: brute force meets the limit of the account, and every miss answers the same', async () => {
    const client = await buyer()
    const known = [
      paidByUpi(1).reference,
      paidByUpi(99900, { status: 'failed' }).reference,
      paidByUpi(99900, { createdAt: seconds(Date.now() - 100 * hour) }).reference,
    ]
    const bodies = new Set<string>()
    for (const reference of [...known, newReference(), newReference()]) {
      const json = { plan: 'monthly', upiReference: reference, agreed: true }
      const response = await client.request('POST', '/api/premium/confirm-upi', { json })
      expect(response.status).toBe(200)
      bodies.add(await response.text())
    }
    expect(bodies.size).toBe(1)
    const json = { plan: 'monthly', upiReference: newReference(), agreed: true }
    const refused = await client.request('POST', '/api/premium/confirm-upi', { json })
    expect(refused.status).toBe(429)
    expect((await problemOf(refused)).detail).toMatch(/^Too many payment references\./)
  })

  it('66: and the limits of the day and of the address', async () => {
    const client = await buyer()
    const start = Date.now()
    let letIn = 0
    for (let round = 0; round < 6; round += 1) {
      client.now = start + round * (hour + 1)
      for (let tries = 0; tries < 5; tries += 1) {
        const json = { plan: 'monthly', upiReference: newReference(), agreed: true }
        const { status } = await client.request('POST', '/api/premium/confirm-upi', { json })
        if (status === 200) letIn += 1
      }
    }
    expect(letIn).toBe(limits.claimReferenceDay.max)

    const household = new TestClient().address
    const statuses: number[] = []
    for (let account = 0; account < 7; account += 1) {
      const one = await buyer()
      for (let tries = 0; tries < 5; tries += 1) {
        const json = { plan: 'monthly', upiReference: newReference(), agreed: true }
        const headers = { 'cf-connecting-ip': household }
        statuses.push((await one.request('POST', '/api/premium/confirm-upi', { json, headers })).status)
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.claimReferenceAddress.max)
    expect(statuses.slice(limits.claimReferenceAddress.max)).toEqual(Array(5).fill(429))
  }, 60_000)

  it('67: a payment of another bank than the one named is not granted', async () => {
    const client = await buyer()
    const bankTransactionId = `SBI${newReference()}`
    world.sandbox.razorpay.payWithoutOrder({
      amount: 99900,
      method: 'netbanking',
      bank: 'SBIN',
      bankTransactionId,
    })
    expect(await claimNetbanking(client, bankTransactionId, 'hdfc')).toEqual(miss)
    await expectNothingGranted(client)
    // The buyer corrects the claim.
    expect(await claimNetbanking(client, bankTransactionId, 'sbi')).toMatchObject({ success: true })
  })

  it("67: a netbanking payment can't be claimed as UPI, past the question for the bank", async () => {
    const client = await buyer()
    const bankTransactionId = `SBI${newReference()}`
    world.sandbox.razorpay.payWithoutOrder({
      amount: 99900,
      method: 'netbanking',
      bank: 'SBIN',
      bankTransactionId,
    })
    expect(await claimUpi(client, bankTransactionId)).toEqual(miss)
    await expectNothingGranted(client)
  })

  it("68: while the provider is down a claim waits; it isn't refused", async () => {
    const client = await buyer()
    const now = Date.now()
    client.now = now
    const { reference } = paidByUpi()
    world.sandbox.fail({ path: '/razorpay', status: 503, times: 50 })
    expect(await claimUpi(client, reference)).toEqual(miss)
    const waiting = await claimOf(client.userId)
    expect(waiting).toMatchObject({
      status: 'review',
      finding: expect.stringContaining("Couldn't check the records"),
    })
    expect(waiting.nextCheckAt).toBe(now + 60_000)
    world.sandbox.faults.clear()
    forgetAll()
    await sweepClaims(now + 60_000)
    expect(await isPremium(client)).toBe(true)
  })
})
