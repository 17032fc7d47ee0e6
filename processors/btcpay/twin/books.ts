import type { Clock } from '#dev/sandbox/payments/clock'
import { btcpayId, hexId } from '#dev/sandbox/payments/ids'
import type { Outbox } from '#dev/sandbox/payments/webhooks/outbox'
import { BtcpayError, InputError } from './error.ts'
import {
  type BtcpayState,
  covers,
  expiresAt,
  type Invoice,
  monitoredUntil,
  type Payout,
  type PullPayment,
  sum,
  type Transfer,
} from './state.ts'
import { keys } from './vars.ts'
import { transferView } from './views.ts'

/** The server's handling of invoices and money, for all its callers. */
export class Books {
  readonly state: BtcpayState
  private readonly clock: Clock
  private readonly outbox: Outbox

  constructor(state: BtcpayState, clock: Clock, outbox: Outbox) {
    this.state = state
    this.clock = clock
    this.outbox = outbox
  }

  create(input: Pick<Invoice, 'minor' | 'currency' | 'metadata' | 'checkout'>): Invoice {
    const invoice: Invoice = {
      ...input,
      id: btcpayId(22),
      storeId: keys.BTCPAY_STORE_ID,
      status: 'New',
      additionalStatus: 'None',
      transfers: [],
      createdAt: this.clock.now(),
    }
    this.state.invoices[invoice.id] = invoice
    this.tell('InvoiceCreated', invoice)
    return invoice
  }

  /** Returns an invoice as it is by now: the server notices when time is up. */
  invoice(id: string): Invoice {
    const invoice = this.state.invoices[id]
    if (!invoice) throw new BtcpayError(404, 'invoice-not-found', 'The invoice was not found')
    this.watch(invoice)
    return invoice
  }

  invoices(): Invoice[] {
    return Object.keys(this.state.invoices).map((id) => this.invoice(id))
  }

  /** Receives a transfer to the invoice's address. */
  receive(id: string, minor: number, isConfirmed: boolean): Transfer {
    const invoice = this.invoice(id)
    if (this.clock.now() > monitoredUntil(invoice)) {
      throw new BtcpayError(400, 'unmonitored', 'Nobody watches the address of this invoice any longer')
    }
    const transfer: Transfer = {
      id: `${hexId(64)}-0`,
      minor,
      status: 'Processing',
      receivedAt: this.clock.now(),
    }
    invoice.transfers.push(transfer)
    this.tellTransfer('InvoiceReceivedPayment', invoice, transfer)
    this.watch(invoice)
    if (isConfirmed) this.confirm(id)
    return transfer
  }

  /** Confirms all transfers that wait for a block. */
  confirm(id: string): Invoice {
    const invoice = this.invoice(id)
    for (const transfer of invoice.transfers.filter(({ status }) => status === 'Processing')) {
      transfer.status = 'Settled'
      this.tellTransfer('InvoicePaymentSettled', invoice, transfer)
    }
    this.watch(invoice)
    return invoice
  }

  /** Drops the transfers that wait for a block: their payer spent the same coins elsewhere. */
  replace(id: string): Invoice {
    const invoice = this.invoice(id)
    for (const transfer of invoice.transfers.filter(({ status }) => status === 'Processing')) {
      transfer.status = 'Invalid'
    }
    this.watch(invoice)
    return invoice
  }

  mark(id: string, status: 'Settled' | 'Invalid'): Invoice {
    const invoice = this.invoice(id)
    const isOver = invoice.status === 'Settled' || (status === 'Invalid' && invoice.status === 'Invalid')
    if (isOver && invoice.additionalStatus !== 'Marked') {
      const message = 'Status can only be marked to invalid or settled within certain conditions.'
      throw new InputError('status', message)
    }
    Object.assign(invoice, { status, additionalStatus: 'Marked' })
    const overPaid = status === 'Settled' && { overPaid: false }
    this.tell(`Invoice${status}`, invoice, { manuallyMarked: true, ...overPaid })
    return invoice
  }

  /** Makes the link of a refund. */
  pull(refund: Pick<PullPayment, 'name' | 'description' | 'amount' | 'currency'>): PullPayment {
    const pull: PullPayment = {
      ...refund,
      id: btcpayId(27),
      storeId: keys.BTCPAY_STORE_ID,
      archived: false,
      startsAt: this.clock.now(),
      payouts: [],
    }
    this.state.pullPayments[pull.id] = pull
    return pull
  }

  pullPayment(id: string): PullPayment {
    const pull = this.state.pullPayments[id]
    if (!pull) throw new BtcpayError(404, 'pullpayment-not-found', 'This pull payment was not found')
    return pull
  }

  /** The buyer gives an address to the link. */
  claim(pull: PullPayment): Payout {
    const payout: Payout = {
      id: btcpayId(27),
      date: this.clock.now(),
      destination: `bc1q${hexId(38)}`,
      amount: pull.amount,
      state: 'AwaitingApproval',
    }
    pull.payouts.push(payout)
    this.tellPayout('PayoutCreated', pull, payout)
    return payout
  }

  movePayout(pull: PullPayment, payout: Payout, state: Payout['state']): void {
    payout.state = state
    this.tellPayout(state === 'AwaitingPayment' ? 'PayoutApproved' : 'PayoutUpdated', pull, payout)
  }

  tell(type: string, { id, metadata }: Invoice, more: object = {}): void {
    this.post(type, { invoiceId: id, metadata, ...more })
  }

  private tellTransfer(type: string, invoice: Invoice, transfer: Transfer): void {
    this.tell(type, invoice, {
      afterExpiration: invoice.status === 'Expired' || invoice.status === 'Invalid',
      paymentMethodId: 'BTC-CHAIN',
      payment: transferView(invoice, transfer),
    })
  }

  private tellPayout(type: string, pull: PullPayment, payout: Payout): void {
    this.post(type, { payoutId: payout.id, pullPaymentId: pull.id, payoutState: payout.state })
  }

  private post(type: string, subject: object): void {
    const deliveryId = btcpayId(22)
    const body = JSON.stringify({
      deliveryId,
      webhookId: 'SandboxBtcpayWebhook',
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp: Math.floor(this.clock.now() / 1000),
      storeId: keys.BTCPAY_STORE_ID,
      ...subject,
    })
    this.outbox.add({ provider: 'btcpay', id: deliveryId, type, body, at: this.clock.now() })
  }

  /** Moves the invoice to where its transfers and the time have brought it. */
  private watch(invoice: Invoice): void {
    if (invoice.additionalStatus === 'Marked') return
    const now = this.clock.now()
    const paid = sum(invoice, ['Processing', 'Settled'])
    if (invoice.status === 'New' && now > expiresAt(invoice)) {
      invoice.status = 'Expired'
      this.tell('InvoiceExpired', invoice, { partiallyPaid: paid > 0 })
    }
    const isPaid = covers(invoice, paid)
    const isOver = invoice.minor !== null && paid > invoice.minor
    if (invoice.status === 'Expired' || invoice.status === 'New') {
      invoice.additionalStatus = isPaid ? 'PaidLate' : paid > 0 ? 'PaidPartial' : 'None'
    }
    if (invoice.status === 'New' && isPaid) {
      invoice.status = 'Processing'
      this.tell('InvoiceProcessing', invoice, { overPaid: isOver })
    }
    if (invoice.status !== 'Processing') return
    // A transfer that was replaced leaves it unpaid again.
    if (!isPaid) {
      Object.assign(invoice, { status: 'New', additionalStatus: paid > 0 ? 'PaidPartial' : 'None' })
      this.watch(invoice)
      return
    }
    invoice.additionalStatus = isOver ? 'PaidOver' : 'None'
    if (covers(invoice, sum(invoice, ['Settled']))) {
      // A top-up is worth its payments.
      invoice.minor ??= paid
      invoice.status = 'Settled'
      this.tell('InvoiceSettled', invoice, { manuallyMarked: false, overPaid: isOver })
    } else if (now > monitoredUntil(invoice)) {
      invoice.status = 'Invalid'
      this.tell('InvoiceInvalid', invoice, { manuallyMarked: false })
    }
  }
}
