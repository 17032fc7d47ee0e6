import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Mutant, pageOf, resultOf, resultsOf, scoreOf } from '#tools/tests/pages/mutation'

const part = { name: 'Guards', files: ['worker/a.ts', 'worker/b.ts'], tests: '' }

function mutant(status: string, line: number, replacement: string): Mutant {
  return { status, replacement, location: { start: { line, column: 1 }, end: { line, column: 7 } } }
}

const a = resultOf(
  'worker/a.ts',
  'a || b\n`abcd`\n',
  [
    mutant('NoCoverage', 2, 'a](b) | c'),
    mutant('Survived', 1, 'false'),
    mutant('Killed', 1, 'true'),
    mutant('Timeout', 1, '{}'),
    mutant('RuntimeError', 1, ''),
  ],
  '2026-11-27',
)

describe('docs/mutation.md', () => {
  const first = pageOf([part], new Map([['worker/a.ts', a]]))

  it('has a row for each file and survivor, and none of what never ran', () => {
    expect(first).toContain(
      '| `worker/a.ts` | 4 | 2 | 1 | 1 | 50.0 % | 2026-11-27 |\n| `worker/b.ts` | not tried |',
    )
    expect(first.split('\n').slice(-3)).toEqual([
      '| `worker/a.ts` 1 | `a \\|\\| b` | `false` |',
      '| `worker/a.ts` 2 | `` `abcd` `` | `a] (b) \\| c` |',
      '',
    ])
  })

  it('keeps the rows of files that are not tried again, and sums them with the others', () => {
    const results = resultsOf(first)
    results.set('worker/b.ts', resultOf('worker/b.ts', 'a', [mutant('Killed', 1, '')], '2026-11-28'))
    const second = pageOf([part], results)
    for (const row of first.split('\n').filter((line) => line.startsWith('| `worker/a.ts`')))
      expect(second).toContain(row)
    expect(second).toContain('| **Guards** | 5 | 3 | 1 | 1 | 60.0 % |')
    expect(scoreOf(part, results)).toBe(60)
  })

  it('is read as it was written', () => {
    const page = readFileSync('docs/mutation.md', 'utf8')
    const results = resultsOf(page)
    const files = [...results.keys()]
    const again = resultsOf(pageOf([{ ...part, files }], results))
    expect(again).toEqual(results)
    const survivors = [...results.values()].flatMap((result) => result.survivors)
    const missed = [...results.values()].map(({ survived, unreached }) => survived + unreached)
    expect(survivors).toHaveLength(missed.reduce((sum, count) => sum + count, 0))
  })
})
