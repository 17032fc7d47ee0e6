import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReportCode, reportCode } from '#worker/services/moderation/reports/code'

describe('the number of a receipt', () => {
  it('is read again however it was typed', () => {
    const typed = fc.tuple(fc.boolean(), fc.constantFrom('', ' ', '\n'))
    fc.assert(
      fc.property(typed, ([isLow, space]) => {
        const code = reportCode()
        expect(readReportCode(space + (isLow ? code.toLowerCase() : code) + space)).toBe(code)
      }),
    )
  })

  it('is never read out of anything else', () => {
    const change = fc.record({
      place: fc.nat({ max: 18 }),
      how: fc.constantFrom('put', 'drop', 'double'),
      by: fc.constantFrom(...'01IO-a b'),
    })
    fc.assert(
      fc.property(change, ({ place, how, by }) => {
        const code = reportCode()
        const own = code[place] ?? ''
        const instead = { put: by, drop: '', double: own + own }[how]
        const typed = code.slice(0, place) + instead + code.slice(place + 1)
        expect(readReportCode(typed)).toBe(isNumber(typed) ? typed.toUpperCase() : null)
      }),
    )
  })

  it.each(['', 'AAAA-AAAA-AAAA', 'AAAA-AAAA-AAAA-AAAA-AAAA', 'AAAAAAAAAAAAAAAA'])('isn’t %j', (text) => {
    expect(readReportCode(text)).toBeNull()
  })
})

/** Returns whether it is four groups of four, from the 32 unambiguous characters. */
function isNumber(text: string): boolean {
  const groups = text.split('-')
  const isOfFour = groups.length === 4 && groups.every(({ length }) => length === 4)
  return isOfFour && !/[01IO ]/i.test(text)
}
