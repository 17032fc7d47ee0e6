/** A rendition by its height (720), or whichever suits connection and screen. */
export type Quality = number | 'auto'

/** `playing` is the quality that "Auto" currently plays, once known. */
export function formatQuality(quality: Quality, playing: number | null = null): string {
  if (quality !== 'auto') return `${quality}p`
  return playing === null ? 'Auto' : `Auto (${playing}p)`
}
