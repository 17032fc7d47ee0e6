import { formatCueTime } from '#contract/values/videos/webvtt'

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
    const kept = cueLines(text.join('\n'))
    const place = text.some((line) => atTop.test(line)) ? ' line:0' : ''
    if (current !== null && kept.length > 0) cues.push([`${current}${place}`, ...kept, ''].join('\n'))
    text = []
  }

  // Some programs end a line with two returns.
  for (const line of srt.split(/\r*\n|\r/)) {
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

/** How SubStation Alpha, whose marks SubRip files borrow, puts a caption at the top of the picture. */
const atTop = /\{[^{}]*\\an[789][^{}]*\}/

const withoutMeaning = /<\/?(?:font|span|p|div|s|strike|big|small|center|sub|sup|tt|a)(?:\s[^<>]*)?\/?>/gi
const named: Record<string, string> = { em: 'i', strong: 'b' }

/**
 * Keeps markup that WebVTT has as well: line breaks, and bold, italic and underlined text. Drops colours and
 * positions.
 */
function cueLines(text: string): string[] {
  const plain = text
    .replaceAll(/<br\s*\/?>|\\N/gi, '\n')
    .replaceAll(withoutMeaning, '')
    .replaceAll(/\{\\([biu])([01])\}/g, (_, name: string, on: string) => `<${on === '1' ? '' : '/'}${name}>`)
    .replaceAll(/\{\\[^{}]*\}|\{[a-z]:[^{}]*\}/gi, '')
    .replaceAll(/<(\/?)(b|i|u|em|strong)>/gi, (_, slash: string, name: string) => {
      const tag = name.toLowerCase()
      return `<${slash}${named[tag] ?? tag}>`
    })
    // An arrow would be read as another line of times.
    .replaceAll('-->', '→')
  return plain.split('\n').filter((line) => line.trim() !== '')
}

function inMs([hours = '0', minutes = '0', seconds = '0', rest = '0']: (string | undefined)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(rest.padEnd(3, '0'))
}
