import * as z from 'zod'
import { giftDays, giftMessages, giftReason } from '../../values/payments/gifts'
import { prose } from '../shared/parts'

const reason = prose.min(giftReason.min, giftMessages.reasonShort).max(giftReason.max)

export const giveGiftInput = z.strictObject({
  days: z.int(giftMessages.days).min(giftDays.min, giftMessages.days).max(giftDays.max, giftMessages.days),
  reason,
})
export type GiveGift = z.infer<typeof giveGiftInput>

export const revokeGiftInput = z.strictObject({ reason })

/** A gift of premium as its member sees it. */
export interface OwnGift {
  id: string
  at: string
  days: number
  /** Null if the member redeemed a gift code. */
  reason: string | null
  /** The term that it adds, which a revocation ends; null if it was revoked before the term began. */
  from: string | null
  until: string | null
  revokedAt: string | null
}

/** A gift of premium as staff see it. It was never paid for, and isn't revenue. */
export type Gift = Omit<OwnGift, 'from' | 'until'> & {
  member: { id: number; username: string }
  /** The staff member who gave it, or who made the code. */
  givenBy: string
  /** Name of the batch of codes; null if staff gave it. */
  batch: string | null
  revokeReason: string | null
}
