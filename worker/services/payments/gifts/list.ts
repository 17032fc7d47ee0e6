import type { Gift, OwnGift } from '#contract/schemas/payments/gifts'
import type { PageQuery } from '#contract/schemas/shared/lists'
import { giftsPage, type ShownGift, shownGiftsOf } from '#db/queries/payments/gifts'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import type { Term } from '../entitlements/fold'

const atMostOfOne = 50

/** Lists a page of all gifts and redeemed codes, newest first. */
export async function listGifts({ db }: UserContext, { limit, cursor }: PageQuery): Promise<Page<Gift>> {
  const [at, id] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const after = at === undefined || id === undefined ? undefined : { at, id }
  const rows = await giftsPage(db, limit + 1, after)
  const found = page(rows, limit, ({ at, id }) => [at, id])
  return { ...found, items: found.items.map(giftView) }
}

/** Returns the gifts to one account, and the codes it redeemed, newest first. */
export async function giftsTo({ db }: UserContext, userId: number): Promise<Gift[]> {
  return (await shownGiftsOf(db, userId, atMostOfOne)).map(giftView)
}

function giftView({ userId, username, at, revokedAt, ...gift }: ShownGift): Gift {
  return {
    ...gift,
    at: isoTime(at),
    revokedAt: isoTimeOrNull(revokedAt),
    member: { id: userId, username },
  }
}

interface GiftOfMember {
  id: string
  at: number
  days: number
  reason: string | null
  revokedAt: number | null
}

/** Returns a gift as its member sees it, with the term that it adds, if any. */
export function ownGift({ id, at, days, reason, revokedAt }: GiftOfMember, term: Term | undefined): OwnGift {
  return {
    id,
    at: isoTime(at),
    days,
    reason,
    from: term ? isoTime(term.from) : null,
    until: term ? isoTime(term.until) : null,
    revokedAt: isoTimeOrNull(revokedAt),
  }
}
