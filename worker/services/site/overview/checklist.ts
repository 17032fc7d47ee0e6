import type { Overview } from '#contract/schemas/site/overview'
import { type Config, isPlaceholder } from '#worker/config'
import { configuredMethods } from '#worker/integrations/payments/configured'
import type { Settings } from '#worker/storage/settings-store'

/** Returns the setup checklist of an adult site, with each item's state. */
export function checklist(
  config: Config,
  settings: Settings,
  { shippedTexts, hasSecondFactor }: { shippedTexts: number; hasSecondFactor: boolean },
): Overview['checklist'] {
  return [
    { id: 'approval', ok: settings.requireContentApproval },
    { id: 'mail', ok: !isPlaceholder(config.mailFrom) },
    { id: 'regions', ok: settings.regionsDecided },
    // Outside production, payments go to the sandbox and bring no money.
    { id: 'processor', ok: config.production && configuredMethods(config.payments).methods.length > 0 },
    { id: 'contact', ok: !isPlaceholder(settings.contactEmail) },
    { id: 'legal', ok: shippedTexts === 0 },
    // The caller's own, which only they can turn on.
    { id: 'second-factor', ok: hasSecondFactor },
  ]
}
