import type { ImportKind } from '#contract/values/uploads/upload'
import type { Config } from '#worker/config'
import { invalidField } from '#worker/errors'
import { checkImportUrl, type UrlGuardOptions, UrlRefused } from '#worker/integrations/origin/url-guard'
import type { ServiceContext } from '../../context'

export function guardOptions({ siteOrigin, importAllowedOrigins, production }: Config): UrlGuardOptions {
  return {
    ownHosts: [new URL(siteOrigin).hostname],
    // The variable is for local runs; production ignores it whatever the deployment says.
    allowedOrigins: production ? [] : importAllowedOrigins,
  }
}

/** Returns the normalised URL. Throws `invalid_input` on the field, with the guard's message. */
export function requireAddress(ctx: ServiceContext, address: string, field: string): string {
  try {
    return checkImportUrl(address, guardOptions(ctx.config)).href
  } catch (error) {
    if (error instanceof UrlRefused) throw invalidField(field, error.message)
    throw error
  }
}

/** The field of the video form that has the URL of this kind. */
export const fieldOf: Record<ImportKind, string> = { video: 'videoUrl', image: 'thumbnailUrl' }
