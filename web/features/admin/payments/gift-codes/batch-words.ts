import type { GiftCodeBatch } from '#contract/schemas/payments/gift-codes'

export type BatchState = 'Active' | 'Used up' | 'Expired' | 'Revoked'

export function stateOf({ codes, redeemed, expiresAt, revokedAt }: GiftCodeBatch, now: number): BatchState {
  if (revokedAt !== null) return 'Revoked'
  if (redeemed === codes) return 'Used up'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'Expired' : 'Active'
}

const formats = {
  long: new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }),
  /** For narrow columns. */
  medium: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }),
}

/** Returns the last day on which the codes can be redeemed; null where they don't expire. */
export function lastDayOf(
  { expiresAt }: Pick<GiftCodeBatch, 'expiresAt'>,
  format: keyof typeof formats = 'long',
): string | null {
  return expiresAt === null ? null : formats[format].format(Date.parse(expiresAt) - 1)
}
