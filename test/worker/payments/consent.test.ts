import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentAnswer } from '#contract/schemas/payments/payments'
import { defaultOffers } from '#contract/values/payments/offers'
import { type ClaimMethod, coinFacts, type PaymentMethod } from '#contract/values/payments/payments'
import { type ProcessorId, processorFacts, processorIds } from '#contract/values/payments/processors'
import { changeSettings } from '../../support/factories'
import { agreedOrder } from '../../support/payments/agreed-order'
import { claimOf, claimsOf, claimUpi, newReference, newTransactionId } from '../../support/payments/claims'
import { type Buyer, buyer, ordersOf, paymentsWorld } from '../../support/payments/payments'
import { emptyShelf } from '../../support/payments/shelf'

const world = paymentsWorld()
const refusal = {
  success: false,
  code: 'not_agreed',
  message: 'Please agree to the price and the terms first.',
}

interface Way {
  path: string
  body: object
}

const onPage = (method: 'card' | 'bitcoin'): Way => ({
  path: 'orders',
  body: { method, ...agreedOrder('USD') },
})

/** How a purchase by each method begins, with the buyer's consent. */
const ways: Record<PaymentMethod, Way> = {
  card: onPage('card'),
  bitcoin: onPage('bitcoin'),
  wallet: { path: 'subscribe', body: agreedOrder('USD') },
  checkout: { path: 'razorpay/create-order', body: agreedOrder('INR') },
  upi: { path: 'confirm-upi', body: { plan: 'monthly', upiReference: newReference(), agreed: true } },
  netbanking: {
    path: 'confirm-netbanking',
    body: { plan: 'monthly', bankId: 'hdfc', transactionId: newReference(), agreed: true },
  },
  crypto: {
    path: 'confirm-crypto',
    body: {
      plan: 'monthly',
      currency: 'BTC',
      network: coinFacts.BTC.network,
      transactionId: newTransactionId(),
      agreed: true,
    },
  },
}

/** Each method, those of orders with each of their processors. */
const table: [PaymentMethod, ProcessorId | null][] = [
  ...processorIds.map((id): [PaymentMethod, ProcessorId] => [processorFacts(id).method, id]),
  ['upi', null],
  ['netbanking', null],
  ['crypto', null],
]

const claimed: ClaimMethod[] = ['upi', 'netbanking', 'crypto']

beforeEach(() =>
  changeSettings({
    cardPaymentsEnabled: true,
    cryptoPaymentsEnabled: true,
    cardProcessor: null,
    paymentMethods: defaultOffers(),
  }),
)

function begin(client: Buyer, { path, body }: Way, agrees: boolean): Promise<PaymentAnswer> {
  const unticked = { ...body, agreedMinor: undefined, agreed: undefined }
  return client.json('POST', `/api/premium/${path}`, agrees ? body : unticked)
}

describe('without the consent', () => {
  it.each(table)('nothing begins by %s (%s), and with it all does', async (method, processor) => {
    if (method === 'card') await changeSettings({ cardProcessor: processor as 'verotel' | 'ccbill' })
    const client = await buyer()
    expect(await begin(client, ways[method], false)).toEqual(refusal)
    expect(await ordersOf(client)).toEqual([])
    expect(await claimsOf(client.userId)).toEqual([])
    expect(world.sandbox.calls).toEqual([])
    expect((await begin(client, ways[method], true)).code).not.toBe('not_agreed')
    const orders = await ordersOf(client)
    const rows = [...orders, ...(await claimsOf(client.userId))]
    expect(rows.map(({ consentAt }) => consentAt)).toEqual([expect.any(Number)])
    expect(orders.map(({ provider }) => provider)).toEqual(processor ? [processor] : [])
  })

  it.each(claimed)('the reference of a payment by %s is taken once it is turned off', async (method) => {
    const paymentMethods = defaultOffers().map((each) =>
      each.method === method ? { ...each, offered: false } : each,
    )
    await changeSettings({ paymentMethods })
    const client = await buyer()
    expect((await begin(client, ways[method], false)).status).toBe('pending')
    expect(await claimOf(client.userId)).toMatchObject({ method, consentAt: null })
  })

  it('the reference of a payment is taken while nothing is sold, and corrected while it waits', async () => {
    const client = await buyer()
    const reference = newReference()
    expect((await claimUpi(client, reference)).status).toBe('pending')
    const { consentAt } = await claimOf(client.userId)
    const again = { path: 'confirm-upi', body: { plan: 'monthly', upiReference: reference } }
    const other = { ...again, body: { ...again.body, upiReference: newReference() } }
    expect((await begin(client, again, false)).status).toBe('pending')
    expect(await claimOf(client.userId)).toMatchObject({ consentAt })
    expect((await begin(client, other, false)).status).toBe('pending')
    await emptyShelf()
    expect((await begin(await buyer(), ways.netbanking, false)).status).toBe('pending')
  })
})
