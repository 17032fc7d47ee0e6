/** One rung of the ladder by its name's number (720), or whatever suits connection and screen. */
export type Quality = number | 'auto'

/** `playing` is what "Auto" has settled on, once that is known. */
export function formatQuality(quality: Quality, playing: number | null = null): string {
  if (quality !== 'auto') return `${quality}p`
  return playing === null ? 'Auto' : `Auto (${playing}p)`
}
