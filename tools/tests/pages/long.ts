import { readFileSync, writeFileSync } from 'node:fs'
import { errorsOf, notesOf, type Spec } from '../playwright/report.ts'

const page = 'docs/long-tests.md'
const head = `# Long tests

Made by \`npm run test:long\`, which takes hours. A part of it, as \`npm run test:long -- long/load\`, replaces its own rows.
Times are from one machine; treat them as orders of magnitude.

| test | last run | result | figures |
| --- | --- | --- | --- |
`

/** Writes the results of tests into their rows. Rows of tests that didn't run stay, unless `isWhole`. */
export function writeLong(specs: Spec[], isWhole: boolean): void {
  const today = new Date().toISOString().slice(0, 10)
  const earlier = isWhole ? '' : readFileSync(page, 'utf8')
  writeFileSync(page, head + rowsOf(specs, today, earlier).join('\n').concat('\n'))
}

/** Returns the rows of a page with those of some tests replaced, or added to its end. */
export function rowsOf(specs: Spec[], today: string, earlier: string): string[] {
  const rows = new Map<string, string>()
  for (const [row, title] of earlier.matchAll(/^\| (?!test \||---)(.+?) \| .+ \|$/gm))
    rows.set(title ?? '', row)
  const ran = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
  for (const spec of ran) rows.set(spec.title, rowOf(spec, today))
  return [...rows.values()]
}

function rowOf(spec: Spec, today: string): string {
  const figures = [...notesOf(spec, 'figure'), ...errorsOf(spec)].join('<br>')
  return `| ${spec.title} | ${today} | ${spec.ok ? 'passed' : '**failed**'} | ${figures} |`
}
