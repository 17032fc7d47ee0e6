import type { Overview } from '../../../contract/schemas/overview'
import type { Config } from '../../config'
import type { Settings } from '../../storage/settings-store'

/** Hosts of which no mail arrives, and to which none can be sent: what a site is set up with. */
const placeholderHost = /@(localhost|(.+\.)?example\.(com|org|net)|[^.]+)>?$/i

/** What an operator of a site for adults sees to before it opens, and whether it is so. */
export function checklist(config: Config, settings: Settings, shippedTexts: number): Overview['checklist'] {
  const { paypal, razorpay, chain } = config.payments
  return [
    { id: 'approval', ok: settings.requireContentApproval },
    { id: 'mail', ok: !placeholderHost.test(config.mailFrom) },
    { id: 'regions', ok: settings.regionsDecided },
    // Outside production payments go to the sandbox: no money comes.
    { id: 'processor', ok: config.production && (paypal ?? razorpay ?? chain) !== null },
    { id: 'contact', ok: !placeholderHost.test(settings.contactEmail) },
    { id: 'legal', ok: shippedTexts === 0 },
  ]
}
