import { describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { mailOutbox } from '#db/schema'
import { makeUser, makeVideo, testDb } from '../../support/factories'
import { agreedOrder } from '../../support/payments/agreed-order'
import { claimUpi, newReference } from '../../support/payments/claims'
import {
  alertsAbout,
  followInbox,
  orderRow,
  paymentRow,
  premiumUntil,
} from '../../support/payments/payment-state'
import {
  type Buyer,
  buyer,
  buyWithCheckout,
  buyWithWallet,
  confirmWallet,
  entitlementHistory,
  grants,
  isPremium,
  ledgerRows,
  openCheckout,
  paymentsWorld,
  subscribe,
} from '../../support/payments/payments'

const world = paymentsWorld()
const day = 24 * 3600_000

async function hearOfIt(): Promise<void> {
  const answers = await world.sandbox.webhooks.deliverAll()
  expect(answers.filter((status) => status !== 200)).toEqual([])
  await followInbox()
}

async function events(client: Buyer) {
  return (await entitlementHistory(client.userId)).map(({ kind, cause }) => `${kind} ${cause}`)
}

async function movements(providerPaymentId: string) {
  const rows = await ledgerRows((await paymentRow(providerPaymentId))?.id ?? '')
  return rows.map(({ kind, amountMinor }) => [kind, amountMinor])
}

describe('a refund', () => {
  it('54: of all of it ends the term, the order, and what the cookie opens, at once', async () => {
    const client = await buyer()
    const { orderId, captureId } = await buyWithWallet(world, client)
    const video = await makeVideo((await makeUser()).id, { isPremium: true })
    const { videoUrl } = await client.json<Video>('GET', `/api/videos/${video.id}`)
    const watch = () => client.get(videoUrl ?? '')
    const before = await watch()
    expect(before.status).toBe(200)
    await before.arrayBuffer()
    world.sandbox.paypal.refund(captureId)
    await hearOfIt()
    // The URL and the cookie are unchanged; an isolate polls for revocations every ten seconds.
    client.now = Date.now() + 11_000
    expect((await watch()).status).toBe(403)
    client.now = null
    expect(await isPremium(client)).toBe(false)
    expect((await client.json<Video>('GET', `/api/videos/${video.id}`)).videoUrl).toBeNull()
    expect((await orderRow(orderId)).status).toBe('refunded')
    expect(await events(client)).toEqual(['grant settle', 'revoke refund'])
    expect(await movements(captureId)).toEqual([
      ['charge', 1499],
      ['refund', -1499],
    ])
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    const payment = await paymentRow(captureId)
    const mails = await testDb().select().from(mailOutbox)
    expect(mails.map(({ dedupeKey }) => dedupeKey)).toContain(`refund:${payment?.id}:1499`)
  })

  it('54: at the checkout does the same', async () => {
    const client = await buyer()
    const { paymentId } = await buyWithCheckout(world, client)
    world.sandbox.razorpay.refund(paymentId)
    await hearOfIt()
    expect(await isPremium(client)).toBe(false)
    expect(await events(client)).toEqual(['grant settle', 'revoke refund'])
    expect(await movements(paymentId)).toEqual([
      ['charge', 99900],
      ['refund', -99900],
    ])
  })

  it.each(['processed', 'failed'] as const)('that is under way ends nothing until it is %s', async (end) => {
    const client = await buyer()
    const admin = await buyer({ isAdmin: true })
    const { paymentId } = await buyWithCheckout(world, client)
    const id = (await paymentRow(paymentId))?.id
    world.sandbox.razorpay.nextRefund('pending')
    const path = `/api/admin/payments/${id}/refund`
    expect((await admin.request('POST', path, { json: { reason: 'Asked for it' } })).status).toBe(200)
    await hearOfIt()
    expect(await isPremium(client)).toBe(true)
    expect(await paymentRow(paymentId)).toMatchObject({ status: 'captured', refundedMinor: 0 })

    const { payload } = JSON.parse(world.sandbox.webhooks.last('refund.created').body)
    world.sandbox.razorpay.finishRefund(payload.refund.entity.id, end)
    await hearOfIt()
    expect(await isPremium(client)).toBe(end === 'failed')
    expect(await movements(paymentId)).toHaveLength(end === 'failed' ? 1 : 2)
  })

  it('55: of a part of it ends nothing, and an administrator hears of it', async () => {
    const client = await buyer()
    const wallet = await buyWithWallet(world, client)
    world.sandbox.paypal.refund(wallet.captureId, '5.00')
    const checkout = await buyWithCheckout(world, client)
    world.sandbox.razorpay.refund(checkout.paymentId, 30000)
    await hearOfIt()
    expect(await isPremium(client)).toBe(true)
    expect(await events(client)).toEqual(['grant settle', 'grant settle'])
    expect(await movements(wallet.captureId)).toEqual([
      ['charge', 1499],
      ['refund', -500],
    ])
    for (const id of [wallet.captureId, checkout.paymentId]) {
      const payment = await paymentRow(id)
      expect(payment?.status).toBe('partially_refunded')
      expect(await alertsAbout({ paymentId: payment?.id ?? '' })).toEqual(['partial_refund'])
    }
    // Refunding the rest later makes it a full refund.
    world.sandbox.paypal.refund(wallet.captureId)
    await hearOfIt()
    expect(await events(client)).toEqual(['grant settle', 'grant settle', 'revoke refund'])
    expect(await movements(wallet.captureId)).toEqual([
      ['charge', 1499],
      ['refund', -500],
      ['refund', -999],
    ])
  })

  it('56: of the first of two terms leaves the second, counted from its own day', async () => {
    const client = await buyer()
    const start = Date.now()
    client.now = start
    const first = await buyWithWallet(world, client)
    client.now = start + 10 * day
    await buyWithWallet(world, client)
    expect(await premiumUntil(client.userId)).toBe(start + 60 * day)
    world.sandbox.paypal.refund(first.captureId)
    await hearOfIt()
    expect(await premiumUntil(client.userId)).toBe(start + 40 * day)
    expect(await isPremium(client)).toBe(true)
  })

  it('of one payment leaves its order paid while a part of another one is ours', async () => {
    const { razorpay } = world.sandbox
    const { orderId, paymentId } = await buyWithCheckout(world, await buyer())
    razorpay.refund(paymentId, 100)
    const second = await razorpay.pay(orderId)
    await hearOfIt()
    razorpay.refund(second.razorpay_payment_id)
    await hearOfIt()
    expect((await paymentRow(second.razorpay_payment_id))?.status).toBe('refunded')
    expect((await orderRow(orderId)).status).toBe('paid')
  })

  it('58: told twice, and once more under another id, is one', async () => {
    const client = await buyer()
    const { captureId } = await buyWithWallet(world, client)
    world.sandbox.paypal.refund(captureId)
    await hearOfIt()
    const told = world.sandbox.webhooks.last('PAYMENT.CAPTURE.REFUNDED')
    await world.sandbox.webhooks.send(told)
    const another = { ...told, id: 'WH-ANOTHER', body: told.body.replace(told.id, 'WH-ANOTHER') }
    expect((await world.sandbox.webhooks.send(another)).status).toBe(200)
    await followInbox()
    expect(await events(client)).toEqual(['grant settle', 'revoke refund'])
    expect(await movements(captureId)).toHaveLength(2)
  })

  it('59: of a payment that was never confirmed leaves nothing to confirm', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.approve(orderId)
    const { id } = world.sandbox.paypal.captureInBrowser(orderId)
    world.sandbox.paypal.refund(id)
    expect(world.sandbox.paypal.order(orderId).status).toBe('COMPLETED')
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false })
    expect(await grants(client.userId)).toEqual([])
    expect(await isPremium(client)).toBe(false)
  })

  it('59: at the checkout, whose order stays paid', async () => {
    const client = await buyer()
    const order = await client.json<{ orderId: string }>('POST', '/api/premium/razorpay/create-order', {
      ...agreedOrder('INR'),
    })
    const proof = await world.sandbox.razorpay.pay(order.orderId)
    world.sandbox.razorpay.refund(proof.razorpay_payment_id)
    expect(world.sandbox.razorpay.order(order.orderId).status).toBe('paid')
    expect(await client.json('POST', '/api/premium/razorpay/verify', proof)).toMatchObject({ success: false })
    expect(await grants(client.userId)).toEqual([])
  })
})

describe('a dispute', () => {
  it('57: stops the term while it lasts, and gives it back when it is won', async () => {
    const client = await buyer()
    client.now = Date.now()
    const { orderId, captureId } = await buyWithWallet(world, client)
    const dispute = world.sandbox.paypal.openDispute(captureId, 'CHARGEBACK')
    await hearOfIt()
    expect(await isPremium(client)).toBe(false)
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    world.sandbox.paypal.resolveDispute(dispute.id, 'RESOLVED_SELLER_FAVOUR')
    await hearOfIt()
    expect(await premiumUntil(client.userId)).toBe(client.now + 30 * day)
    expect(await isPremium(client)).toBe(true)
    // A second round stops it again, and a loss ends it.
    world.sandbox.paypal.escalateDispute(dispute.id, 'PRE_ARBITRATION')
    await hearOfIt()
    expect(await isPremium(client)).toBe(false)
    world.sandbox.paypal.resolveDispute(dispute.id, 'RESOLVED_BUYER_FAVOUR')
    await hearOfIt()
    expect(await isPremium(client)).toBe(false)
    const name = `dispute:${dispute.id}`
    expect(await events(client)).toEqual([
      'grant settle',
      `hold ${name}:chargeback`,
      `release ${name}:chargeback`,
      `hold ${name}:pre_arbitration`,
      `revoke ${name}`,
    ])
    expect(await movements(captureId)).toEqual([
      ['charge', 1499],
      ['chargeback', -1499],
    ])
  })

  it('57: that ends without a winner gives the term back as well', async () => {
    const client = await buyer()
    const { captureId } = await buyWithWallet(world, client)
    const { id } = world.sandbox.paypal.openDispute(captureId, 'CHARGEBACK')
    await hearOfIt()
    world.sandbox.paypal.resolveDispute(id, 'NONE')
    await hearOfIt()
    expect(await isPremium(client)).toBe(true)
    const name = `dispute:${id}:chargeback`
    expect(await events(client)).toEqual(['grant settle', `hold ${name}`, `release ${name}`])
  })

  it('57: at the checkout, lost, ends the term; an inquiry only tells', async () => {
    const [asked, lost] = [await buyer(), await buyer()]
    const inquiry = await buyWithCheckout(world, asked)
    world.sandbox.razorpay.openDispute(inquiry.paymentId, 'retrieval')
    const chargeback = await buyWithCheckout(world, lost)
    const { id } = world.sandbox.razorpay.openDispute(chargeback.paymentId, 'chargeback')
    await hearOfIt()
    expect(await isPremium(asked)).toBe(true)
    expect(await isPremium(lost)).toBe(false)
    expect(await alertsAbout({ paymentId: (await paymentRow(inquiry.paymentId))?.id ?? '' })).toEqual([
      'dispute',
    ])
    world.sandbox.razorpay.resolveDispute(id, 'lost')
    await hearOfIt()
    expect(await events(lost)).toEqual([
      'grant settle',
      `hold dispute:${id}:chargeback`,
      `revoke dispute:${id}`,
    ])
    expect(await events(asked)).toEqual(['grant settle'])
  })

  it('57: money that PayPal takes back by itself stops the term until it is given again', async () => {
    const client = await buyer()
    const { captureId } = await buyWithWallet(world, client)
    world.sandbox.paypal.reverse(captureId)
    await hearOfIt()
    expect(await isPremium(client)).toBe(false)
    const [, hold] = await entitlementHistory(client.userId)
    const dayOfHold = new Date(hold?.at ?? 0).toISOString().slice(0, 10)
    expect(await events(client)).toEqual(['grant settle', `hold reversal:${dayOfHold}`])
    world.sandbox.paypal.unreverse(captureId)
    const told = world.sandbox.webhooks.last('PAYMENT.CAPTURE.COMPLETED')
    // Events from before the reversal may arrive this late.
    await world.sandbox.webhooks.send(told)
    await followInbox()
    expect(await isPremium(client)).toBe(false)
    await world.sandbox.webhooks.send({
      ...told,
      id: 'WH-LATER',
      body: told.body.replace(told.id, 'WH-LATER'),
    })
    await followInbox(Date.now() + 2 * 3600_000)
    expect(await isPremium(client)).toBe(true)
  })

  it('57: a reversal that ends with its dispute is over as well', async () => {
    const client = await buyer()
    const { captureId } = await buyWithWallet(world, client)
    const { id } = world.sandbox.paypal.openDispute(captureId, 'CHARGEBACK')
    world.sandbox.paypal.reverse(captureId)
    await hearOfIt()
    expect(await isPremium(client)).toBe(false)
    world.sandbox.paypal.unreverse(captureId)
    world.sandbox.paypal.resolveDispute(id, 'CANCELED_BY_BUYER')
    await hearOfIt()
    expect(await isPremium(client)).toBe(true)
  })

  it('57: a reversal that came before the term, and ended, is left to an administrator', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    world.sandbox.paypal.approve(orderId)
    const { id } = world.sandbox.paypal.captureInBrowser(orderId)
    world.sandbox.paypal.reverse(id)
    await hearOfIt()
    world.sandbox.paypal.unreverse(id)
    await hearOfIt()
    expect(await confirmWallet(client, orderId)).toMatchObject({ success: false, code: 'mismatch' })
    expect(await grants(client.userId)).toEqual([])
    expect(await alertsAbout({ paymentId: (await paymentRow(id))?.id ?? '' })).toEqual(['ungranted'])
  })

  it('57: lost and then won after all, the money is entered again and the term stays ended', async () => {
    const client = await buyer()
    const { captureId } = await buyWithWallet(world, client)
    const { id } = world.sandbox.paypal.openDispute(captureId, 'CHARGEBACK')
    await hearOfIt()
    world.sandbox.paypal.resolveDispute(id, 'RESOLVED_BUYER_FAVOUR')
    await hearOfIt()
    world.sandbox.paypal.resolveDispute(id, 'RESOLVED_SELLER_FAVOUR')
    await hearOfIt()
    expect(await movements(captureId)).toEqual([
      ['charge', 1499],
      ['chargeback', -1499],
      ['chargeback_won', 1499],
    ])
    expect(await isPremium(client)).toBe(false)
  })

  it('57: of a payment that nobody had claimed yet keeps it from being granted, unless it is won', async () => {
    const { razorpay } = world.sandbox
    const [lost, won] = [newReference(), newReference()]
    const disputes = [lost, won].map((reference) => {
      const payment = razorpay.receive({ amount: 99900, reference })
      return razorpay.openDispute(payment.id).id
    })
    await hearOfIt()
    const [loser, winner] = [await buyer(), await buyer()]
    expect(await claimUpi(loser, lost)).toMatchObject({ success: false, status: 'pending' })
    expect(await claimUpi(winner, won)).toMatchObject({ success: false, status: 'pending' })
    razorpay.resolveDispute(disputes[0] ?? '', 'lost')
    razorpay.resolveDispute(disputes[1] ?? '', 'won')
    await hearOfIt()
    expect(await claimUpi(loser, lost)).toMatchObject({ success: false, status: 'pending' })
    expect(await claimUpi(winner, won)).toMatchObject({ success: true })
    expect([await isPremium(loser), await isPremium(winner)]).toEqual([false, true])
  })

  it('57: of an order that nobody confirmed stops its term, and gives it when it is won', async () => {
    const client = await buyer()
    const orderId = await openCheckout(client)
    const { razorpay_payment_id: paymentId } = await world.sandbox.razorpay.pay(orderId)
    const { id } = world.sandbox.razorpay.openDispute(paymentId)
    await world.sandbox.webhooks.send(world.sandbox.webhooks.last('payment.dispute.created'))
    await followInbox()
    expect(await isPremium(client)).toBe(false)
    world.sandbox.razorpay.resolveDispute(id, 'won')
    await hearOfIt()
    expect(await isPremium(client)).toBe(true)
    expect(await grants(client.userId)).toHaveLength(1)
  })

  it('57: told twice and in the wrong order ends the same', async () => {
    const client = await buyer()
    const { captureId } = await buyWithWallet(world, client)
    const { id } = world.sandbox.paypal.openDispute(captureId, 'CHARGEBACK')
    world.sandbox.paypal.resolveDispute(id, 'RESOLVED_BUYER_FAVOUR')
    await world.sandbox.webhooks.deliverAll('newest')
    await followInbox()
    await world.sandbox.webhooks.send(world.sandbox.webhooks.last('CUSTOMER.DISPUTE.CREATED'))
    await followInbox()
    expect(await events(client)).toEqual(['grant settle', `revoke dispute:${id}`])
    expect(await movements(captureId)).toHaveLength(2)
  })
})
