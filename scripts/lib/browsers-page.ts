import { writeMarked } from './marked.ts'
import { brief } from './phases.ts'
import type { Spec } from './playwright-report.ts'

const page = 'docs/browsers.md'

/** Whether a test drives another browser than Chromium. */
export function isOfBrowsers({ file }: Spec): boolean {
  return file.startsWith('browsers/')
}

/** Writes what the tests of the other browsers found into their page. Their titles are `<browser>: <what>`. */
export function writeBrowsers(specs: Spec[]): void {
  // One that said what its browser can do has its column below instead of a row.
  const ofFlows = specs.filter((spec) => notesOf(spec, 'abilities').length === 0)
  const browsers = [...new Set(ofFlows.map((spec) => namesOf(spec).browser))]
  const flows = Map.groupBy(ofFlows, (spec) => namesOf(spec).what)
  const rows = [...flows].map(([what, tried]) => [
    what,
    ...browsers.map((browser) => resultOf(tried.find((spec) => namesOf(spec).browser === browser))),
  ])
  writeMarked(page, 'flows', tableOf(['flow', ...browsers], rows))

  const abilities = new Map(
    specs.flatMap((spec) =>
      notesOf(spec, 'abilities').map((text) => [namesOf(spec).browser, JSON.parse(text)] as const),
    ),
  )
  const [first] = abilities.values()
  if (!first) return
  const able = Object.keys(first).map((what) => [
    what,
    ...[...abilities.values()].map((found) => found[what]),
  ])
  writeMarked(page, 'abilities', tableOf(['', ...abilities.keys()], able))
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
  const errors = spec.tests
    .flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
    .map((message) => brief(message).replaceAll('|', '\\|'))
  return [spec.ok ? 'passed' : '**failed**', ...figures, ...errors].join('<br>')
}

function notesOf({ tests }: Spec, kind: string): string[] {
  return tests.flatMap(({ annotations }) =>
    annotations.flatMap(({ type, description }) => (type === kind && description ? [description] : [])),
  )
}

function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
