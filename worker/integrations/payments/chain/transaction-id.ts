import { denseTyped } from '#contract/values/shared/typed'

/**
 * Returns the canonical form of a transaction ID: 64 hex digits in lower case, without 0x. Null for an
 * invalid one.
 */
export function canonicalTransactionId(typed: string): string | null {
  const bare = denseTyped(typed).toLowerCase().replace(/^0x/, '')
  return /^[0-9a-f]{64}$/.test(bare) ? bare : null
}
