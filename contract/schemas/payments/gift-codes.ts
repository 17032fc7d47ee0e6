import * as z from 'zod'
import {
  giftCodeCount,
  giftCodeMessages,
  giftCodeName,
  giftCodeNoteMax,
  readGiftCode,
} from '../../values/payments/gift-codes'
import { giftDays, giftMessages, giftReason } from '../../values/payments/gifts'
import { line, prose } from '../shared/parts'

export const makeGiftCodesInput = z.strictObject({
  name: line.min(giftCodeName.min, giftCodeMessages.name).max(giftCodeName.max),
  /** For staff only. */
  note: prose.max(giftCodeNoteMax),
  days: z.int(giftMessages.days).min(giftDays.min, giftMessages.days).max(giftDays.max, giftMessages.days),
  codes: z
    .int(giftCodeMessages.count)
    .min(giftCodeCount.min, giftCodeMessages.count)
    .max(giftCodeCount.max, giftCodeMessages.count),
  /** The last day on which they can be redeemed, to its end in UTC; null: they don't expire. */
  lastDay: z.iso.date(giftCodeMessages.lastDay).nullable(),
})
export type MakeGiftCodes = z.infer<typeof makeGiftCodesInput>

export const revokeGiftCodesInput = z.strictObject({
  reason: prose.min(giftReason.min, giftCodeMessages.reason).max(giftReason.max),
})

/** A code as someone typed it. */
export const giftCodeInput = z.strictObject({
  code: z
    .string()
    .max(100, giftCodeMessages.incomplete)
    .transform((text, ctx) => {
      const code = readGiftCode(text)
      if (code !== null) return code
      ctx.addIssue({ code: 'custom', message: giftCodeMessages.incomplete })
      return z.NEVER
    }),
})
export type GiftCodeInput = z.infer<typeof giftCodeInput>

/** A batch of gift codes as staff see it. The premium that it grants was never paid for. */
export interface GiftCodeBatch {
  id: string
  name: string
  note: string
  days: number
  codes: number
  redeemed: number
  madeBy: string
  at: string
  /** Time from which its codes can't be redeemed; null: they don't expire. */
  expiresAt: string | null
  revokedAt: string | null
  revokeReason: string | null
}

/** The only response that contains the codes: they are stored as hashes. */
export interface MadeGiftCodes {
  batch: GiftCodeBatch
  codes: string[]
}

/** A gift code's batch, and its redemption if there was one. */
export interface FoundGiftCode {
  batch: GiftCodeBatch
  redeemed: { at: string; member: { id: number; username: string } } | null
}

export interface RedeemedGiftCode {
  days: number
  /** End of the account's premium, including the time that it already had. */
  premiumUntil: string
}
