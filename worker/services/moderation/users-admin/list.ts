import type { AdminUser, AdminUserQuery } from '#contract/schemas/moderation/users'
import { can } from '#contract/values/accounts/permissions'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { plainTyped } from '#contract/values/shared/typed'
import {
  type AccountRow,
  accountsInOrder,
  accountsNamed,
  accountsPage,
  membersPage,
} from '#db/queries/moderation/users-admin'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page, sparsePage } from '../../shared/pagination'
import { adminUserView } from './view'

/**
 * Lists a page of accounts, newest first or by name; members by the end of their term. Search results are
 * alphabetical, except staff and banned accounts, which come newest first. Pages of a search may be short or
 * empty and still have a next one.
 */
export async function listUsers(ctx: ServiceContext, query: AdminUserQuery): Promise<Page<AdminUser>> {
  const { role } = ctx.actor
  // The filter would reveal membership, which the list hides.
  if (query.filter === 'premium' && !can(role, 'payment.read'))
    throw new AppError('forbidden', "You don't have permission to do this.")
  const q = plainTyped(query.q ?? '')
  const found = await (q ? searchAccounts(ctx, query, q) : filterAccounts(ctx, query))
  return { ...found, items: found.items.map((row) => adminUserView(ctx, row)) }
}

async function filterAccounts(ctx: ServiceContext, query: AdminUserQuery): Promise<Page<AccountRow>> {
  const { filter, limit, cursor, sort } = query
  if (filter === 'premium') {
    const [until, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
    const after = until === undefined || id === undefined ? undefined : { until, id }
    const rows = await membersPage(ctx.db, ctx.now, limit + 1, after)
    return page(rows, limit, (row) => [row.premiumUntil ?? 0, row.id])
  }
  if (sort === 'name') {
    const [after] = cursor ? decodeCursor(cursor, 'string') : []
    const rows = await accountsInOrder(ctx.db, query.order !== 'desc', limit + 1, after)
    return page(rows, limit, ({ name }) => [name])
  }
  return pageOfAccounts(ctx, { ...query, filter })
}

async function searchAccounts(
  ctx: ServiceContext,
  query: AdminUserQuery,
  q: string,
): Promise<Page<AccountRow>> {
  const { filter, limit, cursor } = query
  const sought = {
    name: canonicalUsername(q),
    mail: can(ctx.actor.role, 'user.readEmail') ? q.toLowerCase() : null,
  }
  // There are few of them, compared to the accounts that begin with a letter.
  if (filter === 'staff' || filter === 'admin' || filter === 'banned')
    return pageOfAccounts(ctx, { ...query, filter }, sought)
  const [after] = cursor ? decodeCursor(cursor, 'string') : []
  const atMost = depth * limit + (filter === 'all' ? 1 : 0)
  const rows = await accountsNamed(ctx.db, { ...sought, filter, after }, ctx.now, atMost)
  return sparsePage(rows, {
    limit,
    atMost,
    matches: ({ shown }) => shown,
    cursorOf: ({ found }) => [found],
  })
}

/**
 * Rows scanned per row of a page. A search reads at most five for each: it matches name and email, and index
 * entries count as rows.
 */
const depth = 2

interface AccountList extends Pick<AdminUserQuery, 'limit' | 'cursor' | 'order'> {
  filter: 'all' | 'staff' | 'admin' | 'banned'
}

async function pageOfAccounts(
  { db, now }: ServiceContext,
  { filter, limit, cursor, order }: AccountList,
  sought?: { name: string; mail: string | null },
): Promise<Page<AccountRow>> {
  const [after] = cursor ? decodeCursor(cursor, 'number') : []
  const atMost = sought ? depth * limit : limit + 1
  const rows = await accountsPage(db, { filter, sought, isAscending: order === 'asc', after }, now, atMost)
  return sparsePage(rows, {
    limit,
    atMost,
    matches: ({ shown }) => shown,
    cursorOf: ({ id }) => [id],
  })
}
