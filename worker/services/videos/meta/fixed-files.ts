import { day } from '#contract/values/shared/time'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'

/**
 * Allows crawling: pages say themselves whether they may be indexed, which a blocked crawler couldn't read.
 */
export function robotsText({ config }: ServiceContext): string {
  return `User-agent: *
Disallow: /api/
Disallow: /media/
Disallow: /checkout
Sitemap: ${config.siteOrigin}/sitemap.xml
`
}

/** Returns security.txt (RFC 9116). Its expiry must be within a year, and moves along without renewal. */
export function securityText({ config, settings, now }: ServiceContext): string {
  const expires = (Math.floor(now / day) + 180) * day
  return [
    ...(settings.contactEmail ? [`Contact: mailto:${settings.contactEmail}`] : []),
    `Contact: ${config.siteOrigin}/contact`,
    `Expires: ${isoTime(expires)}`,
    'Preferred-Languages: en',
    `Canonical: ${config.siteOrigin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

const colour = '#0c090f'
/** The accent in the drawing of the icon. */
const drawnAccent = '#fb5e84'

/** Returns the icon in the operator's accent colour. */
export function favicon({ settings }: ServiceContext, drawn: string): string {
  return drawn.replaceAll(drawnAccent, settings.accent ?? drawnAccent)
}

/** Returns the web manifest: the site's name and look on a phone's home screen. */
export function webManifest({ settings }: ServiceContext) {
  return {
    id: '/',
    name: settings.siteName,
    short_name: settings.siteName,
    description: settings.siteDescription,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
