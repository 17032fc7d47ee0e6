import { readMarked, writeMarked } from '../../figures/marked.ts'
import { errorsOf, notesOf, type Spec } from '../playwright/report.ts'

const page = 'docs/bench-media.md'
const head = `| | what | measured | limit | | | on |
| --- | --- | ---: | ---: | --- | --- | --- |
`

/** A figure of docs/bench-media.md, with its requirement. */
export interface Row {
  id: string
  what: string
  value: number
  limit: number
  unit: string
  note?: string
}

/** Returns the figures that a measurement noted. */
export function measuredBy(spec: Spec): Row[] {
  return notesOf(spec, 'row').map((text) => JSON.parse(text) as Row)
}

export function isMet({ value, limit }: Row): boolean {
  return value <= limit
}

export function figure(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Writes measured figures into their rows. Rows of measurements that didn't run stay unchanged. */
export function writeMedia(specs: Spec[]): void {
  const today = new Date().toISOString().slice(0, 10)
  writeMarked(page, 'rows', head + rowsOf(specs, today, readMarked(page, 'rows')).join('\n'))
}

/**
 * Returns the rows of a page with those of some measurements replaced, or added at its end. A failed
 * measurement has a row that says so, until it passes.
 */
export function rowsOf(specs: Spec[], today: string, earlier: string): string[] {
  const rows = new Map<string, string>()
  for (const [row, key = ''] of earlier.matchAll(/^(\| (?!---)[^|]+ \| [^|]+ \|) .+ \|$/gm))
    rows.set(key, row)
  for (const spec of specs) {
    for (const row of measuredBy(spec)) rows.set(keyOf(row.id, row.what), rowOf(row, today))
    if (!hasRun(spec)) continue
    const own = keyOf(spec.tags.join(', ') || 'check', spec.title)
    rows.delete(own)
    if (!spec.ok) rows.set(own, `${own} ${endOf(spec)} | | **missed** | | ${today} |`)
  }
  return [...rows.values()]
}

/** Tells whether a measurement has a result. One that was cut short with the whole run has none. */
function hasRun({ tests }: Spec): boolean {
  return tests.some(({ status }) => status !== 'skipped')
}

function keyOf(id: string, what: string): string {
  return `| ${id} | ${what} |`
}

function rowOf(row: Row, today: string): string {
  const { id, what, value, limit, unit, note = '' } = row
  const numbers = `${figure(value)} ${unit} | ${figure(limit)} ${unit}`
  return `${keyOf(id, what)} ${numbers} | ${isMet(row) ? 'met' : '**missed**'} | ${note} | ${today} |`
}

function endOf(spec: Spec): string {
  const late = spec.tests.flatMap(({ results }) => results).find(({ status }) => status === 'timedOut')
  return late ? `timed out after ${Math.round(late.duration / 1000)} s` : errorsOf(spec).join('<br>')
}
