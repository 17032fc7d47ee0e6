import { expect, it } from 'vitest'
import { grepOf } from '#tools/tests/playwright/names'

const specs = [
  ['a poster (16:9)', 'media/trim.bench.ts', ['M1']],
  ['a ladder', 'media/ladder.bench.ts', ['M10', 'M9']],
  ['a trim', 'media/trim.bench.ts', []],
].map(([title, file, tags]) => ({ title, file, line: 1, ok: true, tags, tests: [] })) as Parameters<
  typeof grepOf
>[1]

it.each([
  [[], []],
  [['M1'], ['--grep', 'a poster \\(16:9\\)']],
  [
    ['M9', 'M1'],
    ['--grep', 'a poster \\(16:9\\)|a ladder'],
  ],
  [['a tri'], ['--grep', 'a trim']],
  [['media/trim'], ['--grep', 'a poster \\(16:9\\)|a trim']],
])('%j chooses %j', (names, args) => {
  expect(grepOf(names, specs)).toEqual(args)
})

it('lists the names where one is unknown', () => {
  expect(() => grepOf(['M9', 'M2'], specs)).toThrow(
    'Nothing is called M2. These are the names:\n  M1      a poster (16:9)\n  M10 M9  a ladder\n          a trim',
  )
})
