export const dayMs = 86_400_000
const hourMs = 3_600_000

/** Formats a moment for a `datetime-local` input, in the zone of this browser: `2026-11-30T19:05`. */
export function localMinute(at: number): string {
  if (Number.isNaN(at)) return ''
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/**
 * Reads the value of such an input. Empty for an incomplete time, which the schema refuses; a time that the
 * clock skips becomes the one that it shows instead.
 */
export function readLocalMinute(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/** Returns the full hour about a day from now. */
export function nextDay(now: number): string {
  return new Date(Math.ceil((now + dayMs) / hourMs) * hourMs).toISOString()
}

/** Returns the zone's name, as its computer has it: `Europe/Berlin`. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
