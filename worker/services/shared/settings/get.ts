import type { AdminSettings } from '../../../../contract/schemas/site/settings-admin'
import { type SettingsRow, settingsWithEditor } from '../../../../db/queries/shared/settings'
import { configuredMethods } from '../../../integrations/payments/configured'
import type { ServiceContext } from '../../context'
import { isoTime, isoTimeOrNull } from '../time'

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
  const { updatedAt, updatedBy, cardRulesSince, ...rest } = row
  const { id: _, offersDownloads: __, offers4k: ___, cardsCheckedId: ____, ...settings } = rest
  return {
    ...settings,
    cardRulesSince: isoTimeOrNull(cardRulesSince),
    configured: configuredMethods(config.payments),
    updatedAt: isoTime(updatedAt),
    updatedBy: updatedBy !== null && editor !== null ? { id: updatedBy, username: editor } : null,
  }
}
