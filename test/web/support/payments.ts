import type {
  AdminClaim,
  AdminPayment,
  AdminPaymentDetail,
  OwnClaim,
  OwnPayment,
  PaymentAlert,
  Receipt,
  Subscription,
} from '#contract/schemas/payments/payments'

export function makeSubscription(over: Partial<Subscription> = {}): Subscription {
  return {
    status: 'none',
    plan: null,
    premiumUntil: null,
    cancelled: false,
    reminded: true,
    payments: [],
    claims: [],
    gifts: [],
    ...over,
  }
}

export function makeOwnPayment(id: string, over: Partial<OwnPayment> = {}): OwnPayment {
  return {
    id,
    at: '2026-10-06T12:00:00.000Z',
    plan: 'monthly',
    provider: 'paypal',
    method: 'wallet',
    currency: 'USD',
    amountMinor: 1499,
    amountText: '$14.99',
    refundedMinor: 0,
    status: 'captured',
    from: '2026-10-06T12:00:00.000Z',
    until: '2026-11-05T12:00:00.000Z',
    ...over,
  }
}

export function makeReceipt(over: Partial<Receipt> = {}): Receipt {
  return {
    ...makeOwnPayment('pmt_1'),
    siteName: 'Nocturne',
    siteUrl: 'https://example.org',
    contactEmail: 'contact@example.org',
    username: 'viewer',
    email: 'viewer@example.org',
    description: 'Membership, 30 days',
    orderId: 'ord_1',
    providerPaymentId: '3C679366HH908993F',
    refundedText: null,
    ...over,
  }
}

export function makeOwnClaim(id: string, over: Partial<OwnClaim> = {}): OwnClaim {
  return {
    id,
    at: '2026-10-06T12:00:00.000Z',
    method: 'upi',
    plan: 'monthly',
    coin: null,
    reference: '3814',
    status: 'review',
    note: null,
    ...over,
  }
}

export function makeAdminPayment(id: string, over: Partial<AdminPayment> = {}): AdminPayment {
  return {
    id,
    at: '2026-10-06T12:00:00.000Z',
    user: { id: 9, username: 'member' },
    provider: 'paypal',
    providerPaymentId: `capture-${id}`,
    method: 'wallet',
    plan: 'monthly',
    amountText: '$14.99',
    currency: 'USD',
    amountMinor: 1499,
    refundedMinor: 0,
    status: 'captured',
    granted: true,
    ...over,
  }
}

export function makeDetail(id: string, over: Partial<AdminPaymentDetail> = {}): AdminPaymentDetail {
  return {
    ...makeAdminPayment(id),
    order: {
      id: 'ord_1',
      status: 'paid',
      createdAt: '2026-10-06T11:58:00.000Z',
      termsVersion: 3,
      consentAt: '2026-10-06T11:58:00.000Z',
    },
    references: [{ kind: 'order', value: '5O190127TN364715T' }],
    history: [
      { at: '2026-10-06T12:00:00.000Z', kind: 'charge', text: `Received $14.99 (capture-${id})` },
      { at: '2026-10-06T12:00:00.000Z', kind: 'grant', text: '30 days of premium added: settle' },
    ],
    record: { id: `capture-${id}`, status: 'COMPLETED' },
    refundable: true,
    refunds: 'any',
    refundUnclear: false,
    ...over,
  }
}

export function makeAdminClaim(id: string, over: Partial<AdminClaim> = {}): AdminClaim {
  return {
    ...makeOwnClaim(id),
    user: { id: 9, username: 'member' },
    reference: '033814379298',
    kind: 'reference',
    bankId: null,
    payment: null,
    match: "Nothing with this reference is in the provider's records.",
    rivals: 0,
    ...over,
  }
}

export function makeAlert(id: number, over: Partial<PaymentAlert> = {}): PaymentAlert {
  return {
    id,
    at: '2026-10-06T12:00:00.000Z',
    kind: 'amount_differs',
    text: 'Order ord_1 was paid with $14.98 instead of $14.99.',
    paymentId: 'pmt_1',
    orderId: 'ord_1',
    ...over,
  }
}
