import type { PublicSettings } from '../../../../contract/schemas/site/settings'
import type { Settings } from '../../../storage/settings-store'

/** Field by field, so that a setting that is added later isn't public until somebody says so. */
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
