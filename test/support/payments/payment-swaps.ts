import fc from 'fast-check'
import { coinFacts } from '#contract/values/payments/payments'
import { defaultPrices } from '#contract/values/payments/prices'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { checkoutSignature } from '#processors/razorpay/twin/delivery'
import { checkDueClaims } from '#worker/services/payments/claims/index'
import { sweepOrders } from '#worker/services/payments/orders/sweep'
import { reconcile } from '#worker/services/payments/settlement/reconcile'
import { sweepWebhooks } from '#worker/services/payments/settlement/webhooks'
import { jobContext } from '../context'
import { testPassword } from '../factories'
import { withoutQueues } from '../videos/imports'
import { claimCoins, claimNetbanking, claimsOf, claimUpi, newReference } from './claims'
import { pick, tellWebhook } from './payment-life'
import {
  type Buyer,
  confirmOrder,
  confirmWallet,
  openCheckout,
  startByBitcoin,
  subscribe,
  verifyCheckout,
} from './payments'

const ways = ['wallet', 'checkout', 'bitcoin', 'upi', 'netbanking', 'coin'] as const
type Way = (typeof ways)[number]
const minute = 60_000

const one = fc.nat(1)
const steps = {
  /** One of the buyers makes their own payment. */
  pay: fc.record({ who: one, way: fc.constantFrom(...ways, 'checkout' as const) }),
  confirm: fc.record({ who: one, order: one }),
  /** Any order with any payment, signed as only the holder of the key's secret can. */
  verify: fc.record({ who: one, order: one, payment: one }),
  /** A claim with the number of any payment, including a checkout's. */
  claim: fc.record({ who: one, of: one, way: fc.constantFrom('checkout', 'upi', 'netbanking', 'coin') }),
  tell: fc.record({ event: fc.nat(11) }),
  crons: fc.constant({}),
}
type Steps = {
  [Name in keyof typeof steps]: (typeof steps)[Name] extends fc.Arbitrary<infer Step> ? Step : never
}
type Step = { [Name in keyof Steps]: { do: Name } & Steps[Name] }[keyof Steps]

const weights: Record<keyof Steps, number> = { pay: 6, confirm: 2, verify: 6, claim: 4, tell: 4, crons: 1 }

/** Acts of two buyers on each other's orders, payments and numbers, in any order. */
export const swaps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...Object.entries(steps).map(([name, arbitrary]) => ({
      weight: weights[name as keyof Steps],
      arbitrary: (arbitrary as fc.Arbitrary<object>).map((rest) => ({ do: name, ...rest }) as Step),
    })),
  ),
  { minLength: 10, maxLength: 22 },
)

/**
 * A buyer with an unpaid purchase of the same plan in every way, so that only IDs distinguish the two buyers.
 */
interface Side {
  buyer: Buyer
  wallet: string
  checkout: string
  /** Our ID, and the server's ID of the invoice. */
  bitcoin: { orderId: string; invoiceId: string }
  numbers: Record<'checkout' | 'upi' | 'netbanking' | 'coin', string>
  /** The provider's IDs of their payments, by way. */
  paid: Partial<Record<Way, string>>
  /** Ways whose number the buyer has sent. */
  claimed: Set<string>
  /** Claims besides the buyer's first own ones. Five an hour are allowed. */
  tries: number
}

/** Plays swaps step by step against the worker and the sandbox. */
export class Swapping {
  readonly sides: Side[] = []
  /** Responses about others' orders that reveal more than that there is none. */
  readonly leaks: unknown[] = []
  private readonly sandbox: PaymentsSandbox
  private now = Date.now()

  constructor(sandbox: PaymentsSandbox) {
    this.sandbox = sandbox
    sandbox.clock.set(this.now)
  }

  async join(buyer: Buyer): Promise<void> {
    buyer.now = this.now
    const [wallet, checkout] = [await subscribe(buyer), await openCheckout(buyer)]
    const { orderId, redirectUrl } = await startByBitcoin(buyer)
    const bitcoin = { orderId, invoiceId: redirectUrl.split('/').at(-1) ?? '' }
    const numbers = { checkout: newReference(), upi: newReference(), netbanking: newReference(), coin: '' }
    this.sides.push({ buyer, wallet, checkout, bitcoin, numbers, paid: {}, claimed: new Set(), tries: 0 })
  }

  async take(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'pay':
        return this.pay(this.side(step.who), step.way)
      case 'confirm':
        return this.confirm(this.side(step.who), this.side(step.order))
      case 'verify':
        return this.verify(this.side(step.who), this.side(step.order), this.side(step.payment))
      case 'claim':
        return this.claim(this.side(step.who), this.side(step.of), step.way as 'upi')
      case 'tell': {
        const event = pick(this.sandbox.webhooks.events(), step.event)
        return event && tellWebhook(this.sandbox, event, this.now, true)
      }
      case 'crons':
        return this.crons()
    }
  }

  /**
   * Lets everyone confirm their payments, delivers all webhooks, and has an administrator decide contested
   * claims.
   */
  async end(admin: Buyer): Promise<void> {
    for (const side of this.sides) {
      await this.confirm(side, side)
      await this.verify(side, side, side)
      for (const way of ['upi', 'netbanking', 'coin'] as const) {
        if (side.paid[way]) await this.claim(side, side, way)
      }
    }
    for (const event of this.sandbox.webhooks.events()) {
      if (!event.delivered) await tellWebhook(this.sandbox, event, this.now, true)
    }
    // Longer than the time in which only a chain's payers may claim their payments.
    this.sandbox.clock.travel(90 * minute)
    this.now += 90 * minute
    await this.crons()
    await this.decide(admin)
    await this.crons()
  }

  /** Returns the provider's IDs of a buyer's payments. */
  paidBy(userId: number): string[] {
    const side = this.sides.find(({ buyer }) => buyer.userId === userId)
    if (!side) return []
    const captures = this.sandbox.paypal.captures().filter(({ orderId }) => orderId === side.wallet)
    return [...Object.values(side.paid), ...captures.map(({ id }) => id)].filter((id) => id !== side.wallet)
  }

  private async pay(side: Side, way: Way): Promise<void> {
    if (side.paid[way]) return
    side.paid[way] = await this.payNow(side, way)
  }

  private async payNow({ wallet, checkout, bitcoin, numbers }: Side, way: Way): Promise<string> {
    const { btcpay, chain, paypal, razorpay } = this.sandbox
    const amount = defaultPrices.INR.monthly
    switch (way) {
      case 'wallet':
        paypal.approve(wallet)
        return wallet
      case 'checkout':
        return (await razorpay.pay(checkout, { rrn: numbers.checkout })).razorpay_payment_id
      case 'bitcoin':
        btcpay.pay(bitcoin.invoiceId)
        return bitcoin.invoiceId
      case 'upi':
        return razorpay.receive({ amount, reference: numbers.upi }).id
      case 'netbanking': {
        const how = { method: 'netbanking', bank: 'HDFC', bankTransactionId: numbers.netbanking } as const
        return razorpay.payWithoutOrder({ amount, ...how }).id
      }
      case 'coin':
        numbers.coin = chain.pay('btc', { amount: coinFacts.BTC.amounts.monthly, confirmations: 100 })
        return `BTC:${numbers.coin}`
    }
  }

  private async confirm(by: Side, of: Side): Promise<void> {
    const answers = [
      await confirmWallet(by.buyer, of.wallet),
      await confirmOrder(by.buyer, of.bitcoin.orderId),
    ]
    if (by !== of) this.leaks.push(...answers.filter(({ code }) => code !== 'not_found'))
  }

  private async verify({ buyer }: Side, { checkout }: Side, { paid }: Side): Promise<void> {
    const paymentId = paid.checkout ?? 'pay_NobodyPaid'
    await verifyCheckout(buyer, {
      razorpay_order_id: checkout,
      razorpay_payment_id: paymentId,
      razorpay_signature: await checkoutSignature(checkout, paymentId),
    })
  }

  /**
   * Claims a payment by its number. A bank's number is the payer's secret until they have sent it to us; a
   * transaction on a public chain belongs to no one.
   */
  private async claim(by: Side, of: Side, way: keyof Side['numbers']): Promise<void> {
    const isPublic = way === 'coin' || way === 'checkout'
    if (by !== of && !isPublic && !of.claimed.has(way)) return
    if (way === 'coin' && !of.paid.coin) return
    const isFirstOwn = by === of && way !== 'checkout' && !of.claimed.has(way)
    if (!isFirstOwn && ++by.tries > 2) return
    if (by === of) of.claimed.add(way)
    const number = of.numbers[way]
    if (way === 'coin') await claimCoins(by.buyer, 'BTC', number)
    else if (way === 'netbanking') await claimNetbanking(by.buyer, number)
    else await claimUpi(by.buyer, number)
  }

  private async crons(): Promise<void> {
    const { ctx } = withoutQueues(await jobContext(this.now))
    await sweepWebhooks(ctx)
    await sweepOrders(ctx)
    await reconcile(ctx)
    await checkDueClaims(ctx)
  }

  /** Decides claims as an administrator: only the payer can show their bank's proof. */
  private async decide(admin: Buyer): Promise<void> {
    admin.now = this.now
    // Deciding about money needs a password that was just entered.
    const json = { username: admin.username, password: testPassword }
    await admin.json('POST', '/api/auth/login', json)
    for (const { buyer, numbers, paid } of this.sides) {
      for (const { id, status, ref } of await claimsOf(buyer.userId)) {
        if (status !== 'review') continue
        const isTheirs = (['upi', 'netbanking', 'coin'] as const).some(
          (way) => paid[way] && numbers[way] === ref,
        )
        const json = isTheirs ? { paymentId: ref, note: 'Proof of payment seen.' } : { reason: 'Not theirs.' }
        await admin.json('POST', `/api/admin/claims/${id}/${isTheirs ? 'approve' : 'reject'}`, json)
      }
    }
  }

  private side(at: number): Side {
    const side = this.sides[at]
    if (!side) throw new Error('Two buyers join before any step')
    return side
  }
}
