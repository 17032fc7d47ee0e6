import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { payOrders, webhookEvents } from '#db/schema'
import { hmacHex } from '#dev/sandbox/payments/hmac'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { jobContext } from '#test/support/context'
import { testDb } from '#test/support/factories'
import { alertsAbout, orderRow, paymentRow } from '#test/support/payments/payment-state'
import {
  type Buyer,
  buyer,
  entitlementHistory,
  expectNothingGranted,
  isPremium,
  openCheckout,
  paymentsWorld,
  verifyCheckout,
} from '#test/support/payments/payments'
import { sweepWebhooks } from '#worker/services/payments/settlement/webhooks'
import type { CheckoutAnswer } from '../../twin'
import { checkoutSignature } from '../../twin/delivery'
import { keys } from '../../twin/vars'

const world = paymentsWorld()

/** Pays in the checkout; its handler hasn't called us yet. */
async function paidUnseen() {
  const client = await buyer()
  const orderId = await openCheckout(client)
  const proof = await world.sandbox.razorpay.pay(orderId)
  return { client, orderId, proof, event: world.sandbox.webhooks.last('payment.captured') }
}

/** Expects a refusal although the money is there: nothing is requested for the proof, and nothing granted. */
async function expectRefused(client: Buyer, proof: CheckoutAnswer) {
  const before = world.sandbox.calls.length
  expect(await verifyCheckout(client, proof)).toMatchObject({ success: false })
  expect(world.sandbox.calls).toHaveLength(before)
  await expectNothingGranted(client)
}

describe("the signature of Razorpay's checkout", () => {
  const faults: [string, (signature: string) => string][] = [
    ['is empty', () => ''],
    ['is in upper case', (right) => right.toUpperCase()],
    ['lacks a digit', (right) => right.slice(1)],
    ['lacks two digits', (right) => right.slice(2)],
    ['has a digit too many', (right) => `${right}0`],
    ['has a letter that is no digit', (right) => `g${right.slice(1)}`],
    ['has one digit changed', (right) => (right.endsWith('0') ? '1' : '0').padStart(64, right)],
    ['is all zeros', () => '0'.repeat(64)],
  ]

  it.each(faults)('19: is refused when it %s', async (_, change) => {
    const { client, proof } = await paidUnseen()
    const changed = change(proof.razorpay_signature)
    expect(changed).not.toBe(proof.razorpay_signature)
    await expectRefused(client, { ...proof, razorpay_signature: changed })
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
  })

  it('19: is a mismatch, and moves neither the order nor the number of its captures', async () => {
    const { client, orderId, proof } = await paidUnseen()
    await testDb().update(payOrders).set({ status: 'review' }).where(eq(payOrders.providerOrderId, orderId))
    const before = await orderRow(orderId)
    const forged = { ...proof, razorpay_signature: '0'.repeat(64) }
    expect(await verifyCheckout(client, forged)).toMatchObject({ success: false, code: 'mismatch' })
    expect(await orderRow(orderId)).toEqual(before)
  })

  it('20: is refused with another order of the same buyer', async () => {
    const { client, proof } = await paidUnseen()
    // At the same price, so that only the signature tells the two apart.
    const unpaid = await openCheckout(client)
    await expectRefused(client, { ...proof, razorpay_order_id: unpaid })
  })

  it("20: is refused with somebody else's payment, though that pair is genuine", async () => {
    const other = await paidUnseen()
    const client = await buyer()
    const orderId = await openCheckout(client)
    await expectRefused(client, { ...other.proof, razorpay_order_id: orderId })
    await expectRefused(client, other.proof)
  })

  it('20: is refused with another payment', async () => {
    const { client, orderId, proof } = await paidUnseen()
    const second = world.sandbox.razorpay.fail(orderId)
    await expectRefused(client, { ...proof, razorpay_payment_id: second.id })
  })

  it("91: over another buyer's payment ties it to neither, and the payer gets what they paid for", async () => {
    const { client: payer, orderId, proof, event } = await paidUnseen()
    const thief = await buyer()
    const unpaid = await openCheckout(thief)
    const paymentId = proof.razorpay_payment_id
    // Only someone with the key's secret can sign this pair.
    const forged = {
      razorpay_order_id: unpaid,
      razorpay_payment_id: paymentId,
      razorpay_signature: await checkoutSignature(unpaid, paymentId),
    }
    expect(await verifyCheckout(thief, forged)).toMatchObject({ success: false, code: 'mismatch' })
    expect((await paymentRow(paymentId))?.userId).not.toBe(thief.userId)
    expect(await orderRow(unpaid)).toMatchObject({ status: 'awaiting_payment' })
    expect(await alertsAbout({ orderId: (await orderRow(unpaid)).id })).toEqual(['forged'])
    await world.sandbox.webhooks.send(event)
    await sweepWebhooks(await jobContext(Date.now() + 5 * 60_000))
    await expectNothingGranted(thief)
    expect(await isPremium(payer)).toBe(true)
    expect(await verifyCheckout(payer, proof)).toMatchObject({ success: true })
    expect(await paymentRow(paymentId)).toMatchObject({
      userId: payer.userId,
      orderId: (await orderRow(orderId)).id,
    })
  })

  it("21: is refused when the webhook's secret made it", async () => {
    const { client, orderId, proof } = await paidUnseen()
    const text = `${orderId}|${proof.razorpay_payment_id}`
    const signature = await hmacHex(keys.RAZORPAY_WEBHOOK_SECRETS, text)
    await expectRefused(client, { ...proof, razorpay_signature: signature })
    expect(await verifyCheckout(client, proof)).toMatchObject({ success: true })
  })
})

describe("a delivery in Razorpay's name", () => {
  async function isKept(event: WebhookEvent): Promise<boolean> {
    const rows = await testDb().select().from(webhookEvents).where(eq(webhookEvents.eventId, event.id))
    return rows.length > 0
  }

  async function followUp(): Promise<void> {
    await sweepWebhooks(await jobContext(Date.now() + 5 * 60_000))
  }

  type Paid = Awaited<ReturnType<typeof paidUnseen>>

  async function expectUnheard({ client, event }: Paid, response: Response, status = 400) {
    expect(response.status).toBe(status)
    expect(await isKept(event)).toBe(false)
    await followUp()
    await expectNothingGranted(client)
  }

  /** Expects that the correct delivery is accepted, so only the one fault was the reason for refusing it. */
  async function expectTaken({ client, event }: Paid) {
    expect((await world.sandbox.webhooks.send(event)).status).toBe(200)
    await followUp()
    expect(await isPremium(client)).toBe(true)
  }

  it("29: is refused without the event's id", async () => {
    const paid = await paidUnseen()
    const request = await world.sandbox.webhooks.request(paid.event)
    request.headers.delete('x-razorpay-event-id')
    await expectUnheard(paid, await exports.default.fetch(request))
    await expectTaken(paid)
  })

  it('28: changes nothing when it comes again after the money went back, under a new id too', async () => {
    const paid = await paidUnseen()
    await expectTaken(paid)
    const { razorpay, webhooks } = world.sandbox
    razorpay.refund(paid.proof.razorpay_payment_id)
    await webhooks.deliverAll()
    await followUp()
    const history = await entitlementHistory(paid.client.userId)
    expect(history.map(({ kind }) => kind)).toEqual(['grant', 'revoke'])

    expect((await webhooks.send(paid.event)).status).toBe(200)
    const renamed = await webhooks.request(paid.event)
    // The ID isn't signed: anyone with a delivery can change it.
    renamed.headers.set('x-razorpay-event-id', 'AnotherEventId')
    expect((await exports.default.fetch(renamed)).status).toBe(200)
    await followUp()
    expect(await isPremium(paid.client)).toBe(false)
    expect(await entitlementHistory(paid.client.userId)).toEqual(history)
  })
})
