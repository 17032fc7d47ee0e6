import { referenceLength } from '#contract/values/payments/payments'
import { denseTyped } from '#contract/values/shared/typed'

const providerId = /^pay_[A-Za-z0-9]{6,40}$/

/**
 * Returns the canonical form of a typed reference: upper case, without spaces, dashes or invisible
 * characters. A provider's own ID keeps its case. Null for an invalid one.
 */
export function canonicalReference(typed: string): string | null {
  const bare = denseTyped(typed)
  if (providerId.test(bare)) return bare
  if (!/^[A-Za-z0-9]+$/.test(bare)) return null
  if (bare.length < referenceLength.min || bare.length > referenceLength.max) return null
  return bare.toUpperCase()
}

/** Returns whether a reference is the provider's own payment ID. */
export function isProviderId(reference: string): boolean {
  return providerId.test(reference)
}
