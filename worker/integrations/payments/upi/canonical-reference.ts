import { referenceLength } from '../../../../contract/values/payments/payments'

const providerId = /^pay_[A-Za-z0-9]{6,40}$/

/**
 * The one form of a typed reference, so that no way of writing it makes it another one: no spaces, dashes or invisible
 * characters, upper case. A provider's own id keeps its case. Null for what can't be a reference.
 */
export function canonicalReference(typed: string): string | null {
  const bare = typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '')
  if (providerId.test(bare)) return bare
  if (!/^[A-Za-z0-9]+$/.test(bare)) return null
  if (bare.length < referenceLength.min || bare.length > referenceLength.max) return null
  return bare.toUpperCase()
}

/** Whether a reference is the provider's own id of a payment. */
export function isProviderId(reference: string): boolean {
  return providerId.test(reference)
}
