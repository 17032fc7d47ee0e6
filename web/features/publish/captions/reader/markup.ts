/** `srt` is also for the formats that are like it. */
export type CaptionFormat = 'ass' | 'srt' | 'vtt'

/** Marks of SubStation Alpha, which other formats borrow. */
const marks = /\{\\[^{}]*\}/g

/** Tells whether a text asks for the top of the picture. */
export function isAtTop(text: string): boolean {
  return (text.match(marks) ?? []).some((block) => /\\an[789]/.test(block))
}

const withoutMeaning = /<\/?(?:font|span|p|div|s|strike|big|small|center|sub|sup|tt|a)(?:\s[^<>]*)?\/?>/gi
const named: Record<string, string> = { em: 'i', strong: 'b' }

/** Anything else is text, such as a path of Windows in WebVTT. */
const lineBreaks: Record<CaptionFormat, RegExp> = {
  ass: /<br\s*\/?>|\\n/gi,
  srt: /<[Bb][Rr]\s*\/?>|\[[Bb][Rr]\]|\\N/g,
  vtt: /<br\s*\/?>/gi,
}

/**
 * Returns a text with the markup that WebVTT has as well: line breaks, and bold, italic and underlined text.
 * Drops colours, positions and empty lines.
 */
export function webVttMarkup(text: string, format: CaptionFormat): string {
  return text
    .replaceAll(lineBreaks[format], '\n')
    .replaceAll(withoutMeaning, '')
    .replaceAll(marks, tagsOf)
    .replaceAll(/\{[a-z]:[^{}]*\}/gi, (block) => (format === 'vtt' ? block : ''))
    .replaceAll(/<(\/?)(b|i|u|em|strong)>/gi, (_, slash: string, name: string) => {
      const tag = name.toLowerCase()
      return `<${slash}${named[tag] ?? tag}>`
    })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** Returns `<b><i>` for `{\b1\i1}`. */
function tagsOf(block: string): string {
  const tags = Array.from(block.matchAll(/\\([biu])(\d*)(?=[\\}])/g))
  return tags.map(([, name, on]) => `<${Number(on) > 0 ? '' : '/'}${name}>`).join('')
}
