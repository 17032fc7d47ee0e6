export type CsvCell = string | number
export type CsvRow = readonly CsvCell[]

/**
 * Places where a spreadsheet may read a formula: a cell's start, and what follows a semicolon, a tab or a line break,
 * since some split the file there. Spaces and quotes between are looked past. Full-width signs count.
 */
const formula = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"']*)/g
const guard = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"']*)/g
/** A negative amount is a number, not a formula. */
const negative = /^-\d+(?:\.\d+)?$/

/**
 * Returns rows as CSV by RFC 4180. Every cell is quoted, and an apostrophe stands before what a spreadsheet could run
 * as a formula. `unguarded` takes it out again.
 */
export function csvOf(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** Returns the text of a cell that `csvOf` wrote, without its guards. */
export function unguarded(cell: string): string {
  return cell.replace(guard, '')
}

function cellOf(value: CsvCell): string {
  const text = String(value)
  return `"${(negative.test(text) ? text : text.replace(formula, "'")).replaceAll('"', '""')}"`
}
