import { and, eq, type SQL, sql } from 'drizzle-orm'
import { defaultSettings, type SettingsDocument, withSettings } from '#contract/schemas/site/settings'
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

/** The names of the settings with a type. */
type Of<Value> = {
  [Name in keyof SettingsDocument]: SettingsDocument[Name] extends Value ? Name : never
}[keyof SettingsDocument]

/** Holds while a setting is on; if the document lacks it, its default applies, as in `readSettings`. */
export function whereSettingOn(name: Of<boolean>): Condition {
  const isOn = `case document ->> '$.${name}' when 1 then 1 when 0 then 0 else ${Number(defaultSettings[name])} end`
  return condition(sql.raw(`exists (select 1 from settings where id = 1 and ${isOn})`))
}

/** Returns a setting that is a text, for a `select` from the table. */
export function settingText(name: Of<string>): SQL {
  const path = sql.raw(`'$.${name}'`)
  return sql`case json_type(document, ${path}) when 'text' then document ->> ${path} else ${defaultSettings[name]} end`
}

/** Holds while the row is as it was read: `updatedAt` rises with every change. */
export function whereSettingsAt(updatedAt: number): Condition {
  return condition(
    sql`exists (select 1 from ${settings} where ${settings.id} = 1 and ${settings.updatedAt} = ${updatedAt})`,
  )
}

export interface SettingsChange {
  settings?: Partial<SettingsDocument>
  /** Values stored beside the settings. */
  state?: Partial<Pick<SettingsRow, 'cardPaymentsEnabled' | 'cardRulesSince' | 'cardsCheckedId'>>
}

/** Changes the row as it was read, if `onlyIf` holds, or nothing. */
export function changeSettings(
  db: Db,
  { document, updatedAt }: SettingsRow,
  change: SettingsChange,
  by: { userId: number; now: number },
  onlyIf = always,
) {
  return db
    .update(settings)
    .set({
      ...change.state,
      document: withSettings(document, change.settings ?? {}),
      updatedBy: by.userId,
      updatedAt: Math.max(by.now, updatedAt + 1),
    })
    .where(and(eq(settings.id, 1), eq(settings.updatedAt, updatedAt), onlyIf))
    .returning()
}
