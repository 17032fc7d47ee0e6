import type { GiftCodeBatch } from '../../../../../contract/schemas/payments/gift-codes'

export type BatchState = 'Active' | 'Used up' | 'Expired' | 'Revoked'

export function stateOf({ codes, redeemed, expiresAt, revokedAt }: GiftCodeBatch, now: number): BatchState {
  if (revokedAt !== null) return 'Revoked'
  if (redeemed === codes) return 'Used up'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'Expired' : 'Active'
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the last day on which the codes can be redeemed; null where they don't expire. */
export function lastDayOf({ expiresAt }: Pick<GiftCodeBatch, 'expiresAt'>): string | null {
  return expiresAt === null ? null : day.format(Date.parse(expiresAt) - 1)
}
