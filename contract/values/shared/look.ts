/** Sections of the home page that operators can leave out and put in order; the default is all, in this order. */
export const homeSections = [
  'hero',
  'continue',
  'popularFree',
  'premiumOffer',
  'premium',
  'recent',
  'trending',
  'following',
] as const
export type HomeSection = (typeof homeSections)[number]

export interface FooterLink {
  label: string
  /** `https://…`, or a path on this site. */
  url: string
}
export const maxFooterLinks = 12
export const footerLabelLength = { min: 1, max: 40 } as const
export const footerUrlLength = { max: 300 } as const

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof logoTypes)[number]
export const maxLogoBytes = 100_000
/**
 * Pixels in either direction, and the highest ratio of width to height: a wider logo wouldn't fit into a
 * phone's header.
 */
export const logoSize = { min: 16, max: 1200, maxRatio: 6 } as const

/** The operator's own logo, in place of the mark and the name beside it. */
export interface SiteLogo {
  url: string
  width: number
  height: number
}

export const defaultAccent = '#f85e85'
export const accentPattern = /^#[0-9a-f]{6}$/
/** The theme's surfaces, as app.css has them, on which the accent is text, too. */
export const surfaces = {
  bg: '#0c090f',
  'surface-1': '#151118',
  'surface-2': '#211c25',
  'surface-3': '#2c2631',
}
/** The lowest contrast for text by WCAG 2.2 (1.4.3). */
export const leastContrast = 4.5

/** Returns the contrast of two colours by WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns an accent colour's contrast on the surface where it is lowest. */
export function accentContrast(accent: string): number {
  return Math.min(...Object.values(surfaces).map((surface) => contrastOf(accent, surface)))
}

/** Returns why a colour can't be the accent; undefined if it can. */
export function accentFault(accent: string): string | undefined {
  if (!accentPattern.test(accent)) return 'Enter a colour such as #f85e85.'
  const contrast = accentContrast(accent)
  if (contrast >= leastContrast) return undefined
  // Cut rather than rounded: 4.49 isn't 4.5.
  const shown = Math.floor(contrast * 10) / 10
  return `This colour is too dark to read on the site's background: its contrast is ${shown}:1, and text needs at least ${leastContrast}:1. Choose a lighter one.`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns whether a link leads to a page of this site or, by HTTPS, to another site. */
export function isFooterUrl(url: string): boolean {
  if (/[\s\\]/.test(url)) return false
  if (url.startsWith('/')) return !url.startsWith('//')
  return /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:[/?#].*)?$/i.test(url)
}
