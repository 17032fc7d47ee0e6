const sizes = { kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 } as const
const times = { s: 1, min: 60, h: 3600 } as const

/** Words a size exactly enough to be edited: `4 GB`, `12.5 GB`, `1 TB`. */
export function sizeText(bytes: number): string {
  const [unit, factor] =
    (Object.entries(sizes) as [string, number][]).findLast(([, each]) => bytes >= each) ??
    (['gb', 1e9] as const)
  return `${Number((bytes / factor).toFixed(3))} ${unit === 'kb' ? 'kB' : unit.toUpperCase()}`
}

/** Reads a typed size in bytes; a number alone is in gigabytes. Null for anything else. */
export function readSize(typed: string): number | null {
  const [, number, unit = 'gb'] = /^(\d+(?:[.,]\d+)?)\s*([kmgt]b)?$/.exec(typed.trim().toLowerCase()) ?? []
  if (number === undefined) return null
  return Math.round(Number(number.replace(',', '.')) * sizes[unit as keyof typeof sizes])
}

/**
 * Reads a typed duration in seconds: `90 seconds`, `60 min`, `1 h 30 min` or `1:30`; a number alone is in minutes. Null
 * for anything else.
 */
export function readDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase()
  const clock = /^(?:(\d+):)?(\d{1,4}):(\d\d)$/.exec(text)
  if (clock) {
    const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1).map((part) => Number(part ?? 0))
    return hours * 3600 + minutes * 60 + seconds
  }
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Math.round(numberOf(text) * 60)
  if (!/^(?:\d+(?:[.,]\d+)?\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hours?)\s*)+$/.test(text)) return null
  const parts = [...text.matchAll(/(\d+(?:[.,]\d+)?)\s*([smh])/g)]
  return Math.round(
    parts.reduce((sum, [, number = '0', unit]) => {
      const factor = unit === 's' ? times.s : unit === 'm' ? times.min : times.h
      return sum + numberOf(number) * factor
    }, 0),
  )
}

/** Words a whole number: `1,000`. */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** Reads a typed whole number, with or without commas. Null for anything else. */
export function readCount(typed: string): number | null {
  const text = typed.trim()
  return /^\d{1,3}(?:,\d{3})+$|^\d{1,9}$/.test(text) ? Number(text.replaceAll(',', '')) : null
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}
