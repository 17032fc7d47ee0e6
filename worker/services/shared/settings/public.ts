import type { PublicSettings } from '../../../../contract/schemas/site/settings'
import type { ServiceContext } from '../../context'

/** Lists fields one by one, so that a new setting isn't public until someone decides so. */
export function publicSettings({
  config,
  settings,
}: Pick<ServiceContext, 'config' | 'settings'>): PublicSettings {
  return {
    siteName: settings.siteName,
    siteDescription: settings.siteDescription,
    contactEmail: settings.contactEmail,
    siteUrl: config.siteOrigin,
    cryptoPaymentsEnabled: settings.cryptoPaymentsEnabled,
    maintenanceMode: settings.maintenanceMode,
    requireContentApproval: settings.requireContentApproval,
    commentsEnabled: settings.commentsEnabled,
    minDuration: settings.minDuration,
    maxDuration: settings.maxDuration,
    maxUploadBytes: settings.maxUploadBytes,
    offersDownloads: settings.offersDownloads,
    offers4k: settings.offers4k,
    accent: settings.accent,
    logo: settings.logo,
    footerLinks: settings.footerLinks,
    homeSections: settings.homeSections,
    prices: settings.prices,
  }
}
