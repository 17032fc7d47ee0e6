import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { users } from '../../schema'

const columns = { savesHistory: users.savesHistory, mutedMails: users.mutedMails }

export function preferencesOf(db: Db, userId: number) {
  return db.select(columns).from(users).where(eq(users.id, userId))
}

export type PreferenceRow = Awaited<ReturnType<typeof preferencesOf>>[number]

interface Change {
  savesHistory: boolean | undefined
  /** Kinds of email to turn on, and to turn off. */
  unmuted: readonly string[]
  muted: readonly string[]
}

/** A single statement, so that two switches turned at once both count. */
export function changePreferences(db: Db, userId: number, { savesHistory, unmuted, muted }: Change) {
  return db
    .update(users)
    .set({
      savesHistory: savesHistory ?? sql`${users.savesHistory}`,
      mutedMails: sql`(select json_group_array(kind) from (
        select value as kind from json_each(${users.mutedMails})
          where value not in (select value from json_each(${JSON.stringify(unmuted)}))
        union select value from json_each(${JSON.stringify(muted)})))`,
    })
    .where(eq(users.id, userId))
    .returning(columns)
}
