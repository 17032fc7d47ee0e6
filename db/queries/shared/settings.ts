import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { settings, users } from '../../schema'

export function settingsRow(db: Db) {
  return db.select().from(settings).where(eq(settings.id, 1))
}

/** Returns the settings with the name of their last editor. */
export function settingsWithEditor(db: Db) {
  return db
    .select({ row: settings, editor: users.username })
    .from(settings)
    .leftJoin(users, eq(users.id, settings.updatedBy))
    .where(eq(settings.id, 1))
}

export type SettingsRow = typeof settings.$inferSelect
export type SettingsChange = Partial<Omit<SettingsRow, 'id' | 'updatedAt' | 'updatedBy'>>

/** Holds while the row is as it was read: `updatedAt` rises with every change. */
export function whereSettingsAt(updatedAt: number): Condition {
  return condition(
    sql`exists (select 1 from ${settings} where ${settings.id} = 1 and ${settings.updatedAt} = ${updatedAt})`,
  )
}

/** Changes the row as it was at `updatedAt`, if `onlyIf` holds, or nothing. */
export function changeSettings(
  db: Db,
  change: SettingsChange,
  updatedAt: number,
  by: { userId: number; now: number },
  onlyIf = always,
) {
  return db
    .update(settings)
    .set({ ...change, updatedBy: by.userId, updatedAt: Math.max(by.now, updatedAt + 1) })
    .where(and(eq(settings.id, 1), eq(settings.updatedAt, updatedAt), onlyIf))
    .returning()
}
