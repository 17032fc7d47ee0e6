import { describe, expect, it } from 'vitest'
import { rowsOf } from '#tools/tests/pages/long'
import type { Spec } from '#tools/tests/playwright/report'

function spec(title: string, status: Spec['tests'][number]['status'], figure?: string): Spec {
  const annotations = figure === undefined ? [] : [{ type: 'figure', description: figure }]
  const tests = [{ projectName: 'desktop', status, annotations, results: [] }]
  return { title, file: 'load.spec.ts', line: 1, ok: status !== 'unexpected', tags: [], tests }
}

describe('the rows of docs/long-tests.md', () => {
  const page = `| test | last run | result | figures |
| --- | --- | --- | --- |
| loaded | 2026-11-22 | **failed** | p95 2 s |
| soaked | 2026-11-23 | passed | 5 days<br>no rows |
`

  it('are those of the tests that ran, and the earlier ones of all others', () => {
    expect(rowsOf([spec('loaded', 'expected', 'p95 323 ms')], '2026-11-28', page)).toEqual([
      '| loaded | 2026-11-28 | passed | p95 323 ms |',
      '| soaked | 2026-11-23 | passed | 5 days<br>no rows |',
    ])
  })

  it('never call passed what was not run', () => {
    expect(rowsOf([spec('loaded', 'skipped'), spec('new', 'skipped')], '2026-11-28', page)[0]).toContain(
      '**failed**',
    )
    expect(rowsOf([spec('new', 'unexpected')], '2026-11-28', page).at(-1)).toBe(
      '| new | 2026-11-28 | **failed** |  |',
    )
  })
})
