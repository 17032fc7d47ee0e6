import { type Coin, coinFacts, formatAtomic } from '../../../../contract/values/payments/payments'
import { membershipName, type Plan, prices } from '../../../../contract/values/payments/prices'

/** Opens a UPI app with everything filled in; what a UPI QR code holds. */
export function upiUri({ payee, payeeName }: { payee: string; payeeName: string }, plan: Plan): string {
  const fields = {
    pa: payee,
    pn: payeeName,
    am: decimals(prices.INR[plan]),
    cu: 'INR',
    tn: membershipName(plan),
  }
  // Apps differ in whether they decode an encoded @, and none needs it; a plus for a space few of them read.
  const text = (value: string) => encodeURIComponent(value).replaceAll('%40', '@')
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${text(value)}`)
    .join('&')}`
}

/** Chains whose wallets take ERC-681 links: the amount is an integer of the smallest unit. */
const chainIds: Partial<Record<Coin, number>> = { ETH: 1, MATIC: 137 }
/** Wallets of these take BIP-21 links, with the amount in whole coins. */
const schemes: Partial<Record<Coin, string>> = { BTC: 'bitcoin', BCH: 'bitcoincash', LTC: 'litecoin' }

/** Opens a wallet with address and amount filled in; null for a coin without a settled scheme. */
export function coinUri(coin: Coin, address: string, plan: Plan): string | null {
  const { amounts, decimals: places } = coinFacts[coin]
  const chainId = chainIds[coin]
  if (chainId !== undefined) return `ethereum:${address}@${chainId}?value=${amounts[plan]}`
  const scheme = schemes[coin]
  if (scheme === undefined) return null
  // A cash address may carry its scheme already.
  const bare = address.startsWith(`${scheme}:`) ? address.slice(scheme.length + 1) : address
  return `${scheme}:${bare}?amount=${formatAtomic(amounts[plan], places)}`
}

/** 999.00: always two decimals, and no floating point on the way. */
function decimals(minor: number): string {
  const text = String(minor).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}
