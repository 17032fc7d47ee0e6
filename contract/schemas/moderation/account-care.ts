import * as z from 'zod'
import { careMessages, careText } from '../../values/moderation/account-care'
import { allowanceLimits } from '../../values/uploads/allowance'
import type { OwnProfile } from '../videos/profiles'

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
export interface OwnWarning {
  id: number
  at: string
  text: string
}

export interface AccountWarning extends OwnWarning {
  by: string
  acknowledgedAt: string | null
}
export interface AccountNote {
  id: number
  at: string
  by: string
  text: string
}

/** A list that staff closed to sharing. */
export interface ClosedList {
  id: number
  name: string
  closedAt: string
}

/** A request that waits for another administrator. */
export interface FactorReset {
  by: { id: number; username: string }
  reason: string
  at: string
  expiresAt: string
}

/** What staff set, wrote and asked for about an account. */
export interface AccountCare {
  trustedAt: string | null
  /** In force: the account's own or everyone's. */
  allowance: {
    quotaBytes: number
    publishesPerDay: number
    openUploads: number
  }
  limits: AccountLimits
  /** What it says of itself on its page; null for nothing. */
  profile: OwnProfile | null
  /** Null, like the request, for those who may not reset it. */
  twoStep: boolean | null
  factorReset: FactorReset | null
  /** Newest first. Only about accounts of a lower role, like notes and closed lists. */
  warnings: AccountWarning[]
  notes: AccountNote[]
  /** Its lists whose link staff closed. Also only for those who decide cases. */
  closedLists: ClosedList[]
}
