import type { PublicSettings } from '../../../../contract/schemas/site/settings'
import type { Settings } from '../../../storage/settings-store'

/** Lists fields one by one, so that a new setting isn't public until someone decides so. */
export function publicSettings(settings: Settings): PublicSettings {
  return {
    siteName: settings.siteName,
    siteDescription: settings.siteDescription,
    contactEmail: settings.contactEmail,
    siteUrl: settings.siteUrl,
    cryptoPaymentsEnabled: settings.cryptoPaymentsEnabled,
    maintenanceMode: settings.maintenanceMode,
    requireContentApproval: settings.requireContentApproval,
    minDuration: settings.minDuration,
    maxDuration: settings.maxDuration,
    maxUploadBytes: settings.maxUploadBytes,
  }
}
