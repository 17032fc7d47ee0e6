import * as z from 'zod'

// Fields that are read from the server's answers; all others are dropped.

const text = z.string().nullish()

export const errorAnswer = z.object({ code: z.string() })

export const invoice = z.object({
  id: z.string().min(1),
  storeId: z.string(),
  /** A decimal; null for a top-up, which any payment pays in full. */
  amount: text,
  paidAmount: text,
  currency: z.string(),
  type: text,
  checkoutLink: z.string(),
  status: z.enum(['New', 'Processing', 'Settled', 'Expired', 'Invalid']),
  additionalStatus: z.string(),
  /** Seconds. */
  createdTime: z.number(),
  monitoringExpiration: z.number(),
  metadata: z.object({ orderId: z.unknown() }).nullish(),
  checkout: z.object({ paymentTolerance: z.number().nullish(), speedPolicy: text }).nullish(),
})
export type Invoice = z.infer<typeof invoice>
export const invoices = z.array(invoice)

export const methods = z.array(
  z.object({
    payments: z.array(
      z.object({ id: z.string(), status: z.string(), value: z.string(), receivedDate: z.number() }),
    ),
  }),
)

/** A link by which a buyer gets money back. */
export const pullPayment = z.object({
  id: z.string().min(1),
  name: text,
  description: text,
  amount: z.string(),
  currency: z.string(),
  archived: z.boolean(),
  viewLink: z.string(),
})
export type PullPayment = z.infer<typeof pullPayment>
export const pullPayments = z.array(pullPayment)

export const payouts = z.array(
  z.object({
    id: z.string().min(1),
    state: z.string(),
    originalCurrency: z.string(),
    originalAmount: z.string(),
    /** Seconds. */
    date: z.number(),
  }),
)

export const webhookEvent = z.object({
  deliveryId: z.string(),
  /** Equal in every repetition. */
  originalDeliveryId: text,
  type: z.string().min(1).max(128),
  storeId: z.string(),
  invoiceId: text,
  pullPaymentId: text,
})
