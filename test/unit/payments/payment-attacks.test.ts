import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** The number of attacks in each table: those on all processors, and those of a part by its letter. */
const known = { P: 14, '': 91, B: 19, V: 15, C: 17, G: 11 }

const places = ['test/worker/payments/**/{payments-,claims}*.test.ts', 'processors/*/tests/worker/*.test.ts']

interface Named {
  file: string
  name: string
}

/** Rows of the tables: `| 12 | attack | file | 12: name of the test |`, or `| B12 |`. */
const rows = readFileSync(join(root, 'docs/payment-attacks.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, attack = '', file = '', name = ''] = line.split('|').map((cell) => cell.trim())
    return number && /^[A-Z]?\d+$/.test(number) ? [{ number, attack, file, name }] : []
  })

/**
 * Texts in test files that begin like `12: ` or `B12: `, including tables of `it.each`, but without skipped
 * tests.
 */
const tests: Named[] = globSync(places, { cwd: root }).flatMap((path) => {
  const source = readFileSync(join(root, path), 'utf8').replace(/^\s*\/\/.*$/gm, '')
  const texts = source.matchAll(
    /(?<left>\.(?:skip|todo|fails)\b.*\(\s*)?(['"`])(?<name>[A-Z]?\d+: (?:(?!\2).)+)\2/g,
  )
  return [...texts].flatMap(({ groups }) =>
    groups?.name && groups.left === undefined ? [{ file: labelOf(path), name: groups.name }] : [],
  )
})

/** Returns a test file's name; for a processor's own, with the processor. */
function labelOf(path: string): string {
  const processor = /^processors\W(\w+)/.exec(path)?.[1]
  return processor ? `${processor}/${basename(path)}` : basename(path)
}

const text = ({ file, name }: Named) => `${file} ${name}`

describe('the tables of attacks on payments', () => {
  it('have every number, in order, each with the attack in words', () => {
    const first = rows.filter(({ number }, at) => rows[at - 1]?.number !== number)
    expect(first.map(({ number }) => number)).toEqual(
      Object.entries(known).flatMap(([part, count]) =>
        Array.from({ length: count }, (_, at) => `${part}${at + 1}`),
      ),
    )
    for (const { number, attack } of first)
      expect([number, attack]).toEqual([number, expect.stringMatching(/\w/)])
  })

  it('name each test under its own number, or one of every processor', () => {
    for (const { number, name } of rows) expect(name).toMatch(new RegExp(`^(?:${number}|P\\d+): `))
  })

  it('name tests that are there', () => {
    const there = new Set(tests.map(text))
    expect(rows.map(text).filter((row) => !there.has(row))).toEqual([])
  })

  it('leave no numbered test out', () => {
    const listed = new Set(rows.map(text))
    expect(tests.map(text).filter((test) => !listed.has(test))).toEqual([])
  })
})
