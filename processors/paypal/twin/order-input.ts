import { cents, type Money } from '#dev/sandbox/payments/money'
import { PayPalError } from './error.ts'
import type { Order } from './state.ts'

export interface OrderInput {
  intent: Order['intent']
  unit: {
    reference_id?: string
    amount: Money
    payee?: { merchant_id?: string }
    custom_id?: string
    invoice_id?: string
    description?: string
    soft_descriptor?: string
  }
  withSource: boolean
}

const known = ['intent', 'purchase_units', 'payment_source', 'application_context', 'payer']
const knownOfUnit = [
  'reference_id',
  'amount',
  'payee',
  'custom_id',
  'invoice_id',
  'description',
  'soft_descriptor',
  'items',
]
const longest: Record<string, number> = {
  reference_id: 256,
  custom_id: 127,
  invoice_id: 127,
  description: 127,
  soft_descriptor: 22,
}
/** Currencies that an account can receive; the rupee isn't among them. */
const receivable = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY']

/** Reads the body of a creation as strictly as the published schema; throws the API's error. */
export function readOrderInput(body: unknown): OrderInput {
  const input = fields(body, known, '')
  if (input.intent !== 'CAPTURE' && input.intent !== 'AUTHORIZE') throw missing('/intent')
  const units = input.purchase_units
  if (!Array.isArray(units) || units.length !== 1) throw missing('/purchase_units')
  const place = "/purchase_units/@reference_id=='default'"
  const unit = fields(units[0], knownOfUnit, place)
  for (const [name, max] of Object.entries(longest)) {
    const value = unit[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || value.length === 0 || value.length > max) {
      throw new PayPalError(400, 'INVALID_STRING_LENGTH', { field: `${place}/${name}` })
    }
  }
  return {
    intent: input.intent,
    unit: { ...(unit as OrderInput['unit']), amount: readAmount(unit.amount, `${place}/amount`) },
    withSource: hasWallet(input.payment_source),
  }
}

export function readAmount(value: unknown, place: string): Money {
  const amount = fields(value, ['currency_code', 'value', 'breakdown'], place)
  if (typeof amount.currency_code !== 'string') throw missing(`${place}/currency_code`)
  if (!/^[A-Z]{3}$/.test(amount.currency_code)) {
    throw new PayPalError(400, 'INVALID_CURRENCY_CODE', { field: `${place}/currency_code` })
  }
  if (typeof amount.value !== 'string') throw missing(`${place}/value`)
  const minor = cents(amount.value)
  const field = { field: `${place}/value`, value: amount.value }
  if (minor === null) throw new PayPalError(422, 'DECIMAL_PRECISION', field)
  if (minor === 0) throw new PayPalError(422, 'CANNOT_BE_ZERO_OR_NEGATIVE', field)
  if (!receivable.includes(amount.currency_code)) {
    throw new PayPalError(422, 'CURRENCY_NOT_SUPPORTED', { field: `${place}/currency_code` })
  }
  return { currency_code: amount.currency_code, value: amount.value }
}

function fields(value: unknown, known: readonly string[], place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw place ? missing(place) : new PayPalError(400, 'MALFORMED_REQUEST_JSON')
  }
  const other = Object.keys(value).find((name) => !known.includes(name))
  if (other) throw new PayPalError(400, 'INVALID_PARAMETER', { field: `${place}/${other}` })
  return value as Record<string, unknown>
}

function hasWallet(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'paypal' in source
}

function missing(field: string): PayPalError {
  return new PayPalError(400, 'MISSING_REQUIRED_PARAMETER', { field })
}
