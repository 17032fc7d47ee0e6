import * as z from 'zod'
import { giftDays, giftMessages, giftReason } from '../../values/payments/gifts'
import { time } from '../shared/parts'

const reason = z.string().trim().min(giftReason.min, giftMessages.reasonShort).max(giftReason.max)

export const giveGiftInput = z.strictObject({
  days: z.int(giftMessages.days).min(giftDays.min, giftMessages.days).max(giftDays.max, giftMessages.days),
  reason,
})
export type GiveGift = z.infer<typeof giveGiftInput>

export const revokeGiftInput = z.strictObject({ reason })

/** A gift of premium as its member sees it. */
export const ownGift = z.object({
  id: z.string(),
  at: time,
  days: z.number().int(),
  reason: z.string(),
  /** The term that it adds, which a revocation ends; null when it was revoked before that began. */
  from: time.nullable(),
  until: time.nullable(),
  revokedAt: time.nullable(),
})
export type OwnGift = z.infer<typeof ownGift>

/** As staff see it. It was never paid for, and is no revenue. */
export const gift = ownGift.omit({ from: true, until: true }).extend({
  member: z.object({ id: z.number().int(), username: z.string() }),
  givenBy: z.string(),
  revokeReason: z.string().nullable(),
})
export type Gift = z.infer<typeof gift>
