import { siteBusy } from '#worker/errors'
import { unknownSettings } from '#worker/storage/settings-store'
import type { ServiceContext } from '../../context'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export function dateText(at: number): string {
  return `${day.format(at)} (UTC)`
}

/** Builds an email from short paragraphs. The site is named here, never in a subject. */
export function emailText(ctx: ServiceContext, username: string | null, paragraphs: string[]): string {
  // The site's name is unknown, and an email can't be taken back.
  if (ctx.settings === unknownSettings) throw siteBusy(5)
  return [
    username ? `Hello ${username},` : 'Hello,',
    ...paragraphs,
    `${ctx.settings.siteName}\n${ctx.config.siteOrigin}`,
  ].join('\n\n')
}
