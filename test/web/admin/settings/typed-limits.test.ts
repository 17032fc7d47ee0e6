import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationInWords } from '#contract/values/shared/duration-words'
import {
  countText,
  readCount,
  readDuration,
  readSize,
  sizeText,
} from '#web/features/admin/settings/form/values/typed-limits'

describe('a typed limit', () => {
  it('is read as its words show it, for every duration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400 }), (seconds) => {
        expect(readDuration(durationInWords(seconds))).toBe(seconds)
      }),
    )
  })

  it('is read as its words show it, for every number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (count) => {
        expect([readCount(countText(count)), readCount(String(count))]).toEqual([count, count])
      }),
    )
    for (const typed of ['', 'all', '-5', '1.5', '1e3', '1,00', '10,00,000'])
      expect(readCount(typed)).toBeNull()
  })

  it('is read as its words show it, for every size, to three decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1e6, max: 5e12 }), (bytes) => {
        const read = readSize(sizeText(bytes))
        expect(read === null ? read : Math.abs(read - bytes) / bytes).toBeLessThanOrEqual(0.0005)
        expect(read === null ? read : sizeText(read)).toBe(sizeText(bytes))
      }),
    )
  })

  it.each([
    ['90', 5400],
    ['1.5', 90],
    ['90 s', 90],
    ['2 Minutes', 120],
    ['1 h 30 min', 5400],
    ['1:30', 90],
    ['1:00:00', 3600],
    ['', null],
    ['soon', null],
    ['5 days', null],
    ['-5', null],
    ['1e3', null],
  ])('takes %j for %j seconds', (typed, seconds) => {
    expect(readDuration(typed)).toBe(seconds)
  })

  it.each([
    ['4', 4e9],
    ['4 GB', 4e9],
    ['4gb', 4e9],
    ['0', 0],
    ['2,5 TB', 2.5e12],
    ['500 MB', 5e8],
    ['', null],
    ['4 GiB', null],
    ['1e3', null],
    ['-1', null],
  ])('takes %j for %j bytes', (typed, bytes) => {
    expect(readSize(typed)).toBe(bytes)
  })
})
