import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from '#contract/values/shared/csv'
import { parseCsv } from '#tools/import/csv'

const cells = (text: string) => parseCsv(text).map((line) => line.cells)

describe('parseCsv', () => {
  it('reads back whatever was written', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', "'", ',', ';', '\t', '\n', '\r', ' ', 'é', '=', '-', '1'),
    })
    const row = fc.array(cell, { minLength: 2, maxLength: 5 })
    fc.assert(
      // The header determines the separator, which its names don't contain.
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const all = [['one', 'two'], ...rows]
        expect(cells(csvOf(all))).toEqual(all)
      }),
    )
  })

  it('never fails but with a sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r') }), (text) => {
        try {
          parseCsv(text)
        } catch (error) {
          expect((error as Error).message).toMatch(/^Line \d+: .*\.$/)
        }
      }),
    )
  })

  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\r\n1,5;2\r\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\n\n,\n"x\ny",2',
      [
        ['a', 'b'],
        ['', ''],
        ['x\ny', '2'],
      ],
    ],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(cells(text)).toEqual(expected)
  })

  it('counts lines within quotes, and says where a quote is wrong', () => {
    expect(parseCsv('a,b\n"x\ny",2\n3,4').map(({ line }) => line)).toEqual([1, 2, 4])
    expect(() => parseCsv('a,b\n1,"2')).toThrow("Line 2: a quote isn't closed.")
    expect(() => parseCsv('a,b\n"1"x,2')).toThrow('Line 2: text follows a closing quote.')
  })
})
