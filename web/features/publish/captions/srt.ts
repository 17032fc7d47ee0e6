import { formatCueTime } from '../../../../contract/values/videos/webvtt'

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3})\d*)?`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s|$)`)

/**
 * Converts SubRip to WebVTT; null without captions. SubRip has no standard: everything between two lines of
 * times is text, and markup that WebVTT also has is kept.
 */
export function srtToVtt(srt: string): string | null {
  const cues: string[] = []
  let current: string | null = null
  let text: string[] = []
  const end = () => {
    const kept = text.map(plainLine).filter((line) => line.trim() !== '')
    if (current !== null && kept.length > 0) cues.push([current, ...kept, ''].join('\n'))
    text = []
  }

  for (const line of srt.split(/\r\n|\r|\n/)) {
    const match = timing.exec(line)
    if (!match) {
      text.push(line)
      continue
    }
    skipNumber(text)
    end()
    const [start, stop] = [inMs(match.slice(1, 5)), inMs(match.slice(5, 9))]
    // No player shows a caption that ends when it begins.
    current = stop > start ? `${formatCueTime(start)} --> ${formatCueTime(stop)}` : null
  }
  end()
  return cues.length > 0 ? ['WEBVTT\n', ...cues].join('\n') : null
}

/** The line before the times is the caption's number. */
function skipNumber(text: string[]): void {
  const last = text.at(-1)?.replace('\ufeff', '').trim()
  if (last && /^\d+$/.test(last)) text.pop()
}

/** Removes colours and positions, and arrows, which would be read as another line of times. */
function plainLine(line: string): string {
  return line
    .replaceAll(/<\/?font[^<>]*>/gi, '')
    .replaceAll(/\{\\[^{}]*\}/g, '')
    .replaceAll(/<(\/?)([BIU])>/g, (_, slash: string, name: string) => `<${slash}${name.toLowerCase()}>`)
    .replaceAll('-->', '→')
}

function inMs([hours = '0', minutes = '0', seconds = '0', rest = '0']: (string | undefined)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(rest.padEnd(3, '0'))
}
