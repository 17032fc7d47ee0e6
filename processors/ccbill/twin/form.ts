import { cents } from '#dev/sandbox/payments/money'
import { formDigest } from './digest.ts'
import { keys } from './vars.ts'

export interface FormInput {
  amountMinor: number
  currencyCode: string
  periodDays: number
  passedThrough: Record<string, string>
}

/** An error that the form shows in its own place. */
export class FormError extends Error {}

/** By their numbers in ISO 4217, as CCBill sends them. */
export const currencies: Record<string, string> = {
  840: 'USD',
  978: 'EUR',
  826: 'GBP',
  124: 'CAD',
  '036': 'AUD',
  392: 'JPY',
}
/** The range of prices, in cents, that an older guide allows. */
const prices = { least: 295, most: 100_00 }
const periods = { least: 2, most: 365 }

const own = ['clientAccnum', 'clientSubacc', 'initialPrice', 'initialPeriod']

/** Reads the URL of a form as strictly as FlexForms. Names that CCBill doesn't know are passed through to the notices. */
export function readForm(flexId: string, query: URLSearchParams): FormInput {
  const given = (name: string) => query.get(name) ?? ''
  if (flexId !== keys.CCBILL_FLEX_ID) throw new FormError('This form does not exist.')
  const account = query.get('clientAccnum') ?? keys.CCBILL_ACCNUM
  if (account !== keys.CCBILL_ACCNUM || given('clientSubacc') !== keys.CCBILL_SUBACC)
    throw new FormError('The account does not match the form.')
  const [price, period, currencyCode] = [given('initialPrice'), given('initialPeriod'), given('currencyCode')]
  if (given('formDigest') !== formDigest(price, period, currencyCode))
    throw new FormError('The digest of the price is not valid.')
  const amountMinor = /^\d+\.\d\d$/.test(price) ? cents(price) : null
  if (amountMinor === null || amountMinor < prices.least || amountMinor > prices.most)
    throw new FormError('The price is out of range.')
  const periodDays = Number(period)
  if (!/^\d+$/.test(period) || periodDays < periods.least || periodDays > periods.most)
    throw new FormError('The period is out of range.')
  if (!Object.hasOwn(currencies, currencyCode)) throw new FormError('The currency is not supported.')
  const passedThrough = Object.fromEntries([...query].filter(([name]) => !own.includes(name)))
  return { amountMinor, currencyCode, periodDays, passedThrough }
}
