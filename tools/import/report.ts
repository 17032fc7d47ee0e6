import type { Checked, Ready } from './check.ts'
import { printable } from './print.ts'
import type { Result } from './run.ts'

/**
 * Shows the state of each row being imported in one line of the terminal, and each result in a line of its
 * own.
 */
export class Progress {
  readonly #total: number
  readonly #states = new Map<string, string>()
  readonly #began = Date.now()
  #done = 0
  #sent = 0

  constructor(total: number) {
    this.#total = total
  }

  show(row: Ready, text: string): void {
    this.#states.set(row.file, text)
    if (!process.stderr.isTTY) return
    const states = [...this.#states].map(([file, state]) => `${file}: ${state}`)
    const line = `${this.#done} of ${this.#total}  ${states.join('  ')}`
    process.stderr.write(`\r\u001b[K${printable(line).slice(0, (process.stderr.columns || 80) - 1)}`)
  }

  add({ row, outcome, note }: Result): void {
    this.#states.delete(row.file)
    this.#done += 1
    if (outcome !== 'published before') this.#sent += 1
    const left = this.#total - this.#done
    const each = (Date.now() - this.#began) / 60_000 / Math.max(1, this.#sent)
    const time = left > 0 && this.#sent > 2 ? `, about ${Math.ceil(each * left)} min left` : ''
    const clear = process.stderr.isTTY ? '\r\u001b[K' : ''
    const why = note === null ? '' : `: ${note}`
    const line = `${this.#done} of ${this.#total}${time}  ${row.file} ${outcome}${why}`
    process.stderr.write(`${clear}${printable(line)}\n`)
  }
}

/** Returns the summary: a table of the rows with problems, then the counts. */
export function summaryOf(results: readonly Result[], { duplicates }: Pick<Checked, 'duplicates'>): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const lacking = results.filter(({ outcome, note }) => outcome === 'published' && note !== null)
  const lines = [
    ...failed.map(({ row, note }) => [String(row.line), row.file, `not imported: ${note}`]),
    ...duplicates.map(({ row, reason }) => [String(row.line), row.file, `not imported: ${reason}`]),
    ...lacking.map(({ row, note }) => [String(row.line), row.file, `published, but: ${note}`]),
  ].sort((a, b) => Number(a[0]) - Number(b[0]))
  const count = (outcome: Result['outcome']) => results.filter((each) => each.outcome === outcome).length
  return [
    ...(lines.length > 0 ? [tableOf([['line', 'file', 'what happened'], ...lines]), ''] : []),
    `${count('published')} published, ${count('published before')} published before, ` +
      `${failed.length} failed, ${counted(duplicates.length, 'duplicate')}`,
  ].join('\n')
}

/** Returns a number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function tableOf(rows: string[][]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
