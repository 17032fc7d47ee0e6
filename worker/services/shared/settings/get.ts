import type { AdminSettings } from '../../../../contract/schemas/site/settings-admin'
import { type SettingsRow, settingsWithEditor } from '../../../../db/queries/shared/settings'
import { configuredMethods } from '../../../integrations/payments/configured'
import type { ServiceContext } from '../../context'
import { isoTime } from '../time'

export async function getSettings(ctx: ServiceContext): Promise<AdminSettings> {
  const { row, editor } = await requireSettings(ctx)
  return settingsView(ctx, row, editor)
}

export async function requireSettings(ctx: ServiceContext) {
  const [found] = await settingsWithEditor(ctx.db)
  if (!found) throw new Error('The settings row is missing: apply the migrations')
  return found
}

export function settingsView(
  { config }: Pick<ServiceContext, 'config'>,
  row: SettingsRow,
  editor: string | null,
): AdminSettings {
  const { id: _, siteUrl: __, updatedAt, updatedBy, offersDownloads: ___, offers4k: ____, ...settings } = row
  return {
    ...settings,
    configured: configuredMethods(config.payments),
    updatedAt: isoTime(updatedAt),
    updatedBy: updatedBy !== null && editor !== null ? { id: updatedBy, username: editor } : null,
  }
}
