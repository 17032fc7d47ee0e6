import { brief } from '../phases.ts'

/** The fields used of Playwright's JSON report. */
export interface Report {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: Suite[]
}

export interface Spec {
  title: string
  /** Relative to the folder of the tests. */
  file: string
  line: number
  ok: boolean
  tags: string[]
  tests: {
    projectName: string
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    annotations: { type: string; description?: string }[]
    results: { status: string; duration: number; error?: { message?: string } }[]
  }[]
}

interface Suite {
  suites?: Suite[]
  specs: Spec[]
}

export function specsOf(suite: Suite): Spec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** Returns a test's notes of one kind. */
export function notesOf({ tests }: Spec, kind: string): string[] {
  return tests.flatMap(({ annotations }) =>
    annotations.flatMap(({ type, description }) => (type === kind && description ? [description] : [])),
  )
}

/** Returns a test's errors in the form of a table's cell. */
export function errorsOf({ tests }: Spec): string[] {
  return tests
    .flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
    .map((message) => brief(message).replaceAll('|', '\\|'))
}
