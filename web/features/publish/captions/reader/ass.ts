import { CueList } from './cue-list'
import { webVttMarkup } from './markup'
import { readTime } from './times'

/** Of a file whose events don't say which columns they have. */
const usual = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text']

/** Tells SubStation Alpha by the header of a section with a timed event below it: either may be a text of other formats. */
export function isAss(lines: readonly string[]): boolean {
  const header = lines.findIndex((line) => /^\s*\[(?:script info|v4\+? styles|events)\]/i.test(line))
  return header >= 0 && lines.slice(header).some((line) => /^\s*dialogue\s*:.*\d:\d\d/i.test(line))
}

/** Reads the text of the events; drawings, remarks and styles stay behind. */
export function readAss(lines: readonly string[]): CueList {
  const list = new CueList('ass')
  const seen = new Set<string>()
  let columns = usual
  for (const [at, line] of lines.entries()) {
    const [, kind = '', rest = ''] = /^\s*(format|dialogue)\s*:(.*)$/i.exec(line) ?? []
    const values = rest.split(',')
    if (kind.toLowerCase() === 'format') {
      const names = values.map((name) => name.trim().toLowerCase())
      // The styles have a format, too.
      if (names.includes('start')) columns = names
    }
    if (kind.toLowerCase() !== 'dialogue') continue
    const [start = null, end = null] = ['start', 'end'].map((name) =>
      readTime(values[columns.indexOf(name)]?.trim() ?? ''),
    )
    // The last column may hold commas.
    const text = wordsOf(values.slice(columns.length - 1).join(','))
    // Layers repeat the words, with other marks, to draw their outline or their shadow.
    const event = `${start} ${end} ${webVttMarkup(text, 'ass').replaceAll(/<[^<>]*>/g, '')}`
    if (seen.has(event)) continue
    seen.add(event)
    const times = start === null || end === null ? null : { start, end }
    list.add({ line: at + 1, times, settings: '', text })
  }
  return list
}

function wordsOf(text: string): string {
  let isDrawing = false
  const parts = text.split(/(\{[^{}]*\})/).filter((part) => {
    if (!part.startsWith('{')) return !isDrawing
    const [, scale] = Array.from(part.matchAll(/\\p(\d)/g)).at(-1) ?? []
    if (scale !== undefined) isDrawing = scale !== '0'
    // A block without marks is a remark.
    return part.includes('\\')
  })
  return parts.join('').replaceAll('\\h', '\u00a0')
}
