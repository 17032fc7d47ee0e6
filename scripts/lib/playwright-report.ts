/** The fields that we read of Playwright's JSON report. */
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
  tests: {
    projectName: string
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    annotations: { type: string; description?: string }[]
    results: { error?: { message?: string } }[]
  }[]
}

interface Suite {
  suites?: Suite[]
  specs: Spec[]
}

export function specsOf(suite: Suite): Spec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}
