import { type ClaimRow, claimById, rivalsOf } from '#db/queries/payments/claims'
import { AppError, notFound } from '#worker/errors'
import type { ServiceContext, UserContext } from '../../context'

/** Returns a claim that this administrator may decide: another account's, and still open. */
export async function decidableClaim({ actor, db }: UserContext, id: string): Promise<ClaimRow> {
  const [claim] = await claimById(db, id)
  if (!claim) throw notFound('This claim')
  if (claim.userId === actor.id) throw new AppError('forbidden', "You can't decide your own claim.")
  if (isDecided(claim)) throw decided()
  return claim
}

export function isDecided({ status }: Pick<ClaimRow, 'status'>): boolean {
  return ['granted', 'rejected', 'expired'].includes(status)
}

/** Returns a claim's ID and account, with the recipient of the email about its decision. */
export function told({ id, userId }: ClaimRow, { email }: { email: string }) {
  return { claimId: id, userId, recipient: email }
}

/** Throws when the reference was granted before, even with new evidence. */
export async function insistUngranted({ db }: ServiceContext, claim: ClaimRow): Promise<void> {
  const rivals = await rivalsOf(db, claim)
  if (rivals.some(({ status }) => status === 'granted'))
    throw new AppError(
      'conflict',
      'This reference was granted to another account, so you can only reject it.',
    )
}

export function decided(): AppError {
  return new AppError('conflict', 'This claim has already been decided.')
}
