import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRow, csvOf } from '#contract/values/shared/csv'

/** Reads cells as leniently as spreadsheets: text may follow a closing quote, and any separator may be theirs. */
function opened(file: string, separator: string): string[] {
  const cells = ['']
  const add = (text: string) => cells.push(cells.pop() + text)
  let isQuoted = false
  let isStart = true
  for (let at = 0; at < file.length; at += 1) {
    const [each = '', next] = file.slice(at, at + 2)
    if (isQuoted && each === '"' && next === '"') {
      add('"')
      at += 1
    } else if (isQuoted ? each === '"' : isStart && each === '"') isQuoted = !isQuoted
    else if (!isQuoted && (each === separator || /[\r\n]/.test(each))) cells.push('')
    else add(each)
    isStart = !isQuoted && cells.at(-1) === '' && each !== '"'
  }
  return cells
}

const isNumber = (cell: string) => /^-\d+(\.\d+)?$/.test(cell)
const isFormula = (cell: string) =>
  /^["'\s]*[=+\-@＝＋－＠]/.test(cell) && !/^["\s]*'/.test(cell) && !isNumber(cell)

describe('csvOf', () => {
  it('writes nothing that a spreadsheet runs, wherever it splits the file', () => {
    const unit = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ';',
      '\t',
      '\r',
      '\n',
      ',',
      '"',
      "'",
      ' ',
      'a',
      '1',
    )
    const cell = fc.oneof(fc.string({ unit }), fc.integer(), fc.double({ noNaN: true, min: -9, max: 9 }))
    // No table has an amount in its first column.
    const row = fc.array(cell).map((cells) => ['2031-05-01', ...cells])
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), fc.constantFrom(',', ';', '\t'), (rows, separator) => {
        expect(opened(csvOf(rows), separator).filter(isFormula)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it.each<[CsvRow, string]>([
    [['Waves', 3, -1, '-5.00', ''], '"Waves","3","-1","-5.00",""'],
    [['=1', '+1', '-1a', '@a', '＝1'], `"'=1","'+1","'-1a","'@a","'＝1"`],
    [['a;=1', 'a\t@b', 'a\r\n+1', 'a; ""=1'], `"a;'=1","a\t'@b","a\r\n'+1","a; """"'=1"`],
    [['a=1', 'a, =1', '1-2', 'me@x.org'], '"a=1","a, =1","1-2","me@x.org"'],
  ])('writes %j', (row, line) => {
    expect(csvOf([row])).toBe(`${line}\r\n`)
  })
})
