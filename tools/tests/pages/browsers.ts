import { writeMarked } from '../../figures/marked.ts'
import { errorsOf, notesOf, type Spec } from '../playwright/report.ts'

const page = 'docs/browsers.md'

/** Whether a test drives another browser than Chromium. */
export function isOfBrowsers({ file }: Spec): boolean {
  return file.startsWith('browsers/')
}

/** Writes the results of the tests in other browsers into their page. */
export function writeBrowsers(specs: Spec[]): void {
  const { flows, abilities } = tablesOf(specs)
  writeMarked(page, 'flows', flows)
  writeMarked(page, 'abilities', abilities)
}

/** Makes the tables of tests whose titles are `<browser>: <what>`. */
export function tablesOf(specs: Spec[]): { flows: string; abilities: string } {
  // A test that noted its browser's abilities has a column below instead of a row.
  const ofFlows = specs.filter((spec) => notesOf(spec, 'abilities').length === 0)
  const browsers = [...new Set(ofFlows.map((spec) => namesOf(spec).browser))]
  const rows = [...Map.groupBy(ofFlows, (spec) => namesOf(spec).what)].map(([what, tried]) => [
    what,
    ...browsers.map((browser) => resultOf(tried.find((spec) => namesOf(spec).browser === browser))),
  ])
  const able = specs.flatMap((spec) =>
    notesOf(spec, 'abilities').map((text) => ({
      browser: namesOf(spec).browser,
      found: JSON.parse(text) as Record<string, string>,
    })),
  )
  return {
    flows: tableOf(['flow', ...browsers], rows),
    abilities: tableOf(
      ['', ...able.map(({ browser }) => browser)],
      Object.keys(able[0]?.found ?? {}).map((what) => [what, ...able.map(({ found }) => found[what] ?? '')]),
    ),
  }
}

function namesOf({ title }: Spec): { browser: string; what: string } {
  const at = title.indexOf(': ')
  return { browser: title.slice(0, at), what: title.slice(at + 2) }
}

function resultOf(spec: Spec | undefined): string {
  if (!spec) return ''
  const [reason] = notesOf(spec, 'skip')
  if (spec.tests.some(({ status }) => status === 'skipped')) return `**not run**: ${reason}`
  const figures = notesOf(spec, 'figure')
  return [spec.ok ? 'passed' : '**failed**', ...figures, ...errorsOf(spec)].join('<br>')
}

function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
