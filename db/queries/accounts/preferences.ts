import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../client'
import { users } from '../../schema'

const columns = {
  savesHistory: users.savesHistory,
  mutedMails: users.mutedMails,
  mutedNotices: users.mutedNotices,
  digestKinds: users.digestKinds,
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

interface Change {
  savesHistory: boolean | undefined
  mutedMails: ListChange
  mutedNotices: ListChange
  digestKinds: ListChange
}

/** Changes preferences in a single statement, so that two switches turned at once both take effect. */
export function changePreferences(db: Db, userId: number, change: Change, now: number) {
  const { savesHistory, mutedMails, mutedNotices, digestKinds } = change
  return db
    .update(users)
    .set({
      savesHistory: savesHistory ?? sql`${users.savesHistory}`,
      mutedMails: changed(users.mutedMails, mutedMails),
      mutedNotices: changed(users.mutedNotices, mutedNotices),
      digestKinds: changed(users.digestKinds, digestKinds),
      // The first daily email is sent a day after it was turned on.
      digestedAt: sql`case when ${users.digestKinds} = '[]' then ${now} else ${users.digestedAt} end`,
    })
    .where(eq(users.id, userId))
    .returning(columns)
}

/** Returns, in SQL, a changed list of kinds. */
function changed(column: AnySQLiteColumn, { added, removed }: ListChange): SQL {
  return sql`(select json_group_array(kind) from (
    select value as kind from json_each(${column})
      where value not in (select value from json_each(${JSON.stringify(removed)}))
    union select value from json_each(${JSON.stringify(added)})))`
}
