import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NoticeChannel } from '#contract/values/shared/notices'
import type { Db } from '../../client'
import { subscriptions, users } from '../../schema'

const columns = {
  savesHistory: users.savesHistory,
  // By channel, the kinds that differ from its default.
  site: users.mutedNotices,
  email: users.mutedMails,
  daily: users.digestKinds,
  hasCancelled: sql<boolean>`exists (select 1 from subscriptions where user_id = users.id and cancelled = 1)`
    .mapWith(Boolean)
    .as('has_cancelled'),
}

export function preferencesOf(db: Db, userId: number) {
  return db.select(columns).from(users).where(eq(users.id, userId))
}

export type PreferenceRow = Awaited<ReturnType<typeof preferencesOf>>[number]

/** Kinds to add to a list, and kinds to remove from it. */
export interface ListChange {
  added: readonly string[]
  removed: readonly string[]
}

interface Change extends Record<NoticeChannel, ListChange> {
  savesHistory: boolean | undefined
}

/** Changes preferences in a single statement, so that two switches turned at once both take effect. */
export function changePreferences(db: Db, userId: number, change: Change, now: number) {
  const { savesHistory, site, email, daily } = change
  const mutedNotices = changed(users.mutedNotices, site)
  return db
    .update(users)
    .set({
      savesHistory: savesHistory ?? sql`${users.savesHistory}`,
      mutedNotices,
      mutedMails: changed(users.mutedMails, email),
      // A kind that is off on the site leaves the daily email, whose page wouldn't show it.
      digestKinds: without(changed(users.digestKinds, daily), mutedNotices),
      // The first daily email is sent a day after it was turned on.
      digestedAt: sql`case when ${users.digestKinds} = '[]' then ${now} else ${users.digestedAt} end`,
    })
    .where(eq(users.id, userId))
    .returning(columns)
}

/** Takes a cancellation back, for an account that wants its reminder again. */
export function undoCancellation(db: Db, userId: number, now: number) {
  return db
    .update(subscriptions)
    .set({ cancelled: false, updatedAt: now })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.cancelled, true)))
}

/** Returns, in SQL, a changed list of kinds. */
function changed(column: AnySQLiteColumn, { added, removed }: ListChange): SQL {
  return sql`(select json_group_array(kind) from (
    select value as kind from json_each(${column})
      where value not in (select value from json_each(${JSON.stringify(removed)}))
    union select value from json_each(${JSON.stringify(added)})))`
}

/** Returns, in SQL, a list of kinds without those in another. */
function without(list: SQL, other: SQL): SQL {
  return sql`(select json_group_array(value) from json_each(${list})
    where value not in (select value from json_each(${other})))`
}
