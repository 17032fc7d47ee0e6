const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Spells out a time, since a screen reader reads "1:30" as a clock or a ratio. */
export function spokenTime(seconds: number): string {
  let rest = Math.floor(seconds)
  const words: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest %= size
    if (count > 0) words.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return words.length > 0 ? words.join(', ') : '0 seconds'
}

export function spokenPosition(seconds: number, duration: number): string {
  return `${spokenTime(seconds)} of ${spokenTime(duration)}`
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}
