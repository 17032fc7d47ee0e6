import { insistOnChange } from '#db/queries/payments/entitlements'
import { giftCodeBatchById, markGiftCodesRevoked } from '#db/queries/payments/gift-codes'
import { whereOfRole } from '#db/queries/shared/account-standing'
import { AppError, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { isLostRace } from '../entitlements/append'

/** Revokes the unredeemed codes of a batch. Terms of redeemed codes stay. */
export async function revokeGiftCodes(ctx: UserContext, id: string, reason: string): Promise<void> {
  const { db, now, actor } = ctx
  const act = { action: 'gift-codes.revoke', subject: 'gift-codes', subjectId: id, reason }
  await repeatable(ctx, act, async () => {
    const [found] = await giftCodeBatchById(db, id)
    if (!found) throw notFound('The batch')
    if (found.batch.revokedAt !== null) throw alreadyRevoked()
    const { name, codes, redeemed } = found.batch
    const onlyIf = whereOfRole(actor.id, actor.staff, now)
    try {
      await db.batch([
        ...insistOnChange(db, markGiftCodesRevoked(db, id, now, reason, onlyIf)),
        audit(ctx, { ...act, details: { before: { name, left: codes - redeemed }, after: null } }),
      ])
    } catch (error) {
      throw isLostRace(error) ? alreadyRevoked() : error
    }
  })
}

function alreadyRevoked(): AppError {
  return new AppError('conflict', 'This batch has already been revoked.')
}
