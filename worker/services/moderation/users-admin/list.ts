import type { AdminUser, AdminUserQuery } from '../../../../contract/schemas/moderation/users'
import { canonicalUsername } from '../../../../contract/values/accounts/usernames'
import {
  type AccountRow,
  accountsNamed,
  accountsPage,
  membersPage,
} from '../../../../db/queries/moderation/users-admin'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page, sparsePage } from '../../shared/pagination'
import { adminUserView } from './view'

/**
 * A page of accounts: newest first, members by the end of their term. Those that were searched for come by the alphabet,
 * but administrators and the banned newest first; such a page may be short, or empty, and have a next one all the same.
 */
export async function listUsers(ctx: ServiceContext, query: AdminUserQuery): Promise<Page<AdminUser>> {
  const found = await (query.q ? searchAccounts(ctx, query, query.q) : filterAccounts(ctx, query))
  return { ...found, items: found.items.map((row) => adminUserView(row, ctx.now)) }
}

async function filterAccounts(
  ctx: ServiceContext,
  { filter, limit, cursor }: AdminUserQuery,
): Promise<Page<AccountRow>> {
  if (filter === 'premium') {
    const [until, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
    const after = until === undefined || id === undefined ? undefined : { until, id }
    const rows = await membersPage(ctx.db, ctx.now, limit + 1, after)
    return page(rows, limit, (row) => [row.premiumUntil ?? 0, row.id])
  }
  return walkAccounts(ctx, { filter, limit, cursor })
}

async function searchAccounts(
  ctx: ServiceContext,
  { filter, limit, cursor }: AdminUserQuery,
  q: string,
): Promise<Page<AccountRow>> {
  const sought = { name: canonicalUsername(q), mail: q.toLowerCase() }
  // Administrators and the banned are few beside those who begin with a letter.
  if (filter === 'admin' || filter === 'banned') return walkAccounts(ctx, { filter, limit, cursor }, sought)
  const [after] = cursor ? decodeCursor(cursor, 'string') : []
  const atMost = depth * limit + (filter === 'all' ? 1 : 0)
  const rows = await accountsNamed(ctx.db, { ...sought, filter, after }, ctx.now, atMost)
  return sparsePage(rows, {
    ...{ limit, atMost },
    matches: ({ shown }) => shown,
    cursorOf: ({ found }) => [found],
  })
}

/**
 * Accounts that a search looks through for each that a page may have, so that it reads five rows at most for each: one is
 * found by name and by mail, and one of an index is a row by itself.
 */
const depth = 2

interface Walk extends Pick<AdminUserQuery, 'limit' | 'cursor'> {
  filter: 'all' | 'admin' | 'banned'
}

async function walkAccounts(
  { db, now }: ServiceContext,
  { filter, limit, cursor }: Walk,
  sought?: { name: string; mail: string },
): Promise<Page<AccountRow>> {
  const [before] = cursor ? decodeCursor(cursor, 'number') : []
  const atMost = sought ? depth * limit : limit + 1
  const rows = await accountsPage(db, { filter, sought, before }, now, atMost)
  return sparsePage(rows, {
    ...{ limit, atMost },
    matches: ({ shown }) => shown,
    cursorOf: ({ id }) => [id],
  })
}
