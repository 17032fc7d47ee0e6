import { RazorpayError } from './error.ts'
import type { Notes } from './state.ts'

export interface OrderInput {
  amount: number
  currency: string
  receipt: string | null
  notes: Notes
  automatic: boolean
}

const known = ['amount', 'currency', 'receipt', 'notes', 'payment', 'partial_payment']

/** Reads the body of a creation as strictly as the API. */
export function readOrderInput(body: Record<string, unknown>): OrderInput {
  const other = Object.keys(body).find((name) => !known.includes(name))
  if (other) throw new RazorpayError(`${other} is/are not required and should not be sent`, other)
  const amount = readAmount(body.amount)
  if (body.currency !== 'INR') throw new RazorpayError('Currency is not supported', 'currency')
  const receipt = body.receipt ?? null
  if (receipt !== null && (typeof receipt !== 'string' || receipt.length > 40)) {
    throw new RazorpayError('The receipt may not be greater than 40 characters.', 'receipt')
  }
  return {
    amount,
    currency: 'INR',
    receipt,
    notes: readNotes(body.notes),
    automatic: isAutomatic(body.payment),
  }
}

export function readAmount(amount: unknown): number {
  if (amount === undefined) throw new RazorpayError('The amount field is required.', 'amount')
  if (!Number.isSafeInteger(amount)) throw new RazorpayError('The amount must be an integer.', 'amount')
  if ((amount as number) < 100) throw new RazorpayError('The amount must be atleast INR 1.00', 'amount')
  return amount as number
}

export function readNotes(notes: unknown): Notes {
  if (notes === undefined || (Array.isArray(notes) && notes.length === 0)) return {}
  const entries = typeof notes === 'object' && notes !== null ? Object.entries(notes) : null
  if (!entries || entries.length > 15 || entries.some(([, value]) => String(value).length > 256)) {
    throw new RazorpayError('Number of fields in notes should be less than or equal to 15', 'notes')
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Without the option, the account's setting applies: manual. */
function isAutomatic(payment: unknown): boolean {
  if (payment === undefined) return false
  const { capture, capture_options } = payment as { capture?: string; capture_options?: object }
  if (capture !== 'automatic' && capture !== 'manual') {
    throw new RazorpayError('The selected payment.capture is invalid.', 'payment.capture')
  }
  if (capture === 'automatic' && !capture_options) {
    throw new RazorpayError('The payment.capture options field is required.', 'payment.capture_options')
  }
  return capture === 'automatic'
}
