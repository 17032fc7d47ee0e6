import { readSettings, type SettingsDocument } from '#contract/schemas/site/settings'
import type { Db } from '#db/client'
import { type SettingsRow, settingsRow as settingsQuery } from '#db/queries/shared/settings'
import { log } from '#worker/log'
import type { Settings } from '#worker/storage/settings-store'
import type { ServiceContext } from '../../context'

/** Reads the row itself, for decisions that guard a write: approval, quota, limits. */
export function settingsRow(ctx: ServiceContext): Promise<Settings> {
  return loadSettings(ctx.db)
}

export async function loadSettings(db: Db): Promise<Settings> {
  return (await datedSettings(db)).settings
}

/** Reads the row with the time of its last change. */
export async function datedSettings(db: Db): Promise<{ settings: Settings; updatedAt: number }> {
  const [row] = await settingsQuery(db)
  if (!row) throw new Error('The settings row is missing: apply the migrations')
  const { cardPaymentsEnabled, cardRulesSince, offersDownloads, offers4k, updatedAt } = row
  const state = { cardPaymentsEnabled, cardRulesSince, offersDownloads, offers4k }
  return { settings: { ...documentOf(row), ...state }, updatedAt }
}

/** Returns the settings of a row. Invalid ones are mended, and logged until they are set again. */
export function documentOf({ document }: Pick<SettingsRow, 'document'>): SettingsDocument {
  const { settings, mended } = readSettings(document)
  const names = Object.keys(mended)
  if (names.length > 0) log('error', 'settings.mended', { names: names.join(' ') })
  return settings
}
