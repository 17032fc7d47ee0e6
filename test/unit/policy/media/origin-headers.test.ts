import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentLength, contentRange, mediaType, strongValidator } from '#worker/integrations/origin/headers'

const headers = (entries: Record<string, string>) => new Headers(entries)
const date = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toUTCString()

describe('strongValidator', () => {
  it.each([
    [{ etag: '"abc"' }, '"abc"'],
    [{ etag: '""' }, '""'],
    [{ etag: 'W/"abc"' }, null],
    [{ etag: 'abc' }, null],
    [{ etag: '"a"b"' }, null],
    [{}, null],
    // If the tag is weak, the date doesn't help.
    [{ etag: 'W/"abc"', 'last-modified': date(0), date: date(60) }, null],
    [{ 'last-modified': date(0), date: date(60) }, date(0)],
    [{ 'last-modified': date(0), date: date(1) }, date(0)],
    [{ 'last-modified': date(0), date: date(0) }, null],
    [{ 'last-modified': date(0) }, null],
    [{ 'last-modified': 'yesterday', date: date(60) }, null],
  ])('of %j is %j', (entries, expected) => {
    expect(strongValidator(headers(entries as Record<string, string>))).toBe(expected)
  })
})

describe('contentRange', () => {
  it('reads what a correct host writes', () => {
    const size = fc.integer({ min: 1, max: 2 ** 40 })
    fc.assert(
      fc.property(size, size, size, (a, b, c) => {
        const [start = 0, end = 0, total = 0] = [a - 1, b - 1, c].sort((x, y) => x - y)
        fc.pre(end < total)
        expect(contentRange(headers({ 'content-range': `bytes ${start}-${end}/${total}` }))).toEqual({
          start,
          end,
          total,
        })
      }),
    )
  })

  it.each([
    'bytes 0-9/*',
    'bytes */10',
    'bytes 5-4/10',
    'bytes 0-10/10',
    'items 0-9/10',
    'bytes 0-9',
    '',
    '0-9/10',
  ])('is null for %j', (value) => {
    expect(contentRange(headers({ 'content-range': value }))).toBeNull()
  })

  it('never answers a range outside the file', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^bytes [0-9*]{1,18}-?[0-9]{0,18}\/[0-9*]{1,18}$/), (value) => {
        const range = contentRange(headers({ 'content-range': value }))
        if (range) expect(0 <= range.start && range.start <= range.end && range.end < range.total).toBe(true)
      }),
    )
  })
})

describe('contentLength', () => {
  it.each([
    ['0', 0],
    ['1234', 1234],
    ['-1', null],
    ['1e9', null],
    ['12, 12', null],
    ['9999999999999999', null],
  ])('of %j is %j', (value, expected) => {
    expect(contentLength(headers({ 'content-length': value }))).toBe(expected)
  })
})

describe('mediaType', () => {
  it.each([
    ['Video/MP4; codecs="avc1"', 'video/mp4'],
    ['text/html', 'text/html'],
    ['application/octet-stream', null],
    ['', null],
  ])('of %j is %j', (value, expected) => {
    expect(mediaType(headers({ 'content-type': value }))).toBe(expected)
  })
})
