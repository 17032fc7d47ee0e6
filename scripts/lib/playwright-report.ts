/** What Playwright's JSON reporter writes, as far as it is read here. */
export interface Report {
  stats: { expected: number; unexpected: number }
  suites: Suite[]
}

export interface Spec {
  title: string
  ok: boolean
  tests: { annotations: { type: string; description?: string }[] }[]
}

interface Suite {
  suites?: Suite[]
  specs: Spec[]
}

export function specsOf(suite: Suite): Spec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}
