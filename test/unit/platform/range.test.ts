import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ifRangeMatches,
  isNotModified,
  isPreconditionFailed,
  parseEntityTags,
  parseRange,
} from '#worker/storage/range'

const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable' }
const slice = (offset: number, length: number) => ({ kind: 'slice', offset, length })

/** Returns the expected slice, found by testing each byte. */
function named(size: number, isNamed: (index: number) => boolean) {
  const indices = Array.from({ length: size }, (_, index) => index).filter(isNamed)
  const [first] = indices
  return first === undefined ? unsatisfiable : slice(first, indices.length)
}

describe('parseRange', () => {
  it.each([
    [null, whole],
    ['bytes=0-99', slice(0, 100)],
    ['BYTES=0-0', slice(0, 1)],
    ['bytes=999-', slice(999, 1)],
    ['bytes=500-999', slice(500, 500)],
    ['bytes=500-1000', slice(500, 500)],
    ['bytes=500-5000', slice(500, 500)],
    ['bytes=-10', slice(990, 10)],
    ['bytes=-5000', slice(0, 1000)],
    ['bytes=007-0008', slice(7, 2)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1001', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=5-2', whole],
    ['bytes=5000-2000', whole],
    ['bytes=0-1,5-6', whole],
    ['bytes=-', whole],
    ['bytes=abc', whole],
    ['bytes=1.5-3', whole],
    ['bytes=0x1-2', whole],
    ['bytes= 0-1', whole],
    ['bytes 0-1', whole],
    ['bytes=0-1x', whole],
    ['items=0-1', whole],
    ['kilobytes=0-1', whole],
    ['', whole],
  ])('reads %s of 1,000 bytes', (header, expected) => {
    expect(parseRange(header, 1000)).toEqual(expected)
  })

  it('keeps apart positions that a double cannot', () => {
    expect(parseRange('bytes=9007199254740993-9007199254740992', 1000)).toEqual(whole)
    expect(parseRange('bytes=9007199254740992-9007199254740993', 1000)).toEqual(unsatisfiable)
    expect(parseRange(`bytes=0-${'9'.repeat(4000)}`, 1000)).toEqual(slice(0, 1000))
    expect(parseRange(`bytes=-${'9'.repeat(4000)}`, 1000)).toEqual(slice(0, 1000))
    expect(parseRange(`bytes=${'0'.repeat(4000)}5-6`, 1000)).toEqual(slice(5, 2))
  })

  it('never answers part of an empty object', () => {
    expect(parseRange('bytes=0-', 0)).toEqual(unsatisfiable)
    expect(parseRange('bytes=-5', 0)).toEqual(whole)
  })

  const position = fc.oneof(fc.nat(70), fc.maxSafeNat())
  const size = fc.integer({ min: 1, max: 60 })

  it('names the bytes that a naive model names', () => {
    fc.assert(
      fc.property(position, fc.option(position), size, (first, last, bytes) => {
        const expected =
          last !== null && last < first
            ? whole
            : named(bytes, (index) => index >= first && (last === null || index <= last))
        expect(parseRange(`bytes=${first}-${last ?? ''}`, bytes)).toEqual(expected)
      }),
    )
    fc.assert(
      fc.property(position, size, (suffix, bytes) => {
        expect(parseRange(`bytes=-${suffix}`, bytes)).toEqual(
          named(bytes, (index) => bytes - index <= suffix),
        )
      }),
    )
  })

  it('answers a slice inside the object, never an empty one, whatever the header says', () => {
    const unit = fc.constantFrom(...'0123456789-=, bytes'.split(''))
    const almost = fc.string({ unit, maxLength: 40 }).map((rest) => `bytes=${rest}`)
    fc.assert(
      fc.property(fc.oneof(almost, fc.string()), fc.nat(), (header, bytes) => {
        const range = parseRange(header, bytes)
        if (range.kind !== 'slice') return
        expect(Number.isSafeInteger(range.offset) && Number.isSafeInteger(range.length)).toBe(true)
        expect(range.offset).toBeGreaterThanOrEqual(0)
        expect(range.length).toBeGreaterThan(0)
        expect(range.offset + range.length).toBeLessThanOrEqual(bytes)
      }),
    )
  })
})

describe('conditional headers', () => {
  it.each([
    [null, '"a"', true],
    ['"a"', '"a"', true],
    ['"b"', '"a"', false],
    ['W/"a"', '"a"', false],
    ['W/"a"', 'W/"a"', false],
    ['Wed, 21 Oct 2026 07:28:00 GMT', '"a"', false],
  ])('If-Range %s of %s is %s', (header, etag, expected) => {
    expect(ifRangeMatches(header, etag)).toBe(expected)
  })

  it.each([
    [null, false, false],
    ['*', true, false],
    [' * ', true, false],
    ['"a"', true, false],
    ['W/"a"', true, true],
    ['"x", "a"', true, false],
    ['"x","y" , W/"a"', true, true],
    [', ,"a",', true, false],
    ['"x, \\"a"', false, true],
    ['"x"', false, true],
    ['a', false, true],
    ['"A"', false, true],
    ['', false, true],
  ])('If-None-Match and If-Match %s of "a": 304 is %s, 412 is %s', (header, notModified, failed) => {
    expect(isNotModified(header, '"a"')).toBe(notModified)
    expect(isPreconditionFailed(header, '"a"')).toBe(failed)
  })

  it('compares weak tags of the object by their text for a 304 alone', () => {
    expect(isNotModified('"a"', 'W/"a"')).toBe(true)
    expect(isPreconditionFailed('W/"a"', 'W/"a"')).toBe(true)
  })

  const tag = fc
    .tuple(fc.boolean(), fc.stringMatching(/^[!#-~]*$/))
    .map(([weak, text]) => `${weak ? 'W/' : ''}"${text}"`)

  it('reads back any list of tags, whatever the spaces', () => {
    const separator = fc.constantFrom(',', ', ', ' ,\t', ',,')
    fc.assert(
      fc.property(fc.array(tag), separator, (tags, between) => {
        expect(parseEntityTags(tags.join(between))).toEqual(tags)
      }),
    )
  })

  it('reads any text in the end', () => {
    fc.assert(
      fc.property(fc.string(), (header) => Array.isArray(parseEntityTags(header)) || header.trim() === '*'),
    )
  })
})
