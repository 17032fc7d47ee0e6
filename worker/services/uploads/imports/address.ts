import type { ImportKind } from '../../../../contract/values/videos/videos'
import type { Config } from '../../../config'
import { invalidField } from '../../../errors'
import { checkImportUrl, type UrlGuardOptions, UrlRefused } from '../../../integrations/origin/url-guard'
import type { ServiceContext } from '../../context'

export function guardOptions({ siteOrigin, importAllowedOrigins, production }: Config): UrlGuardOptions {
  return {
    ownHosts: [new URL(siteOrigin).hostname],
    // The variable is for local runs; that production ignores it doesn't depend on who deploys.
    allowedOrigins: production ? [] : importAllowedOrigins,
  }
}

/** The address as it will be asked for. Throws `invalid_input` for the field, with the guard's sentence. */
export function requireAddress(ctx: ServiceContext, address: string, field: string): string {
  try {
    return checkImportUrl(address, guardOptions(ctx.config)).href
  } catch (error) {
    if (error instanceof UrlRefused) throw invalidField(field, error.message)
    throw error
  }
}

/** Field of the video's form that an address of this kind came from. */
export const fieldOf: Record<ImportKind, string> = { video: 'videoUrl', image: 'thumbnailUrl' }
