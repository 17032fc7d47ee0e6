import * as z from 'zod'

// Fields that are read from PayPal's answers; all others are dropped.

const amount = z.object({ currency_code: z.string(), value: z.string() })
const details = z.object({ reason: z.string().optional() }).optional()
const link = z.object({ rel: z.string(), href: z.string() })
const payee = z.object({ merchant_id: z.string().optional() }).optional()
const related = z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional()

export const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() })

export const errorAnswer = z.object({
  name: z.string(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
})

export const createdOrder = z.object({ id: z.string().min(1), status: z.string() })

export const capture = z.object({
  id: z.string().min(1),
  status: z.string(),
  status_details: details,
  amount,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  create_time: z.string(),
  payee,
  links: z.array(link).optional(),
  supplementary_data: related,
})
export type Capture = z.infer<typeof capture>

export const refund = z.object({ id: z.string().min(1), status: z.string() })

const listedRefund = refund.extend({ amount, create_time: z.string(), links: z.array(link).optional() })
export type ListedRefund = z.infer<typeof listedRefund>

export const order = z.object({
  id: z.string().min(1),
  status: z.string(),
  intent: z.string(),
  purchase_units: z.array(
    z.object({
      amount,
      custom_id: z.string().optional(),
      invoice_id: z.string().optional(),
      payee,
      payments: z
        .object({ captures: z.array(capture).optional(), refunds: z.array(listedRefund).optional() })
        .optional(),
    }),
  ),
})
export type PayPalOrder = z.infer<typeof order>

/** Only acknowledges the capture: its result is read from the order. */
export const capturedOrder = z.object({ id: z.string(), status: z.string() })

export const dispute = z.object({
  dispute_id: z.string().min(1),
  status: z.string(),
  dispute_life_cycle_stage: z.string().optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).optional(),
  dispute_amount: amount.optional(),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
})

export const transactions = z.object({
  transaction_details: z.array(
    z.object({
      transaction_info: z.object({
        transaction_id: z.string(),
        transaction_event_code: z.string(),
        transaction_status: z.string(),
        transaction_initiation_date: z.string(),
        transaction_amount: amount,
        paypal_reference_id: z.string().optional(),
        custom_field: z.string().optional(),
      }),
    }),
  ),
  total_pages: z.number().int().optional(),
})

export const webhookEvent = z.object({
  id: z.string().min(1).max(128),
  event_type: z.string().min(1).max(128),
  resource: z.object({
    id: z.string().optional(),
    order_id: z.string().optional(),
    dispute_id: z.string().optional(),
    links: z.array(link).optional(),
    supplementary_data: related,
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).optional(),
  }),
})
