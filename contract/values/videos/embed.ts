import { hour } from '../shared/time'

/** How long the addresses of a frame on another site open its video's files, at most. */
export const embedGrantMs = 6 * hour

/** Pixels of the frame that is offered first; others keep its shape. */
export const embedSize = { width: 560, height: 315 } as const
/** Narrower ones have no room for the controls. */
export const embedWidths = { min: 320, max: 3840 } as const

/** What the page around it lets the frame do. */
export const embedAllowed = 'fullscreen; picture-in-picture; screen-wake-lock'

export interface Embed {
  /** Scheme, host and port of the site. */
  origin: string
  id: number
  title: string
  width: number
  height: number
  /** Second to begin at. */
  startAt?: number
}

/** Address of the document that other sites show in a frame. */
export function embedUrl({ origin, id, startAt = 0 }: Pick<Embed, 'origin' | 'id' | 'startAt'>): string {
  return `${origin}/embed/${id}${startAt > 0 ? `?t=${startAt}` : ''}`
}

/** The HTML that puts a video into a page of another site. */
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

/** The frame's height at a width: 16:9, as the player is. */
export function embedHeight(width: number): number {
  return Math.round((width * embedSize.height) / embedSize.width)
}

/** Also inside of something that takes no `<`, such as a feed. */
function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
