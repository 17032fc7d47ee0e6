import { type Coin, coinFacts, formatAtomic } from '#contract/values/payments/payments'
import { membershipName, type Plan } from '#contract/values/payments/prices'

/** Returns the content of a UPI QR code, which opens a UPI app with everything filled in. */
export function upiUri(
  { payee, payeeName }: { payee: string; payeeName: string },
  plan: Plan,
  amountMinor: number,
): string {
  const fields = {
    pa: payee,
    pn: payeeName,
    am: decimals(amountMinor),
    cu: 'INR',
    tn: membershipName(plan),
  }
  // Apps differ in whether they decode an encoded @, and none needs it encoded. Few read a plus as a space.
  const text = (value: string) => encodeURIComponent(value).replaceAll('%40', '@')
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${text(value)}`)
    .join('&')}`
}

/** Chains whose wallets accept ERC-681 links: the amount is an integer of the smallest unit. */
const chainIds: Partial<Record<Coin, number>> = { ETH: 1, MATIC: 137 }
/** Coins whose wallets accept BIP-21 links, with the amount in whole coins. */
const schemes: Partial<Record<Coin, string>> = { BTC: 'bitcoin', BCH: 'bitcoincash', LTC: 'litecoin' }

/**
 * Returns a link that opens a wallet with address and amount filled in; null for a coin without a settled
 * scheme.
 */
export function coinUri(coin: Coin, address: string, plan: Plan): string | null {
  const { amounts, decimals: places } = coinFacts[coin]
  const chainId = chainIds[coin]
  if (chainId !== undefined) return `ethereum:${address}@${chainId}?value=${amounts[plan]}`
  const scheme = schemes[coin]
  if (scheme === undefined) return null
  // A cash address may include its scheme already.
  const bare = address.startsWith(`${scheme}:`) ? address.slice(scheme.length + 1) : address
  return `${scheme}:${bare}?amount=${formatAtomic(amounts[plan], places)}`
}

/** Formats 999.00: always two decimals, without floating point. */
function decimals(minor: number): string {
  const text = String(minor).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}
