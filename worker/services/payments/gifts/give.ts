import type { GiveGift } from '#contract/schemas/payments/gifts'
import { minute } from '#contract/values/shared/time'
import { allOf, always } from '#db/conditions'
import { eventsOf, insistOnChange } from '#db/queries/payments/entitlements'
import { giftsOfUser, insertGift, insertGiftEvent, whereNoGiftSince } from '#db/queries/payments/gifts'
import { whereBelow } from '#db/queries/shared/account-standing'
import { AppError } from '#worker/errors'
import { randomId } from '#worker/storage/keys'
import type { UserContext } from '../../context'
import { audit, unlessDone } from '../../shared/audit'
import { isoTime } from '../../shared/time'
import { append } from '../entitlements/append'
import { giftMail } from './mail'
import { requireMember } from './member'
import { writeGift } from './write'

/**
 * Gives an account premium for a number of days, after its current term. The gift is its own kind of event:
 * neither a payment nor revenue. The member is emailed.
 */
export async function giveGift(ctx: UserContext, userId: number, { days, reason }: GiveGift): Promise<void> {
  const { db, now, actor } = ctx
  const id = randomId()
  const write = () =>
    writeGift(ctx, async () => {
      const account = await requireReceiver(ctx, userId)
      const events = await eventsOf(db, userId)
      const event = { userId, kind: 'grant', source: id, cause: 'gift', days, plan: null } as const
      const { statements, after } = append(ctx, events, event, insertGiftEvent)
      const act = {
        // The reason is stored with the gift, which loses it when the account is erased: the log never
        // changes.
        action: 'user.gift',
        subject: 'user',
        subjectId: userId,
        details: { gift: id, before: null, after: { days, premiumUntil: isoTime(after.premiumUntil) } },
      }
      const gift = { id, userId, days, reason, givenBy: actor.id, at: now }
      const onlyIf = allOf(
        whereBelow(actor, userId, now, always),
        whereNoGiftSince(userId, actor.id, now - minute),
      )
      return [
        ...insistOnChange(db, insertGift(db, gift, onlyIf)),
        audit(ctx, act),
        ...statements,
        giftMail(ctx, account, { ...gift, until: after.premiumUntil }),
      ]
    })
  await unlessDone(() => isJustGiven(ctx, userId, { days, reason }), write)
}

/** Returns the actor's gifts of the last minute to an account. */
async function justGiven({ db, now, actor }: UserContext, userId: number) {
  const gifts = await giftsOfUser(db, userId, 5)
  return gifts.filter(
    ({ at, givenBy, revokedAt }) => at > now - minute && givenBy === actor.id && revokedAt === null,
  )
}

/** Returns whether this very gift was just given: the answer was lost, and it is sent again. */
async function isJustGiven(ctx: UserContext, userId: number, { days, reason }: GiveGift): Promise<boolean> {
  const gifts = await justGiven(ctx, userId)
  return gifts.some((gift) => gift.days === days && gift.reason === reason)
}

async function requireReceiver(ctx: UserContext, userId: number) {
  const account = await requireMember(ctx, userId, "You can't give premium to your own account.")
  if ((await justGiven(ctx, userId)).length > 0)
    throw new AppError('conflict', 'You gave this account premium a moment ago.')
  return account
}
