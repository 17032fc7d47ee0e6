import type { OwnPayment } from '#contract/schemas/payments/payments'
import type { PageQuery } from '#contract/schemas/shared/lists'
import { eventsOf } from '#db/queries/payments/entitlements'
import { paymentsOfUser } from '#db/queries/payments/subscription'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { fold } from '../entitlements/fold'
import { ownPayment } from './view'

/** Lists a page of the account's payments, newest first; the subscription shows only the newest. */
export async function listOwnPayments(
  { db, actor }: UserContext,
  { limit, cursor }: PageQuery,
): Promise<Page<OwnPayment>> {
  const [at, id] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const after = at === undefined || id === undefined ? undefined : { at, id }
  const [rows, events] = await db.batch([
    paymentsOfUser(db, actor.id, limit + 1, after),
    eventsOf(db, actor.id),
  ])
  const terms = new Map(fold(events).terms.map((term) => [term.source, term]))
  const found = page(rows, limit, (row) => [row.providerCreatedAt, row.id])
  return { ...found, items: found.items.map((row) => ownPayment(row, terms.get(row.id))) }
}
