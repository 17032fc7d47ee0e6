import { formatMoney } from '../shared/money'
import { type Coin, coinFacts, coins, countedDecimals, formatAtomic } from './payments'

interface Amount {
  /** ISO code, or the coin. */
  currency: string
  amountMinor: number | null
  amountAtomic: string | null
}

/** Formats an amount for receipts and lists: "$14.99", "₹999", "0.0005 BTC". */
export function formatAmount({ currency, amountMinor, amountAtomic }: Amount): string {
  if (amountMinor !== null) return formatMoney(amountMinor, currency)
  const { decimals } = coinFacts[currency as Coin]
  return `${formatAtomic(amountAtomic ?? '0', decimals)} ${currency}`
}

export function isCoin(currency: string): currency is Coin {
  return coins.some((coin) => coin === currency)
}

/** Formats a daily sum: "$14.99", "0.0005 BTC". */
export function formatSum(value: number, currency: string): string {
  if (!isCoin(currency)) return formatMoney(value, currency)
  const sign = value < 0 ? '-' : ''
  return `${sign}${formatAtomic(String(Math.abs(value)), countedDecimals(currency))} ${currency}`
}

/** Returns an amount as a plain decimal number for a spreadsheet: "-14.99", "0.0005". */
export function decimalAmount({ currency, amountMinor, amountAtomic }: Amount): string {
  const digits = amountMinor === null ? (amountAtomic ?? '0') : String(amountMinor)
  const sign = digits.startsWith('-') ? '-' : ''
  const decimals = amountMinor === null && isCoin(currency) ? coinFacts[currency].decimals : 2
  const text = formatAtomic(digits.replace('-', ''), decimals)
  return sign + (amountMinor === null ? text : Number(text).toFixed(2))
}
