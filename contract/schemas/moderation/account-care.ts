import * as z from 'zod'
import { careMessages, careText } from '../../values/moderation/account-care'
import { allowanceLimits } from '../../values/uploads/allowance'
import { time } from '../shared/parts'
import { ownProfile } from '../videos/profiles'

export const trustInput = z.strictObject({ trusted: z.boolean() })

const ownLimit = (max: number) => z.int().min(1).max(max).nullable()

/** Limits of an account alone; null: everyone's. */
export const accountLimits = z.strictObject({
  quotaBytes: ownLimit(Number.MAX_SAFE_INTEGER),
  publishesPerDay: ownLimit(allowanceLimits.publishesPerDay),
  openUploads: ownLimit(allowanceLimits.openUploads),
})
export type AccountLimits = z.infer<typeof accountLimits>

const text = (message: string) => z.string().trim().min(careText.min, message).max(careText.max)

export const warnInput = z.strictObject({ text: text(careMessages.warningShort) })
export const noteInput = z.strictObject({ text: text(careMessages.noteShort) })
export const requestFactorResetInput = z.strictObject({ reason: text(careMessages.reasonShort) })

/** A warning as its member sees it. */
export const ownWarning = z.object({ id: z.number().int(), at: time, text: z.string() })
export type OwnWarning = z.infer<typeof ownWarning>

export const accountWarning = ownWarning.extend({ by: z.string(), acknowledgedAt: time.nullable() })
export const accountNote = z.object({ id: z.number().int(), at: time, by: z.string(), text: z.string() })

/** A list that staff closed to sharing. */
export const closedList = z.object({ id: z.number().int(), name: z.string(), closedAt: time })
export type ClosedList = z.infer<typeof closedList>

/** A request that waits for another administrator. */
export const factorReset = z.object({
  by: z.object({ id: z.number().int(), username: z.string() }),
  reason: z.string(),
  at: time,
  expiresAt: time,
})

/** What staff set, wrote and asked for about an account. */
export const accountCare = z.object({
  trustedAt: time.nullable(),
  /** In force: the account's own or everyone's. */
  allowance: z.object({
    quotaBytes: z.number().int(),
    publishesPerDay: z.number().int(),
    openUploads: z.number().int(),
  }),
  limits: accountLimits,
  /** What it says of itself on its page; null for nothing. */
  profile: ownProfile.nullable(),
  /** Null, like the request, for those who may not reset it. */
  twoStep: z.boolean().nullable(),
  factorReset: factorReset.nullable(),
  /** Newest first. Only about accounts of a lower role, like notes and closed lists. */
  warnings: z.array(accountWarning),
  notes: z.array(accountNote),
  /** Its lists whose link staff closed. Also only for those who decide cases. */
  closedLists: z.array(closedList),
})
export type AccountCare = z.infer<typeof accountCare>
