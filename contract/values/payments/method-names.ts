import { type Coin, coinFacts, type PaymentMethod, type PaymentProviderId } from './payments'

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

/** Returns the name of the method that a payment was made by, of coins with the coin: "Crypto (Bitcoin)". */
export function paymentMethodName({
  provider,
  method,
}: {
  provider: PaymentProviderId
  /** As the provider names it. */
  method: string
}): string {
  if (provider === 'paypal') return methodNames.wallet
  if (provider === 'btcpay') return methodNames.bitcoin
  if (provider === 'verotel' || provider === 'ccbill') return methodNames.card
  if (provider === 'chain') return coinMethodName(method)
  if (method === 'upi') return methodNames.upi
  if (method === 'netbanking' || method === 'bank_transfer') return methodNames.netbanking
  return methodNames.checkout
}

/** Returns the name of crypto, with the coin where it is known. */
export function coinMethodName(coin: string | null): string {
  const facts = coin === null ? undefined : coinFacts[coin as Coin]
  return facts ? `${methodNames.crypto} (${facts.name})` : methodNames.crypto
}

/** Names of the providers that keep the records of payments. */
export const providerNames: Record<PaymentProviderId, string> = {
  paypal: methodNames.wallet,
  razorpay: methodNames.checkout,
  btcpay: 'BTCPay Server',
  verotel: 'Verotel',
  ccbill: 'CCBill',
  chain: 'Blockchain',
  bank: 'Bank',
}
