import { decimal } from '#dev/sandbox/payments/money'
import { expiresAt, type Invoice, monitoredUntil, type PullPayment, sum, type Transfer } from './state.ts'

/** The exchange rate of every invoice, in minor units per bitcoin. */
const rate = 6_000_000

export function invoiceView(base: string, invoice: Invoice) {
  const { id, storeId, minor, currency, metadata, checkout, status, additionalStatus, createdAt } = invoice
  return {
    id,
    storeId,
    // Written with more places than the currency has.
    amount: minor === null ? null : `${decimal(minor)}0000`,
    paidAmount: decimal(sum(invoice, ['Processing', 'Settled'])),
    currency,
    type: minor === null ? 'TopUp' : 'Standard',
    checkoutLink: `${base}/i/${id}`,
    createdTime: seconds(createdAt),
    expirationTime: seconds(expiresAt(invoice)),
    monitoringExpiration: seconds(monitoredUntil(invoice)),
    status,
    additionalStatus,
    availableStatusesForManualMarking: status === 'Settled' ? [] : ['Settled', 'Invalid'],
    archived: false,
    metadata,
    checkout: {
      ...checkout,
      paymentMethods: ['BTC-CHAIN'],
      defaultPaymentMethod: 'BTC-CHAIN',
      defaultLanguage: null,
    },
    receipt: { enabled: null, showQR: null, showPayments: null },
  }
}

/** `GET …/payment-methods`; replaced transfers only when they are asked for. */
export function methodsView(invoice: Invoice, accountedOnly: boolean) {
  const shown = invoice.transfers.filter(({ status }) => !accountedOnly || status !== 'Invalid')
  const paid = sum(invoice, ['Processing', 'Settled'])
  return [
    {
      activated: true,
      paymentMethodId: 'BTC-CHAIN',
      currency: 'BTC',
      destination: addressOf(invoice),
      paymentLink: `bitcoin:${addressOf(invoice)}?amount=${bitcoins(invoice.minor ?? 0)}`,
      rate: String(rate / 100),
      paymentMethodPaid: bitcoins(paid),
      totalPaid: bitcoins(paid),
      due: bitcoins((invoice.minor ?? 0) - paid),
      amount: bitcoins(invoice.minor ?? 0),
      paymentMethodFee: '0',
      payments: shown.map((transfer) => transferView(invoice, transfer)),
      additionalData: {},
    },
  ]
}

export function transferView(invoice: Invoice, { id, minor, status, receivedAt }: Transfer) {
  return {
    id,
    receivedDate: seconds(receivedAt),
    value: bitcoins(minor),
    fee: '0',
    status,
    destination: addressOf(invoice),
  }
}

export function pullView(base: string, pull: PullPayment) {
  const { id, name, description, amount, currency, archived, startsAt } = pull
  return {
    id,
    name,
    description,
    currency,
    amount,
    autoApproveClaims: false,
    archived,
    startsAt: seconds(startsAt),
    expiresAt: null,
    BOLT11Expiration: '30.00:00:00',
    viewLink: `${base}/pull-payments/${id}`,
  }
}

export function payoutsView({ id: pullPaymentId, currency, payouts }: PullPayment) {
  return payouts.map(({ id, date, destination, amount, state }) => ({
    id,
    revision: 0,
    pullPaymentId,
    date: seconds(date),
    destination,
    originalCurrency: currency,
    originalAmount: amount,
    payoutCurrency: 'BTC',
    payoutAmount: null,
    payoutMethodId: 'BTC-CHAIN',
    state,
  }))
}

function addressOf({ id }: Invoice): string {
  return `bc1qsandbox${id.toLowerCase()}`
}

function bitcoins(minor: number): string {
  return (minor / rate).toFixed(8)
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
