import type { GiveGift } from '../../../../contract/schemas/payments/gifts'
import { rolesBelow, staffRoleOf } from '../../../../contract/values/accounts/appointments'
import { minute } from '../../../../contract/values/shared/time'
import { allOf, always } from '../../../../db/conditions'
import { accountById } from '../../../../db/queries/accounts/users'
import { eventsOf, insistOnChange } from '../../../../db/queries/payments/entitlements'
import {
  giftsOfUser,
  insertGift,
  insertGiftEvent,
  whereNoGiftSince,
} from '../../../../db/queries/payments/gifts'
import { whereBelow } from '../../../../db/queries/shared/account-standing'
import { AppError, notFound } from '../../../errors'
import { randomId } from '../../../storage/keys'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { isoTime } from '../../shared/time'
import { append } from '../payments'
import { giftMail } from './mail'
import { writeGift } from './write'

/**
 * Gives an account premium for a number of days, after what it has. The gift is its own kind of event: neither a
 * payment nor revenue. The member is emailed.
 */
export async function giveGift(ctx: UserContext, userId: number, { days, reason }: GiveGift): Promise<void> {
  const { db, now, actor } = ctx
  const id = randomId()
  await writeGift(ctx, async () => {
    const account = await requireReceiver(ctx, userId)
    const events = await eventsOf(db, userId)
    const event = { userId, kind: 'grant', source: id, cause: 'gift', days, plan: null } as const
    const { statements, after } = append(ctx, events, event, insertGiftEvent)
    const act = {
      ...{ action: 'user.gift', subject: 'user', subjectId: userId, reason },
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
}

async function requireReceiver(ctx: UserContext, userId: number) {
  const { db, now, actor } = ctx
  if (userId === actor.id) throw new AppError('forbidden', "You can't give premium to your own account.")
  const [[account], gifts] = await db.batch([accountById(db, userId), giftsOfUser(db, userId, 5)])
  if (!account || account.erasingAt !== null) throw notFound('The account')
  if (!actor.staff || !rolesBelow(actor.staff).includes(staffRoleOf(account)))
    throw new AppError('forbidden', "You can't act on an account with this role.")
  const isRepeated = gifts.some(
    ({ at, givenBy, revokedAt }) => at > now - minute && givenBy === actor.id && revokedAt === null,
  )
  if (isRepeated) throw new AppError('conflict', 'You gave this account premium a moment ago.')
  return account
}
