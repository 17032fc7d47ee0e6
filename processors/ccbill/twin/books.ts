import type { Clock } from '#dev/sandbox/payments/clock'
import { digits } from '#dev/sandbox/payments/ids'
import { decimal } from '#dev/sandbox/payments/money'
import type { Outbox } from '#dev/sandbox/payments/webhooks/outbox'
import { saleDigest } from './digest.ts'
import { currencies, type FormInput } from './form.ts'
import type { CCBillState, Movement, Subscription } from './state.ts'
import { ccbillTime, endOfDay } from './time.ts'
import { keys } from './vars.ts'

/** How money goes back: the notice of it, and its line in the extract. */
const goneBack = {
  refunds: ['Refund', 'REFUND'],
  voids: ['Void', 'VOID'],
  chargebacks: ['Chargeback', 'CHARGEBACK'],
  returns: ['Return', null],
} as const

/** CCBill's handling of sales and money, for all its callers. */
export class Books {
  readonly state: CCBillState
  private readonly clock: Clock
  private readonly outbox: Outbox

  constructor(state: CCBillState, clock: Clock, outbox: Outbox) {
    this.state = state
    this.clock = clock
    this.outbox = outbox
  }

  now(): number {
    return this.clock.now()
  }

  subscription(id: string): Subscription {
    const found = this.state.subscriptions[id]
    if (!found) throw new Error(`No subscription ${id}`)
    return found
  }

  sell({ passedThrough, ...form }: FormInput): Subscription {
    const now = this.now()
    const sold: Subscription = {
      ...form,
      subscriptionId: `0${digits(18)}`,
      transactionId: `0${digits(18)}`,
      signedUpAt: now,
      expiresAt: endOfDay(now, form.periodDays),
      cancelledAt: null,
      refunds: 0,
      voids: 0,
      chargebacks: 0,
      returns: 0,
      passedThrough,
    }
    this.state.subscriptions[sold.subscriptionId] = sold
    this.note('NEW', sold)
    this.tell('NewSaleSuccess', this.saleFields(sold))
    return sold
  }

  decline({ passedThrough, ...form }: FormInput): void {
    this.tell('NewSaleFailure', {
      transactionId: `0${digits(18)}`,
      ...priceFields(form),
      ...buyer,
      ...prefixed(passedThrough),
      failureCode: 'BE-140',
      failureReason: 'Invalid Input.',
    })
  }

  /** Ends a subscription, since any money back does so. */
  giveBack(id: string, how: keyof typeof goneBack): Subscription {
    const sold = this.subscription(id)
    sold[how] += 1
    sold.cancelledAt ??= this.now()
    sold.expiresAt = this.now()
    const [event, type] = goneBack[how]
    if (type) this.note(type, sold)
    this.tell(event, {
      ...this.eventFields(sold),
      amount: decimal(sold.amountMinor),
      currency: currencies[sold.currencyCode] ?? '',
      currencyCode: sold.currencyCode,
      reason: 'Requested by the merchant',
      ...(how === 'chargebacks' && { accountingAmount: decimal(sold.amountMinor), cardType: 'VISA' }),
    })
    return sold
  }

  cancel(id: string): void {
    const sold = this.subscription(id)
    sold.cancelledAt ??= this.now()
    this.tell('Cancellation', {
      ...this.eventFields(sold),
      reason: 'Requested by the merchant',
      source: 'api',
    })
  }

  tell(type: string, fields: Record<string, string>): void {
    const now = this.now()
    const body = new URLSearchParams({
      clientAccnum: keys.CCBILL_ACCNUM,
      clientSubacc: keys.CCBILL_SUBACC,
      timestamp: ccbillTime(now),
      ...fields,
    })
    // CCBill doesn't number its notices. A receiver can tell them apart by these two fields.
    const id = `${type}:${fields.transactionId}`
    this.outbox.add({ provider: 'ccbill', id, type, body: String(body), at: now })
  }

  /** Returns the fields of every event about a subscription. */
  eventFields({ subscriptionId, transactionId }: Subscription): Record<string, string> {
    return { subscriptionId, transactionId, timestamp: ccbillTime(this.now()) }
  }

  /**
   * Returns the fields of a sale's notice, with all the data about a buyer that a real one has: the site must
   * keep none of it.
   */
  private saleFields(sold: Subscription): Record<string, string> {
    return {
      ...this.eventFields(sold),
      ...priceFields(sold),
      ...buyer,
      ...prefixed(sold.passedThrough),
      dynamicPricingValidationDigest: saleDigest(sold.subscriptionId),
      flexId: keys.CCBILL_FLEX_ID,
      subscriptionTypeId: '0000001458',
    }
  }

  private note(type: Movement['type'], { subscriptionId, amountMinor }: Subscription): void {
    this.state.movements.push({ type, subscriptionId, at: this.now(), amountMinor })
  }
}

function priceFields({ amountMinor, currencyCode, periodDays }: Omit<FormInput, 'passedThrough'>) {
  const price = decimal(amountMinor)
  const currency = currencies[currencyCode] ?? ''
  return {
    priceDescription: `${price} (${currency}) for ${periodDays} days (non-recurring)`,
    billedInitialPrice: price,
    billedRecurringPrice: '0.00',
    billedCurrency: currency,
    billedCurrencyCode: currencyCode,
    subscriptionInitialPrice: price,
    subscriptionRecurringPrice: '0.00',
    subscriptionCurrency: currency,
    subscriptionCurrencyCode: currencyCode,
    accountingInitialPrice: price,
    accountingRecurringPrice: '0.00',
    accountingCurrency: currency,
    accountingCurrencyCode: currencyCode,
    initialPeriod: String(periodDays),
    recurringPeriod: '0',
    rebills: '0',
  }
}

function prefixed(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`X-${name}`, value]))
}

const buyer = {
  firstName: 'Sam',
  lastName: 'Buyer',
  address1: '1 Private Road',
  city: 'Springfield',
  state: 'AZ',
  postalCode: '85001',
  country: 'US',
  email: 'sam.buyer@example.com',
  phoneNumber: '5550100',
  ipAddress: '203.0.113.7',
  username: 'sambuyer',
  password: 'sams-password',
  formName: '0000',
  paymentType: 'CREDIT',
  cardType: 'VISA',
  bin: '411111',
  last4: '1111',
  expDate: '1229',
  paymentAccount: '63347b0000000000ee6e6dfcc11e2',
  prePaid: '0',
  threeDSecure: 'NOT_APPLICABLE',
  referringUrl: 'none',
}
