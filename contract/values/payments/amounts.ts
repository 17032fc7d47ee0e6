import { formatMoney } from '../shared/money'
import { type Coin, coinFacts, formatAtomic } from './payments'

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
