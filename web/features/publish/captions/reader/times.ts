/** In milliseconds. */
export interface Times {
  start: number
  end: number
}

export interface Timing {
  /** Null if they can't be read. */
  times: Times | null
  /** What follows the times. */
  settings: string
}

/**
 * Programs and people write hours with one digit or none, spaces at the marks, and another mark before
 * the thousandths.
 */
const time = String.raw`(?:(\d{1,3}) ?: ?)?(\d{1,3}) ?: ?(\d{1,2})(?: ?[,.;] ?(\d{1,9})|:(\d{3}))?`
const wholeTime = new RegExp(`^${time}$`)
const timeAndSettings = new RegExp(String.raw`^${time}(?:\s+(.*))?$`)

/** Longer than any time. */
const longest = 40

/** Tells a file whose times have the arrow of the standards between them. */
export function hasArrows(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes('-->') && readTiming(line, true)?.times)
}

/**
 * Reads a line of times. Returns null for any other line, also for a text with an arrow in it. In a file that
 * `isArrowed`, other forms may be texts, such as opening hours.
 */
export function readTiming(line: string, isArrowed: boolean): Timing | null {
  // Also as word processors and translators leave an arrow.
  const arrow = /(?:[-–—] ?){1,3}>|→/.exec(line)
  if (!arrow) return isArrowed ? null : readPair(line.trim())
  // Translators widen digits and marks, too.
  const before = line.slice(0, arrow.index).trim().slice(0, longest).normalize('NFKC')
  const after = line
    .slice(arrow.index + arrow[0].length)
    .trim()
    .normalize('NFKC')
  const [start, end] = [wholeTime.exec(before), timeAndSettings.exec(after)]
  if (start && end) {
    // Thousandths tell times from texts.
    if (isArrowed && arrow[0] !== '-->' && ![start, end].every((time) => time[4] ?? time[5])) return null
    return { times: { start: inMs(start.slice(1)), end: inMs(end.slice(1)) }, settings: end[6] ?? '' }
  }
  const isMeant = arrow[0] === '-->' && [before, after.slice(0, longest)].some(looksLikeTime)
  return isMeant ? { times: null, settings: '' } : null
}

/** Returns milliseconds, or null for anything but a time. */
export function readTime(text: string): number | null {
  const match = wholeTime.exec(text)
  return match && inMs(match.slice(1))
}

/** Reads two times with a comma between them, as SubViewer and YouTube's SBV have them. */
function readPair(text: string): Timing | null {
  if (text.length > 2 * longest || !/^\d+:[\d:.]+,\d+:[\d:.]+$/.test(text)) return null
  const [start = null, end = null] = text.split(',').map(readTime)
  return { times: start === null || end === null ? null : { start, end }, settings: '' }
}

function looksLikeTime(text: string): boolean {
  return /^\S*\d ?[:.,;] ?\d/.test(text)
}

function inMs([hours = '0', minutes = '0', seconds = '0', fraction, ms = '0']: (
  | string
  | undefined
)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number((fraction ?? ms).slice(0, 3).padEnd(3, '0'))
}
