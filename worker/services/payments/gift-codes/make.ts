import type { MadeGiftCodes, MakeGiftCodes } from '#contract/schemas/payments/gift-codes'
import { giftCodeMessages, giftCodeYears, spacedGiftCode } from '#contract/values/payments/gift-codes'
import { day } from '#contract/values/shared/time'
import { insistOnChange } from '#db/queries/payments/entitlements'
import { giftCodeBatchNamed, insertGiftCodeBatch, insertGiftCodes } from '#db/queries/payments/gift-codes'
import { whereOfRole } from '#db/queries/shared/account-standing'
import { AppError, invalidField } from '#worker/errors'
import { randomId } from '#worker/storage/keys'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { isoTimeOrNull } from '../../shared/time'
import { isLostRace } from '../entitlements/append'
import { giftCodeHash, newGiftCode } from './code'
import { batchView } from './list'

/**
 * Makes a batch of codes, each of which gives an account premium for a number of days. The answer is the only time that
 * they are known: if it is lost, its name is taken, and the batch can only be revoked.
 */
export async function makeGiftCodes(ctx: UserContext, input: MakeGiftCodes): Promise<MadeGiftCodes> {
  const { db, now, actor } = ctx
  const { name, note, days, codes: count, lastDay } = input
  const expiresAt = expiryOf(lastDay, now)
  const codes = Array.from({ length: count }, newGiftCode)
  const batch = { id: randomId(), name, note, days, codes: count, madeBy: actor.id, at: now, expiresAt }
  const act = {
    action: 'gift-codes.make',
    subject: 'gift-codes',
    subjectId: batch.id,
    details: { before: null, after: { name, days, codes: count, expiresAt: isoTimeOrNull(expiresAt) } },
  }
  const onlyIf = whereOfRole(actor.id, actor.staff, now)
  try {
    await db.batch([
      ...insistOnChange(db, insertGiftCodeBatch(db, batch, onlyIf)),
      insertGiftCodes(db, batch.id, codes.map(giftCodeHash)),
      // Last, since a batch that the log names gets no more codes.
      audit(ctx, act),
    ])
  } catch (error) {
    throw isLostRace(error) ? await refusalOf(ctx, name) : error
  }
  const made = { ...batch, redeemed: 0, revokedAt: null, revokeReason: null }
  return { batch: batchView({ batch: made, madeBy: actor.username }), codes: codes.map(spacedGiftCode) }
}

function expiryOf(lastDay: string | null, now: number): number | null {
  if (lastDay === null) return null
  const expiresAt = Date.parse(lastDay) + day
  if (expiresAt > now && expiresAt <= now + giftCodeYears * 366 * day) return expiresAt
  throw invalidField('lastDay', giftCodeMessages.lastDay)
}

async function refusalOf({ db }: UserContext, name: string): Promise<AppError> {
  const [taken] = await giftCodeBatchNamed(db, name)
  if (!taken) return new AppError('conflict', 'Your role has just changed. Reload the page.')
  const message = giftCodeMessages.nameTaken
  return new AppError('conflict', message, { errors: [{ path: 'name', message }] })
}
