import { describe, expect, it } from 'vitest'
import { type Row, rowsOf } from '#tools/tests/pages/media'
import type { Spec } from '#tools/tests/playwright/report'

type Test = Spec['tests'][number]

const trim: Row = { id: 'M7', what: 'trim', value: 11.384, limit: 25, unit: 's' }
const page = `<!-- rows -->
| | what | measured | limit | | | on |
| --- | --- | ---: | ---: | --- | --- | --- |
| M7 | trim | 30 s | 25 s | **missed** |  | 2026-11-25 |
| M9 | a ladder | 20 s | 40 s | met | of 60 s | 2026-11-25 |
<!-- end of rows -->`
const ofLadder = '| M9 | a ladder | 20 s | 40 s | met | of 60 s | 2026-11-25 |'

function spec(rows: Row[], status: Test['status'], results: Test['results'] = []): Spec {
  const annotations = rows.map((row) => ({ type: 'row', description: JSON.stringify(row) }))
  const tests = [{ projectName: 'desktop', status, annotations, results }]
  const ok = status !== 'unexpected'
  return { title: 'a trim is exact', file: 'media/trim.bench.ts', line: 1, ok, tags: ['M7', 'M10'], tests }
}

describe('the rows of docs/bench-media.md', () => {
  it('are those that were measured, and the earlier ones of all others', () => {
    expect(rowsOf([spec([trim], 'expected')], '2026-11-29', page)).toEqual([
      '| M7 | trim | 11.38 s | 25 s | met |  | 2026-11-29 |',
      ofLadder,
    ])
  })

  it('say what is over its limit', () => {
    expect(rowsOf([spec([{ ...trim, value: 26 }], 'expected')], '2026-11-29', page)[0]).toBe(
      '| M7 | trim | 26 s | 25 s | **missed** |  | 2026-11-29 |',
    )
  })

  it('name a measurement that hung, until it ends well', () => {
    const late = spec([], 'unexpected', [{ status: 'timedOut', duration: 240_013 }])
    const hung = rowsOf([late], '2026-11-29', page)
    expect(hung).toEqual([
      '| M7 | trim | 30 s | 25 s | **missed** |  | 2026-11-25 |',
      ofLadder,
      '| M7, M10 | a trim is exact | timed out after 240 s | | **missed** | | 2026-11-29 |',
    ])
    expect(rowsOf([spec([], 'skipped')], '2026-11-30', hung.join('\n'))).toEqual(hung)
    expect(rowsOf([spec([trim], 'expected')], '2026-11-30', hung.join('\n'))).toEqual([
      '| M7 | trim | 11.38 s | 25 s | met |  | 2026-11-30 |',
      ofLadder,
    ])
  })

  it('say why another one failed', () => {
    const broken = spec([], 'unexpected', [
      { status: 'failed', duration: 1, error: { message: 'Odd | even' } },
    ])
    expect(rowsOf([broken], '2026-11-29', page).at(-1)).toBe(
      '| M7, M10 | a trim is exact | Odd \\| even | | **missed** | | 2026-11-29 |',
    )
  })
})
