import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { banks, claimWindow } from '#contract/values/payments/payments'
import { defaultPrices, plans } from '#contract/values/payments/prices'
import { createNetbanking } from '#worker/integrations/payments/netbanking/provider'
import {
  type Processor,
  type StoredClaim,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import type { ReferenceSources } from '#worker/integrations/payments/upi/find-payments'
import { matchReference, obstacle, type Standing } from '#worker/integrations/payments/upi/match-reference'
import { createUpi } from '#worker/integrations/payments/upi/provider'

const now = Date.UTC(2026, 7, 1)
const hour = 3600_000

const claim: StoredClaim = {
  id: 'claim',
  userId: 7,
  method: 'upi',
  ref: '412345678901',
  plan: 'monthly',
  amountMinor: null,
  coin: null,
  bankId: null,
  createdAt: now,
}

function paid(change: Partial<VerifiedPayment> = {}): VerifiedPayment {
  return verifiedPayment({
    provider: 'razorpay',
    providerPaymentId: 'pay_one',
    providerOrderId: null,
    orderId: null,
    method: 'upi',
    currency: 'INR',
    amountMinor: 99900,
    amountAtomic: null,
    refundedMinor: 0,
    refunds: [],
    status: 'captured',
    bank: null,
    createdAt: now - hour,
    references: [{ kind: 'rrn', ref: claim.ref }],
    verifiedBy: 'provider_api',
    ...change,
  })
}

const free: Standing = { orderUserId: null, grantedTo: null }

describe('matchReference', () => {
  it('takes the exact payment', () => {
    expect(matchReference(claim, paid(), free)).toEqual({ kind: 'ok' })
    expect(matchReference(claim, paid({ createdAt: now - claimWindow }), free)).toEqual({ kind: 'ok' })
    const own = paid({ providerOrderId: 'order_1' })
    expect(matchReference(claim, own, { ...free, orderUserId: 7 })).toEqual({ kind: 'ok' })
  })

  it.each<[string, Partial<VerifiedPayment>, Partial<Standing>]>([
    ['authorized', { status: 'authorized' }, {}],
    ['failed', { status: 'failed' }, {}],
    ['refunded', { status: 'refunded', refundedMinor: 99900 }, {}],
    ['partly refunded', { refundedMinor: 1 }, {}],
    ['in dollars', { currency: 'USD' }, {}],
    ['a paisa short', { amountMinor: 99899 }, {}],
    ['a paisa over', { amountMinor: 99901 }, {}],
    ['a rupee price in rupees', { amountMinor: 999 }, {}],
    ['the other plan', { amountMinor: 799900 }, {}],
    ['without an amount', { amountMinor: null, amountAtomic: '99900', currency: 'BTC' }, {}],
    ['too old', { createdAt: now - claimWindow - 1 }, {}],
    ['made after the claim', { createdAt: now + hour }, {}],
    ["of another account's order", { providerOrderId: 'order_1' }, { orderUserId: 8 }],
    ["of nobody's order", { providerOrderId: 'order_1' }, {}],
    ['granted to another', {}, { grantedTo: 8 }],
    ['granted to this account', {}, { grantedTo: 7 }],
  ])('finds fault with one that is %s', (_, change, standing) => {
    const match = matchReference(claim, paid(change), { ...free, ...standing })
    expect(match).toEqual({ kind: 'finding', finding: expect.stringMatching(/^[A-Z].+\.$/) })
  })

  it('takes no amount but the price of the plan', () => {
    const property = fc.property(
      fc.constantFrom(...plans),
      fc.constantFrom(null, 79_900, 89_900),
      fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(79_900, 89_900, 99_900, 799_900)),
      (plan, price, amountMinor) => {
        const match = matchReference({ ...claim, plan, amountMinor: price }, paid({ amountMinor }), free)
        // Claims made before prices were a setting have no price of their own.
        expect(match.kind === 'ok').toBe(amountMinor === (price ?? defaultPrices.INR[plan]))
      },
    )
    fc.assert(property)
  })

  it('leaves sum and age to an administrator, and nothing else', () => {
    expect(obstacle(claim, paid({ amountMinor: 1, createdAt: 0 }), free)).toBeNull()
    expect(obstacle(claim, paid({ status: 'authorized' }), free)).not.toBeNull()
    expect(obstacle(claim, paid(), { ...free, grantedTo: 8 })).not.toBeNull()
    expect(obstacle(claim, paid({ providerOrderId: 'order_1' }), { ...free, orderUserId: 8 })).not.toBeNull()
  })
})

/** Returns a processor with these payments, which records its calls. */
function sources(known: VerifiedPayment[], mirrored: string[] = []) {
  const asked: string[] = []
  const processor = {
    id: 'razorpay',
    read: async (id: string) => {
      asked.push(`read ${id}`)
      return known.find(({ providerPaymentId }) => providerPaymentId === id) ?? null
    },
    find: async () => {
      asked.push('find')
      return []
    },
    list: async (since: number, until: number, atMostPages: number) => {
      asked.push(`list ${since} ${until} ${atMostPages}`)
      return { payments: known, complete: true }
    },
  } as unknown as Processor
  const all: ReferenceSources = {
    processor,
    now,
    mirrored: async () => mirrored,
    standing: async () => free,
  }
  return { all, asked }
}

describe('a look-up by reference', () => {
  it('asks the provider anew about what the mirror names', async () => {
    const { all, asked } = sources([paid()], ['pay_one'])
    expect(await createUpi(all).settle(claim)).toMatchObject({ kind: 'payment' })
    expect(asked).toEqual(['read pay_one'])
  })

  it('goes through the list of the last 72 hours when nothing else knows it', async () => {
    const { all, asked } = sources([paid({ providerPaymentId: 'pay_two', references: [] }), paid()])
    expect(await createUpi(all).settle(claim)).toMatchObject({
      kind: 'payment',
      payment: { providerPaymentId: 'pay_one' },
    })
    expect(asked).toEqual(['find', `list ${now - claimWindow} ${now} 5`, 'read pay_one'])
  })

  it('leaves the list alone when the nightly comparison has read it', async () => {
    const { all, asked } = sources([])
    const old = { ...claim, createdAt: now - 25 * hour }
    expect(await createUpi(all).settle(old)).toEqual({ kind: 'gone', code: 'unknown_reference' })
    expect(asked).toEqual(['find'])
  })

  it('reads a payment by its own id', async () => {
    const { all, asked } = sources([])
    await createUpi(all).settle({ ...claim, ref: 'pay_unknown' })
    expect(asked).toEqual(['read pay_unknown'])
  })

  it("doesn't choose between two that fit", async () => {
    const { all } = sources([paid(), paid({ providerPaymentId: 'pay_two' })], ['pay_one', 'pay_two'])
    expect(await createUpi(all).settle(claim)).toMatchObject({ kind: 'review' })
  })

  it("takes the one that fits beside one that doesn't", async () => {
    const old = paid({ providerPaymentId: 'pay_two', createdAt: 0 })
    const { all } = sources([old, paid()], ['pay_two', 'pay_one'])
    expect(await createUpi(all).settle(claim)).toMatchObject({
      kind: 'payment',
      payment: { providerPaymentId: 'pay_one' },
    })
  })

  it('takes a payment of another method for none', async () => {
    const { all } = sources([paid({ method: 'card' })], ['pay_one'])
    expect(await createUpi(all).settle(claim)).toMatchObject({ kind: 'review' })
  })

  it('of netbanking takes every code of the bank that was named, and no other', async () => {
    for (const named of banks) {
      for (const bank of [null, 'XXXX', ...banks.flatMap(({ codes }) => codes)]) {
        const { all } = sources([paid({ method: 'netbanking', bank })], ['pay_one'])
        const { kind } = await createNetbanking(all).settle({
          ...claim,
          method: 'netbanking',
          bankId: named.id,
        })
        const codes: readonly (string | null)[] = named.codes
        expect([named.id, bank, kind]).toEqual([named.id, bank, codes.includes(bank) ? 'payment' : 'review'])
      }
    }
  })
})
