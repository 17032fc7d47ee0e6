import { always } from '#db/conditions'
import { eventsOf, insistOnChange } from '#db/queries/payments/entitlements'
import { giftById, insertGiftEvent, markGiftRevoked } from '#db/queries/payments/gifts'
import { whereBelow } from '#db/queries/shared/account-standing'
import { AppError, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, isDone, unlessDone } from '../../shared/audit'
import { isoTime } from '../../shared/time'
import { append } from '../entitlements/append'
import { giftRevokedMail } from './mail'
import { requireMember } from './member'
import { writeGift } from './write'

/** Takes a gift back: its term ends now, for media too, and paid ones move up. The member is emailed. */
export async function revokeGift(ctx: UserContext, id: string, reason: string): Promise<void> {
  const { db, now, actor } = ctx
  const write = () =>
    writeGift(ctx, async () => {
      const [gift] = await giftById(db, id)
      if (!gift) throw notFound('The gift')
      const { userId } = gift
      const account = await requireMember(ctx, userId, "You can't revoke a gift to your own account.")
      if (gift.revokedAt !== null) throw new AppError('conflict', 'This gift has already been revoked.')
      const event = { userId, kind: 'revoke', source: id, cause: 'gift', days: 0, plan: null } as const
      const { statements, after } = append(ctx, await eventsOf(db, userId), event, insertGiftEvent)
      const act = {
        action: 'user.gift-revoke',
        subject: 'user',
        subjectId: userId,
        details: {
          gift: id,
          before: { days: gift.days },
          after: { premiumUntil: isoTime(after.premiumUntil) },
        },
      }
      const onlyIf = whereBelow(actor, userId, now, always)
      return [
        ...insistOnChange(db, markGiftRevoked(db, id, now, reason, onlyIf)),
        audit(ctx, act),
        ...statements,
        giftRevokedMail(ctx, account, { id, days: gift.days, reason, until: after.premiumUntil }),
      ]
    })
  await unlessDone(() => isRevoked(ctx, id, reason), write)
}

/**
 * Returns whether the actor has just revoked the gift for this reason, which is stored with the gift and not
 * in the log.
 */
async function isRevoked(ctx: UserContext, id: string, reason: string): Promise<boolean> {
  const [gift] = await giftById(ctx.db, id)
  if (gift?.revokeReason !== reason) return false
  const act = { action: 'user.gift-revoke', subject: 'user', subjectId: gift.userId, details: { gift: id } }
  return isDone(ctx, act)
}
