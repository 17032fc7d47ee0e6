import { type PublicSettings, publicPart } from '#contract/schemas/site/settings'
import type { ServiceContext } from '../../context'

export function publicSettings({
  config,
  settings,
}: Pick<ServiceContext, 'config' | 'settings'>): PublicSettings {
  const { offersDownloads, offers4k } = settings
  return { ...publicPart(settings), siteUrl: config.siteOrigin, offersDownloads, offers4k }
}
