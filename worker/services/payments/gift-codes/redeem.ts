import type { GiftCodeInput, RedeemedGiftCode } from '#contract/schemas/payments/gift-codes'
import { giftCodeMessages } from '#contract/values/payments/gift-codes'
import { eventsOf, insistOnChange } from '#db/queries/payments/entitlements'
import { giftCodeByHash, insertGiftCodeEvent, markRedeemed } from '#db/queries/payments/gift-codes'
import { subscriptionOf } from '#db/queries/payments/subscription'
import { AppError, invalidField } from '#worker/errors'
import type { UserContext } from '../../context'
import { unlessDone } from '../../shared/audit'
import { dateText } from '../../shared/mail'
import { enforceLimits, giveBack, type Use } from '../../shared/rate-limits'
import { isoTime, repeatMs } from '../../shared/time'
import { append } from '../entitlements/append'
import { writeGift } from '../gifts/write'
import { giftCodeHash } from './code'
import { giftCodeMail } from './mail'

/**
 * Redeems a code: the account gets premium after its current term, and an email. One sentence refuses every
 * code that can't be redeemed, except to the member who redeemed or made it. The limits count only refusals.
 * Redeeming is no sale, so it doesn't depend on what there is to play.
 */
export async function redeemGiftCode(ctx: UserContext, { code }: GiftCodeInput): Promise<RedeemedGiftCode> {
  const { actor, client, db } = ctx
  const hash = giftCodeHash(code)
  const tries: [Use, Use, Use] = [
    { action: 'giftCode', key: String(actor.id) },
    { action: 'giftCodeDay', key: String(actor.id) },
    { action: 'giftCodeAddress', key: client.address },
  ]
  await enforceLimits(ctx, tries)
  await unlessDone(
    () => hasJustRedeemed(ctx, hash),
    () => writeGift(ctx, () => redemption(ctx, hash)),
  )
  const [[found], [subscription]] = await db.batch([
    giftCodeByHash(db, hash),
    subscriptionOf(db, actor.id),
    ...tries.map(({ action, key }) => giveBack(ctx, action, key)),
  ])
  if (!found || !subscription) throw new Error('A redeemed code has its term')
  return { days: found.batch.days, premiumUntil: isoTime(subscription.premiumUntil) }
}

/** Returns the statements that redeem a code. Throws if it can't be redeemed. */
async function redemption(ctx: UserContext, hash: string) {
  const { actor, db, now } = ctx
  const [found] = await giftCodeByHash(db, hash)
  if (!found) throw invalid()
  const { code, batch } = found
  if (code.redeemedAt !== null && code.redeemedBy === actor.id) throw ownAlready(code.redeemedAt)
  const isOver = batch.revokedAt !== null || (batch.expiresAt !== null && batch.expiresAt <= now)
  if (code.redeemedAt !== null || isOver) throw invalid()
  if (batch.madeBy === actor.id)
    throw new AppError('forbidden', "You made this code, so you can't redeem it yourself.")
  const { days } = batch
  const event = { userId: actor.id, kind: 'grant', source: hash, cause: 'code', days, plan: null } as const
  const { statements, after } = append(ctx, await eventsOf(db, actor.id), event, insertGiftCodeEvent)
  return [
    ...insistOnChange(db, markRedeemed(db, hash, actor.id, now)),
    ...statements,
    giftCodeMail(ctx, { hash, days, until: after.premiumUntil }),
  ] as const
}

/** Returns whether the account redeemed the code a moment ago: the answer was lost, and it is sent again. */
async function hasJustRedeemed({ actor, db, now }: UserContext, hash: string): Promise<boolean> {
  const [found] = await giftCodeByHash(db, hash)
  const { redeemedBy, redeemedAt } = found?.code ?? {}
  return redeemedBy === actor.id && (redeemedAt ?? 0) > now - repeatMs
}

function invalid(): AppError {
  return invalidField('code', giftCodeMessages.invalid)
}

function ownAlready(at: number): AppError {
  const message = `You've already redeemed this code, on ${dateText(at)}.`
  return new AppError('conflict', message, { errors: [{ path: 'code', message }] })
}
