import type { FoundGiftCode, GiftCodeInput } from '../../../../contract/schemas/payments/gift-codes'
import { giftCodeBatchById, giftCodeByHash, redeemerOf } from '../../../../db/queries/payments/gift-codes'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { isoTime } from '../../shared/time'
import { giftCodeHash } from './code'
import { batchView } from './list'

/** Returns what became of a code that a member sent to support: its batch, and who redeemed it. */
export async function findGiftCode({ db }: UserContext, { code }: GiftCodeInput): Promise<FoundGiftCode> {
  const hash = giftCodeHash(code)
  const [found] = await giftCodeByHash(db, hash)
  if (!found) throw notOurs()
  const [[batch], [member]] = await db.batch([giftCodeBatchById(db, found.batch.id), redeemerOf(db, hash)])
  if (!batch) throw new Error('A code has its batch')
  const { redeemedAt } = found.code
  return {
    batch: batchView(batch),
    redeemed: redeemedAt === null || !member ? null : { at: isoTime(redeemedAt), member },
  }
}

function notOurs(): AppError {
  const message = "This code isn't one of ours."
  return new AppError('not_found', message, { errors: [{ path: 'code', message }] })
}
