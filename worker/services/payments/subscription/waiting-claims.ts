import type { OwnClaim } from '#contract/schemas/payments/payments'
import { waitingClaims as waitingStatuses } from '#contract/values/payments/payments'
import { claimsOfUser } from '#db/queries/payments/subscription'
import type { UserContext } from '../../context'
import { claimsAtMost } from './get'
import { ownClaim } from './view'

/** Returns the account's typed references that are being checked, newest first. */
export async function waitingClaims({ db, actor }: UserContext): Promise<OwnClaim[]> {
  const rows = await claimsOfUser(db, actor.id, claimsAtMost)
  return rows.filter(({ status }) => waitingStatuses.includes(status)).map(ownClaim)
}
