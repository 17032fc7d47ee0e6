import { and, asc, type Column, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { type Plan, plans } from '#contract/values/payments/prices'
import type { Db } from '../../client'
import { always, type Condition, condition, never } from '../../conditions'
import { subscriptions, users } from '../../schema'
import type { StandingAfter } from '../accounts/sessions'
import { whereBanned } from '../shared/account-standing'
import { expressions, indexedBy, whereBeginsWith } from '../shared/index-hints'
import { storedBytes } from '../uploads/upload'

// Accounts as administrators list them.

const account = expressions({
  id: users.id,
  username: users.username,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  createdAt: users.createdAt,
  isAdmin: users.isAdmin,
  staff: users.staff,
  banReason: users.banReason,
  banUntil: users.banUntil,
  deletingAt: users.deletingAt,
})
const premiumUntil = sql<number | null>`${subscriptions.premiumUntil}`.as('premium_until')

export function accountShown(db: Db, id: number) {
  return db
    .select({ ...account, premiumUntil })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, id))
}

export type AccountRow = Awaited<ReturnType<typeof accountShown>>[number]

const filters = {
  all: (): { from: SQL; where?: SQL } => ({ from: sql.raw('"users"') }),
  admin: () => ({ from: indexedBy(users, 'users_admins'), where: sql`is_admin = 1` }),
  staff: () => ({ from: indexedBy(users, 'users_staff'), where: sql`(is_admin = 1 or staff is not null)` }),
  // An expired ban is cleared within a minute, so few rows are read in vain.
  banned: (now: number) => ({
    from: indexedBy(users, 'users_banned'),
    where: sql`ban_reason is not null and ${whereBanned('users', now)}`,
  }),
}

/** Prefix of a name and of an email address, each folded as at sign-up. */
interface Sought {
  name: string
  /** Null for staff who may not read addresses, so that they can't guess one from its beginning either. */
  mail: string | null
}

interface AccountHint {
  filter: keyof typeof filters
  /** Accounts that match neither are returned too, as not `shown`, since they show how far the scan got. */
  sought?: Sought | undefined
  isAscending?: boolean
  /** End of the page before. */
  after?: number | undefined
}

/** Returns accounts in the order in which they joined. */
export function accountsPage(
  db: Db,
  { filter, sought, isAscending, after }: AccountHint,
  now: number,
  atMost: number,
) {
  const { from, where } = filters[filter](now)
  const { usernameCanonical: name, emailCanonical: mail } = users
  const shown = sought
    ? sql`(${whereBeginsWith(name, sought.name)} or ${sought.mail === null ? never : whereBeginsWith(mail, sought.mail)})`
    : sql`true`
  return (
    db
      .select({ ...account, premiumUntil, shown: shown.mapWith(Boolean).as('shown') })
      .from(from)
      // Reads no row for an account that isn't shown.
      .leftJoin(subscriptions, eq(subscriptions.userId, sql`case when ${shown} then ${users.id} end`))
      .where(and(where, after === undefined ? undefined : (isAscending ? gt : lt)(users.id, after)))
      .orderBy((isAscending ? asc : desc)(users.id))
      .limit(atMost)
  )
}

/** Returns accounts by name, as folded for search. */
export function accountsInOrder(db: Db, isAscending: boolean, atMost: number, after?: string) {
  const name = users.usernameCanonical
  return db
    .select({ ...account, premiumUntil, name: sql<string>`${name}`.as('name') })
    .from(indexedBy(users, 'users_username'))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(after === undefined ? undefined : (isAscending ? gt : lt)(name, after))
    .orderBy((isAscending ? asc : desc)(name))
    .limit(atMost)
}

/**
 * Returns accounts with a running term, the first to end first. `after` is the last row of the page before.
 */
export function membersPage(db: Db, now: number, atMost: number, after?: { until: number; id: number }) {
  const later = gt(subscriptions.premiumUntil, Math.max(now, after?.until ?? 0))
  // Equal end times have a range of their own, since SQLite compares no row values by the rowid.
  const equal = after && and(eq(subscriptions.premiumUntil, after.until), gt(subscriptions.userId, after.id))
  const ranges = equal ? [equal, later] : [later]
  const paid = plans.flatMap((plan) => ranges.map((range) => membersOf(db, plan, range)))
  // Gifted terms, in one range, since D1 merges at most five.
  const given = membersOf(db, null, equal ? or(equal, later) : later)
  // Index ranges, merged while reading.
  return unionAll(given, ...(paid as [Members, ...Members[]]))
    .orderBy(sql.raw('premium_until'), sql.raw('member_id'))
    .limit(atMost)
}

type Members = ReturnType<typeof membersOf>

function membersOf(db: Db, plan: Plan | null, range: SQL | undefined) {
  return db
    .select({ ...account, premiumUntil, memberId: sql<number>`${subscriptions.userId}`.as('member_id') })
    .from(indexedBy(subscriptions, 'subscriptions_until'))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(sql`${subscriptions.plan} is ${plan}`, range))
}

interface AccountSearch extends Sought {
  filter: 'all' | 'premium'
  /** End of the page before. */
  after?: string | undefined
}

/**
 * Returns accounts by prefix of name or email address, alphabetically, from both indices; an account in both
 * is `shown` once. Some rows aren't shown, since members have no index by name and the scan has to stay
 * limited.
 */
export function accountsNamed(db: Db, search: AccountSearch, now: number, atMost: number) {
  const { usernameCanonical: name, emailCanonical: mail } = users
  const nameFits = whereBeginsWith(name, search.name)
  const mailFits = search.mail === null ? never : whereBeginsWith(mail, search.mail)
  const fits = search.filter === 'premium' ? whereMember(now) : always
  const named = accountsBy(
    db,
    name,
    'users_username',
    condition(sql`(${fits} and not (${mailFits} and ${mail} < ${name}))`),
  ).where(whereBeginsWith(name, search.name, search.after))
  if (search.mail === null) return named.orderBy(sql.raw('found')).limit(atMost)
  return unionAll(
    named,
    accountsBy(
      db,
      mail,
      'users_email',
      condition(sql`(${fits} and not (${nameFits} and ${name} < ${mail}))`),
    ).where(whereBeginsWith(mail, search.mail, search.after)),
  )
    .orderBy(sql.raw('found'))
    .limit(atMost)
}

function accountsBy(db: Db, column: Column, index: string, shown: Condition) {
  const term = sql`(select premium_until from subscriptions where user_id = ${users.id})`
  return db
    .select({
      ...account,
      // Reads no row for an account that isn't shown.
      premiumUntil: sql<number | null>`case when ${shown} then ${term} end`.as('premium_until'),
      shown: sql<number>`${shown}`.as('shown'),
      found: sql<string>`${column}`.as('found'),
    })
    .from(indexedBy(users, index))
}

function whereMember(now: number): Condition {
  return condition(
    sql`exists (select 1 from subscriptions where user_id = ${users.id} and premium_until > ${now})`,
  )
}

/**
 * Returns an account's figures apart from its videos. Sessions not seen or started since `after` have ended.
 */
export function accountTotals(db: Db, userId: number, after: StandingAfter) {
  return db
    .select({
      sessions: sql<number>`(select count(*) from sessions where user_id = ${userId}
        and token_version = users.token_version and seen_at > ${after.seen} and created_at > ${after.started})`.as(
        'sessions',
      ),
      storedBytes: storedBytes(userId).as('stored'),
      reportsMade: sql<number>`(select count(*) from reports where reporter_id = ${userId})`.as('reports'),
      payments: sql<number>`(select count(*) from payments where user_id = ${userId})`.as('payments'),
    })
    .from(users)
    .where(eq(users.id, userId))
}
