import type { Db } from '../../../../db/client'
import { settingsRow as settingsQuery } from '../../../../db/queries/shared/settings'
import type { Settings } from '../../../storage/settings-store'
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
  const { id: _, updatedAt, updatedBy: __, cardsCheckedId: ___, ...settings } = row
  return { settings, updatedAt }
}
