export type CsvCell = string | number
export type CsvRow = readonly CsvCell[]

/** Returns rows as CSV by RFC 4180, with every cell as it is, for programs that read it back. */
export function exactCsvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

/** Returns rows as CSV by RFC 4180, which spreadsheets open without running any cell as a formula. */
export function csvOf(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  // A negative amount is a number, not a formula.
  const text = /^[=+\-@\t\r\n]/.test(value) && !/^-\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value
  return quoted(text)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
