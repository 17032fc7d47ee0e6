import type { Overview } from '../../../../contract/schemas/site/overview'
import { type Config, isPlaceholder } from '../../../config'
import type { Settings } from '../../../storage/settings-store'

/** What an operator of a site for adults sees to before it opens, and whether it is so. */
export function checklist(
  config: Config,
  settings: Settings,
  { shippedTexts, hasSecondFactor }: { shippedTexts: number; hasSecondFactor: boolean },
): Overview['checklist'] {
  const { paypal, razorpay, chain } = config.payments
  return [
    { id: 'approval', ok: settings.requireContentApproval },
    { id: 'mail', ok: !isPlaceholder(config.mailFrom) },
    { id: 'regions', ok: settings.regionsDecided },
    // Outside production payments go to the sandbox: no money comes.
    { id: 'processor', ok: config.production && (paypal ?? razorpay ?? chain) !== null },
    { id: 'contact', ok: !isPlaceholder(settings.contactEmail) },
    { id: 'legal', ok: shippedTexts === 0 },
    // Of whoever asks: it is theirs to turn on.
    { id: 'second-factor', ok: hasSecondFactor },
  ]
}
