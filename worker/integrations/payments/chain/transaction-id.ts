/** The one form of a transaction's id: 64 hex digits in lower case, without 0x. Null for what can't be one. */
export function canonicalTransactionId(typed: string): string | null {
  const bare = typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/^0x/, '')
  return /^[0-9a-f]{64}$/.test(bare) ? bare : null
}
