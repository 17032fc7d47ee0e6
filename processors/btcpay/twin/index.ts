import { Hono } from 'hono'
import type { Clock } from '#dev/sandbox/payments/clock'
import { cents, decimal } from '#dev/sandbox/payments/money'
import type { Delivery, Twin, TwinKind, TwinParts } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { btcpayApp, type Permission, permissions, type Switches } from './app.ts'
import { Books } from './books.ts'
import { buyerApp } from './buyer.ts'
import { btcpayDelivery, type Defect, defects } from './delivery.ts'
import {
  type BtcpayState,
  emptyBtcpay,
  expiresAt,
  type Invoice,
  monitoredUntil,
  type PullPayment,
  sum,
  type Transfer,
} from './state.ts'

/** Details of a transfer; by default it pays exactly the amount due, confirmed at once. */
export interface Paying {
  /** In the invoice's currency: `7.50`. */
  amount?: string
  /** Leaves it waiting for a block. */
  unconfirmed?: boolean
  /** Lets the invoice expire first. */
  late?: boolean
}

/** A BTCPay Server with its buyers, its owner and the chain. Every method takes and returns plain data. */
export class Btcpay implements Twin {
  readonly app: Hono
  private readonly books: Books
  private readonly clock: Clock
  private readonly switches: Switches = { permissions }

  constructor({ base, state, clock, outbox }: TwinParts<BtcpayState>) {
    this.clock = clock
    this.books = new Books(state, clock, outbox)
    const api = btcpayApp(base, this.books, this.switches)
    this.app = new Hono().route('/', buyerApp(this)).mount('/', api.fetch)
  }

  delivery(event: WebhookEvent, wrong?: Defect): Promise<Delivery> {
    return btcpayDelivery(event, wrong)
  }

  invoice(id: string): Invoice {
    return this.books.invoice(id)
  }

  invoices(): Invoice[] {
    return this.books.invoices()
  }

  pullPayments(): PullPayment[] {
    return Object.values(this.books.state.pullPayments)
  }

  // The buyer and the chain.

  pay(id: string, { amount, unconfirmed, late }: Paying = {}): Transfer {
    if (late) this.expire(id)
    const minor = amount === undefined ? this.due(id) : cents(amount)
    if (minor === null || minor <= 0) throw new Error(`Nobody can pay ${amount ?? 'what is paid already'}`)
    return this.books.receive(id, minor, !unconfirmed)
  }

  confirm(id: string): Invoice {
    return this.books.confirm(id)
  }

  /** The payer spends the coins of an unconfirmed transfer elsewhere: it vanishes. */
  replace(id: string): Invoice {
    return this.books.replace(id)
  }

  /** The checkout page's view of an invoice. */
  checkout(id: string) {
    const { minor, currency, status, additionalStatus, metadata, checkout, transfers } = this.invoice(id)
    return {
      status,
      additionalStatus,
      currency,
      amount: decimal(minor ?? 0),
      due: decimal(this.due(id)),
      isWaiting: transfers.some((transfer) => transfer.status === 'Processing'),
      description: metadata.itemDesc ?? null,
      redirectURL: checkout.redirectURL,
      redirectAutomatically: checkout.redirectAutomatically,
    }
  }

  /** The view of anyone with a refund's link. */
  refund(pullPaymentId: string) {
    const { name, description, amount, currency, payouts } = this.books.pullPayment(pullPaymentId)
    return { name, description, amount, currency, state: payouts.at(-1)?.state ?? null }
  }

  // Time, for one invoice.

  /** The time to pay is over. */
  expire(id: string): Invoice {
    return this.age(id, expiresAt)
  }

  /** The server stops looking at the invoice's address. */
  endMonitoring(id: string): Invoice {
    return this.age(id, monitoredUntil)
  }

  // The owner.

  mark(id: string, status: 'settled' | 'invalid'): Invoice {
    return this.books.mark(id, status === 'settled' ? 'Settled' : 'Invalid')
  }

  /** The owner makes a link on the server's own pages, and sends what its buyer claims. */
  sendBack(id: string, minor: number): PullPayment {
    const { currency } = this.invoice(id)
    const pull = { name: `Refund ${id}`, description: '', amount: decimal(minor), currency }
    return this.finishRefund(this.books.pull(pull).id)
  }

  /** The buyer gives an address to a refund's link. */
  claimRefund(pullPaymentId: string): PullPayment {
    const pull = this.books.pullPayment(pullPaymentId)
    this.books.claim(pull)
    return pull
  }

  /** The owner approves and sends what the buyer claimed by a refund's link, or cancels it. */
  finishRefund(pullPaymentId: string, state: 'Completed' | 'Cancelled' = 'Completed'): PullPayment {
    const pull = this.books.pullPayment(pullPaymentId)
    const payout = pull.payouts.at(-1) ?? this.books.claim(pull)
    if (state === 'Completed') this.books.movePayout(pull, payout, 'AwaitingPayment')
    this.books.movePayout(pull, payout, state)
    return pull
  }

  /** Closes a refund's link. */
  archive(pullPaymentId: string): PullPayment {
    return Object.assign(this.books.pullPayment(pullPaymentId), { archived: true })
  }

  /** Sets the permissions of the site's key. */
  setPermissions(given: readonly Permission[]): void {
    this.switches.permissions = given
  }

  private due(id: string): number {
    const invoice = this.invoice(id)
    return Math.max((invoice.minor ?? 0) - sum(invoice, ['Processing', 'Settled']), 0)
  }

  private age(id: string, endOf: (invoice: Invoice) => number): Invoice {
    const invoice = this.invoice(id)
    invoice.createdAt -= Math.max(endOf(invoice) - this.clock.now() + 1000, 0)
    return this.invoice(id)
  }
}

export const btcpay: TwinKind<BtcpayState, Btcpay> = {
  empty: emptyBtcpay,
  create: (parts) => new Btcpay(parts),
  defects,
  page(path) {
    if (/^\/i\/[^/]*$/.test(path)) return 'checkout.html'
    return /^\/pull-payments\/[^/]*$/.test(path) ? 'refund.html' : null
  },
}
