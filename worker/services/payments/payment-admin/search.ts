import type { AdminPayment, AdminPaymentQuery } from '#contract/schemas/payments/payments'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { plainTyped } from '#contract/values/shared/typed'
import { accountIdNamed } from '#db/queries/accounts/users'
import {
  listPayments,
  type PaymentFilter,
  paymentsNamed,
  paymentsReferredTo,
} from '#db/queries/payments/admin'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { referencesIn } from '../../shared/pasted-names'
import { adminPayment } from './view'

/** Payments that one search can name without an account: one reference, in several books. */
const namedAtMost = 20

/** Lists a page of payments by date: all, or those that match the text. */
export async function searchPayments(
  ctx: ServiceContext,
  { q, status, order, limit, cursor }: AdminPaymentQuery,
): Promise<Page<AdminPayment>> {
  const filter: PaymentFilter = { status, isAscending: order === 'asc' }
  if (cursor) {
    const [at, id] = decodeCursor(cursor, 'number', 'string')
    filter.after = { at, id }
  }
  if (q) {
    filter.named = await resolve(ctx, q)
    if (filter.named.userId === undefined && filter.named.paymentIds.length === 0)
      return { items: [], nextCursor: null }
  }
  const rows = await listPayments(ctx.db, filter, limit + 1)
  const found = page(rows, limit, ({ payment }) => [payment.providerCreatedAt, payment.id])
  return { ...found, items: found.items.map(adminPayment) }
}

/** Returns IDs of payments that a text names by their own ID, the provider's, their order's or a reference. */
export async function paymentIdsNamed(ctx: ServiceContext, text: string): Promise<string[]> {
  return (await resolve(ctx, text)).paymentIds
}

/** Returns the typed text in every form that the books use: folded names and canonical references. */
async function resolve({ db }: ServiceContext, text: string): Promise<NonNullable<PaymentFilter['named']>> {
  const [accounts, named, referred] = await db.batch([
    accountIdNamed(db, canonicalUsername(text), plainTyped(text).toLowerCase()),
    paymentsNamed(db, plainTyped(text), namedAtMost),
    paymentsReferredTo(db, referencesIn(text), namedAtMost),
  ])
  const paymentIds = new Set([...named, ...referred].map(({ id }) => id))
  return { userId: accounts[0]?.id, paymentIds: [...paymentIds] }
}
