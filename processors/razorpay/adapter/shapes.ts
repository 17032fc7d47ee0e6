import * as z from 'zod'

// Fields that are read from Razorpay's answers; all others are dropped.

const text = z.string().nullish()

export const errorAnswer = z.object({
  error: z.object({ code: z.string(), reason: text }),
})

export const order = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  receipt: text,
  status: z.string(),
})
export const orders = z.object({ items: z.array(order) })

export const payment = z.object({
  id: z.string().min(1),
  /** Paise. */
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  order_id: text,
  method: z.string(),
  captured: z.boolean().nullish(),
  amount_refunded: z.number().int().nullish(),
  bank: text,
  acquirer_data: z.object({ rrn: text, upi_transaction_id: text, bank_transaction_id: text }).nullish(),
  error_reason: text,
  error_code: text,
  /** Seconds. */
  created_at: z.number(),
})
export type RazorpayPayment = z.infer<typeof payment>
export const payments = z.object({ items: z.array(payment) })

export const refund = z.object({ id: z.string().min(1), status: z.string() })
export const refunds = z.object({
  items: z.array(refund.extend({ amount: z.number().int(), created_at: z.number() })),
})
export type RazorpayRefunds = z.infer<typeof refunds>['items']

/** A transfer to one of our Smart Collect accounts: the numbers on the payer's own statement. */
export const transfer = z.object({ bank_reference: text, npci_reference_id: text })

export const dispute = z.object({
  id: z.string().min(1),
  payment_id: z.string(),
  amount: z.number().int(),
  phase: z.string(),
  status: z.string(),
})

const entity = z.object({ entity: z.object({ id: z.string(), payment_id: text, order_id: text }) }).optional()

export const webhookEvent = z.object({
  account_id: z.string(),
  event: z.string().min(1).max(128),
  payload: z.object({ payment: entity, order: entity, refund: entity, dispute: entity }),
})
