import * as z from 'zod'
import { careMessages, careText } from '../../values/moderation/account-care'
import { allowanceLimits } from '../../values/uploads/allowance'
import { prose } from '../shared/parts'
import type { OwnProfile } from '../videos/profiles'

export const trustInput = z.strictObject({ trusted: z.boolean() })

const ownLimit = (max: number) => z.int().min(1).max(max).nullable()

/** An account's own limits; null: the same as everyone's. */
export const accountLimits = z.strictObject({
  quotaBytes: ownLimit(Number.MAX_SAFE_INTEGER),
  publishesPerDay: ownLimit(allowanceLimits.publishesPerDay),
  openUploads: ownLimit(allowanceLimits.openUploads),
})
export type AccountLimits = z.infer<typeof accountLimits>

const text = (message: string) => prose.min(careText.min, message).max(careText.max)

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

/**
 * An account as staff manage it: its trust and limits, their warnings and notes, and a pending second-factor
 * reset.
 */
export interface AccountCare {
  trustedAt: string | null
  /** The limits in force: the account's own or everyone's. */
  allowance: {
    quotaBytes: number
    publishesPerDay: number
    openUploads: number
  }
  limits: AccountLimits
  /** The text and picture on its page; null if it has neither. */
  profile: OwnProfile | null
  /** Null, like the request below, for staff who may not reset it. */
  twoStep: boolean | null
  factorReset: FactorReset | null
  /** Newest first. Warnings, notes and closed lists are returned only for accounts of a lower role. */
  warnings: AccountWarning[]
  notes: AccountNote[]
  /** Its lists whose links staff closed; returned only to staff who decide cases. */
  closedLists: ClosedList[]
}
