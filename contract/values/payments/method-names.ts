import { type Coin, coinFacts, type PaymentMethod, type PaymentProviderId } from './payments'
import { processorFacts, processorIds, processors } from './processors'

/** The one name of each method: in the chooser, the account, receipts, emails, administration and exports. */
export const methodNames: Record<PaymentMethod, string> = {
  card: 'Card',
  wallet: 'PayPal',
  checkout: 'Razorpay',
  upi: 'UPI',
  netbanking: 'Netbanking',
  bitcoin: 'Bitcoin',
  crypto: 'Crypto',
}

/** Returns the name of a payment's method; for a coin, with the coin: "Crypto (Bitcoin)". */
export function paymentMethodName({
  provider,
  method,
}: {
  provider: PaymentProviderId
  /** As the provider names it. */
  method: string
}): string {
  if (provider === 'chain') return coinMethodName(method)
  // A payment that an administrator found in the bank's records is named as Razorpay would name it.
  const facts = processorFacts(provider === 'bank' ? 'razorpay' : provider)
  return methodNames[facts.also?.[method] ?? facts.method]
}

/** Returns the name of the crypto method, with the coin if it is known. */
export function coinMethodName(coin: string | null): string {
  const facts = coin === null ? undefined : coinFacts[coin as Coin]
  return facts ? `${methodNames.crypto} (${facts.name})` : methodNames.crypto
}

/** Names of the providers that keep the records of payments. */
export const providerNames = {
  chain: 'Blockchain',
  bank: 'Bank',
  ...Object.fromEntries(processorIds.map((id) => [id, processors[id].name])),
} as Record<PaymentProviderId, string>
