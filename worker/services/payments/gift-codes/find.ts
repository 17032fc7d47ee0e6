import type { FoundGiftCode, GiftCodeInput } from '#contract/schemas/payments/gift-codes'
import { giftCodeBatchById, giftCodeByHash, redeemerOf } from '#db/queries/payments/gift-codes'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, isDone } from '../../shared/audit'
import { isoTime } from '../../shared/time'
import { giftCodeHash } from './code'
import { batchView } from './list'

/**
 * Returns the batch of a code that a member sent to support, and the member who redeemed it. If someone did,
 * the log records who looked it up, once for several codes of a batch in a row.
 */
export async function findGiftCode(ctx: UserContext, { code }: GiftCodeInput): Promise<FoundGiftCode> {
  const { db } = ctx
  const hash = giftCodeHash(code)
  const [found] = await giftCodeByHash(db, hash)
  if (!found) throw notOurs()
  const [[batch], [member]] = await db.batch([giftCodeBatchById(db, found.batch.id), redeemerOf(db, hash)])
  if (!batch) throw new Error('A code has its batch')
  const { redeemedAt } = found.code
  if (redeemedAt === null || !member) return { batch: batchView(batch), redeemed: null }
  const act = { action: 'gift-codes.find', subject: 'gift-codes', subjectId: found.batch.id }
  if (!(await isDone(ctx, act))) await audit(ctx, act)
  return { batch: batchView(batch), redeemed: { at: isoTime(redeemedAt), member } }
}

function notOurs(): AppError {
  const message = "This code isn't one of ours."
  return new AppError('not_found', message, { errors: [{ path: 'code', message }] })
}
