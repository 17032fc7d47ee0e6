import type { Gift, OwnGift } from '../../../../contract/schemas/payments/gifts'
import type { PageQuery } from '../../../../contract/schemas/shared/lists'
import { type GiftRow, giftsPage, type ShownGift, shownGiftsOf } from '../../../../db/queries/payments/gifts'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import type { Term } from '../payments'

const atMostOfOne = 50

/** Lists a page of all gifts, newest first. */
export async function listGifts({ db }: UserContext, { limit, cursor }: PageQuery): Promise<Page<Gift>> {
  const [at, id] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const after = at === undefined || id === undefined ? undefined : { at, id }
  const rows = await giftsPage(db, limit + 1, after)
  const found = page(rows, limit, ({ gift }) => [gift.at, gift.id])
  return { ...found, items: found.items.map(giftView) }
}

/** Returns the gifts to one account, newest first. */
export async function giftsTo({ db }: UserContext, userId: number): Promise<Gift[]> {
  return (await shownGiftsOf(db, userId, atMostOfOne)).map(giftView)
}

function giftView({ gift, username, givenBy }: ShownGift): Gift {
  const { id, days, reason, revokeReason } = gift
  return {
    ...{ id, days, reason, revokeReason, givenBy, at: isoTime(gift.at) },
    revokedAt: isoTimeOrNull(gift.revokedAt),
    member: { id: gift.userId, username },
  }
}

/** Returns a gift as its member sees it, with the term that it adds, if any. */
export function ownGift(row: GiftRow, term: Term | undefined): OwnGift {
  return {
    ...{ id: row.id, at: isoTime(row.at), days: row.days, reason: row.reason },
    from: term ? isoTime(term.from) : null,
    until: term ? isoTime(term.until) : null,
    revokedAt: isoTimeOrNull(row.revokedAt),
  }
}
