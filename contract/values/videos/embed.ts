import { hour } from '../shared/time'

/** Maximum lifetime of the media URLs in a frame on another site, and of the calls that renew them. */
export const embedGrantMs = hour
/** Share of a grant's time after which a playing frame renews it. */
export const embedRenewAfter = 0.75

/** Default size of the frame in pixels; other sizes keep its shape. */
export const embedSize = { width: 560, height: 315 } as const
/** Narrower frames have no room for the controls. */
export const embedWidths = { min: 320, max: 3840 } as const

/** Permissions that the surrounding page grants the frame. */
export const embedAllowed = 'fullscreen; picture-in-picture; screen-wake-lock'

export interface Embed {
  /** Scheme, host and port of the site. */
  origin: string
  id: number
  /** The key in an unlisted video's link. */
  key?: string | null | undefined
  title: string
  width: number
  height: number
  /** Second to start at. */
  startAt?: number
}

/** Returns the URL of the document that other sites frame. */
export function embedUrl({
  origin,
  id,
  key,
  startAt = 0,
}: Pick<Embed, 'origin' | 'id' | 'key' | 'startAt'>): string {
  const parts = [...(key ? [`key=${key}`] : []), ...(startAt > 0 ? [`t=${startAt}`] : [])]
  return `${origin}/embed/${id}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

/** Returns the HTML that embeds a video in a page of another site. */
export function embedCode(embed: Embed): string {
  const attributes = {
    src: embedUrl(embed),
    width: String(embed.width),
    height: String(embed.height),
    title: embed.title,
    allow: embedAllowed,
    loading: 'lazy',
    style: 'border:0;max-width:100%',
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
  return `<iframe ${written.join(' ')}></iframe>`
}

/** Returns the frame's height at a width: 16:9, like the player. */
export function embedHeight(width: number): number {
  return Math.round((width * embedSize.height) / embedSize.width)
}

/** Escapes `<` and `>` too, since the code may be inside a text that allows neither, such as a feed. */
function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
