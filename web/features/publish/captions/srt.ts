import { printTime } from '../../../../contract/values/videos/webvtt'

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3})\d*)?`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s|$)`)

/**
 * The captions of a SubRip file as WebVTT; null where there are none. SubRip has no standard: whatever stands between two
 * lines of times is text, and of its markup what WebVTT knows too is kept.
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
    dropNumber(text)
    end()
    const [start, stop] = [inMs(match.slice(1, 5)), inMs(match.slice(5, 9))]
    // One that ends as it begins is never seen, in no player.
    current = stop > start ? `${printTime(start)} --> ${printTime(stop)}` : null
  }
  end()
  return cues.length > 0 ? ['WEBVTT\n', ...cues].join('\n') : null
}

/** The line before the times counts the captions. */
function dropNumber(text: string[]): void {
  const last = text.at(-1)?.replace('\ufeff', '').trim()
  if (last && /^\d+$/.test(last)) text.pop()
}

/** Without colours and positions; an arrow would be read as another line of times. */
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
