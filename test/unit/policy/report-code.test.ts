import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReportCode } from '#contract/values/moderation/report-code'
import { reportCode } from '#worker/services/moderation/reports/code'

describe('the number of a receipt', () => {
  it('is read again however it was typed', () => {
    const typed = fc.tuple(
      fc.boolean(),
      fc.constantFrom('', ' ', '\n'),
      fc.constantFrom('-', ' ', '', '–', '－'),
    )
    fc.assert(
      fc.property(typed, ([isLow, space, dash]) => {
        const code = reportCode()
        const grouped = (isLow ? code.toLowerCase() : code).replaceAll('-', dash)
        expect(readReportCode(space + grouped + space)).toBe(code)
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
        expect(readReportCode(typed)?.replaceAll('-', '') ?? null).toBe(signsOf(typed))
      }),
    )
  })

  it.each(['', 'AAAA-AAAA-AAAA', 'AAAA-AAAA-AAAA-AAAA-AAAA', 'AAAAAAAAAAAAAAA'])('isn’t %j', (text) => {
    expect(readReportCode(text)).toBeNull()
  })
})

/** Returns the signs if there are sixteen, all of them among the 32 unambiguous ones. */
function signsOf(text: string): string | null {
  const signs = text.replace(/[ -]/g, '').toUpperCase()
  return signs.length === 16 && !/[01IO]/.test(signs) ? signs : null
}
