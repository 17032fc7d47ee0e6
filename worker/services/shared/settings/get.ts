import type { SettingsDocument } from '#contract/schemas/site/settings'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { type SettingsRow, settingsWithEditor } from '#db/queries/shared/settings'
import { configuredMethods } from '#worker/integrations/payments/configured'
import type { ServiceContext } from '../../context'
import { isoTime, isoTimeOrNull } from '../time'
import { documentOf } from './row'

export async function getSettings(ctx: ServiceContext): Promise<AdminSettings> {
  return settingsView(ctx, await requireSettings(ctx))
}

/** The settings, their row, and the name of its last editor. */
export interface KnownSettings {
  settings: SettingsDocument
  row: SettingsRow
  editor: string | null
}

export async function requireSettings(ctx: ServiceContext): Promise<KnownSettings> {
  const [found] = await settingsWithEditor(ctx.db)
  if (!found) throw new Error('The settings row is missing: apply the migrations')
  return { ...found, settings: documentOf(found.row) }
}

export function settingsView(
  { config }: Pick<ServiceContext, 'config'>,
  { settings, row, editor }: KnownSettings,
): AdminSettings {
  const { cardPaymentsEnabled, cardRulesSince, updatedAt, updatedBy } = row
  return {
    ...settings,
    cardPaymentsEnabled,
    cardRulesSince: isoTimeOrNull(cardRulesSince),
    configured: configuredMethods(config.payments),
    updatedAt: isoTime(updatedAt),
    updatedBy: updatedBy !== null && editor !== null ? { id: updatedBy, username: editor } : null,
  }
}
