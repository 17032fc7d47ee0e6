import { unguarded } from '#contract/values/shared/csv'

/** A line of a CSV file: its cells, and where it begins in the file, from 1. */
export interface CsvLine {
  line: number
  cells: string[]
}

/**
 * Reads CSV by RFC 4180, with line ends of any system, a byte order mark, and semicolons or tabs where the header has
 * those. Empty lines are left out, and so are the apostrophes that `csvOf` puts before formulas. Throws a sentence for a
 * quote that isn't closed, or has text after it.
 */
export function parseCsv(file: string): CsvLine[] {
  const text = file.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const lines: CsvLine[] = []
  let line = 1
  let at = 0
  while (at < text.length) {
    const cells: string[] = []
    const begins = line
    for (;;) {
      const { value, end } = text[at] === '"' ? quotedCell(text, at, line) : plainCell(text, at, separator)
      cells.push(unguarded(value))
      line += value.split(/\r\n|\r|\n/).length - 1
      at = end
      if (text[at] !== separator) break
      at += 1
    }
    if (at < text.length && !/[\r\n]/.test(text[at] ?? ''))
      throw new Error(`Line ${line}: text follows a closing quote.`)
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    if (cells.length > 1 || cells[0] !== '') lines.push({ line: begins, cells })
  }
  return lines
}

function plainCell(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== separator && !/[\r\n]/.test(text[end] ?? '')) end += 1
  return { value: text.slice(start, end), end }
}

function quotedCell(text: string, start: number, line: number): { value: string; end: number } {
  let value = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new Error(`Line ${line}: a quote isn't closed.`)
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
}

/** Returns what separates the cells of the header. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const count = (separator: string) => header.split(separator).length
  return [';', '\t'].find((separator) => count(separator) > count(',')) ?? ','
}
