import { expect, it } from 'vitest'
import { methodNames, paymentMethodName } from '#contract/values/payments/method-names'

it.each([
  ['paypal', 'wallet', methodNames.wallet],
  // The buyer chose the checkout, regardless of the method chosen inside it.
  ['razorpay', 'card', methodNames.checkout],
  ['razorpay', 'wallet', methodNames.checkout],
  ['razorpay', 'emi', methodNames.checkout],
  ['razorpay', 'upi', methodNames.upi],
  ['razorpay', 'netbanking', methodNames.netbanking],
  ['razorpay', 'bank_transfer', methodNames.netbanking],
  ['bank', 'upi', methodNames.upi],
  ['bank', 'netbanking', methodNames.netbanking],
  ['chain', 'BTC', 'Crypto (Bitcoin)'],
  ['chain', 'SHIB', methodNames.crypto],
] as const)('a payment that %s calls %s is called %s', (provider, method, name) => {
  expect(paymentMethodName({ provider, method })).toBe(name)
})
