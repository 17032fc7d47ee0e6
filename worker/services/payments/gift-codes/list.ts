import type { GiftCodeBatch } from '#contract/schemas/payments/gift-codes'
import type { PageQuery } from '#contract/schemas/shared/lists'
import { giftCodeBatchesPage, type ShownGiftCodeBatch } from '#db/queries/payments/gift-codes'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** Lists a page of batches, newest first. */
export async function listGiftCodes(
  { db }: UserContext,
  { limit, cursor }: PageQuery,
): Promise<Page<GiftCodeBatch>> {
  const [at, id] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const after = at === undefined || id === undefined ? undefined : { at, id }
  const rows = await giftCodeBatchesPage(db, limit + 1, after)
  const found = page(rows, limit, ({ batch }) => [batch.at, batch.id])
  return { ...found, items: found.items.map(batchView) }
}

export function batchView({ batch, madeBy }: ShownGiftCodeBatch): GiftCodeBatch {
  const { id, name, note, days, codes, redeemed, revokeReason } = batch
  return {
    id,
    name,
    note,
    days,
    codes,
    redeemed,
    revokeReason,
    madeBy,
    at: isoTime(batch.at),
    expiresAt: isoTimeOrNull(batch.expiresAt),
    revokedAt: isoTimeOrNull(batch.revokedAt),
  }
}
