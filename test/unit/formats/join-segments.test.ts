import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestSegment } from '#contract/values/videos/media'
import type { Segment } from '#worker/formats/hls/bandwidth'
import { joinSegments } from '#worker/formats/hls/join-segments'

const MiB = 1024 * 1024

function evenly(count: number, seconds: number, bytes: number): Segment[] {
  return Array.from({ length: count }, (): Segment => [bytes * seconds, seconds * 1000])
}

/** Returns the places where segments end: bytes or milliseconds from the start. */
function endsOf(segments: readonly Segment[], of: 0 | 1): number[] {
  let end = 0
  return segments.map((segment) => {
    end += segment[of]
    return end
  })
}

const seconds = (segments: readonly Segment[]) => segments.map(([, ms]) => ms / 1000)

describe('joinSegments', () => {
  it('begins as finely as the file is cut, and then goes on in long ones', () => {
    const opening = evenly(10, 2, 150_000)
    const joined = joinSegments([...opening, ...evenly(20, 4, 150_000)])
    expect(seconds(joined)).toEqual([2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 12, 8, 12, 8, 12, 8])
  })

  it.each([
    [2, [2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 10, 10]],
    [5, [5, 5, 5, 5, 5, 10, 5, 10, 10]],
    [6, [6, 6, 6, 6, 12, 6, 12, 6]],
    [12, [12, 12, 12, 12, 12]],
  ])('keeps to the key frames of a source that has them every %i s', (every, expected) => {
    expect(seconds(joinSegments(evenly(Math.ceil(60 / every), every, 150_000)))).toEqual(expected)
  })

  it('joins no more than a seek should load', () => {
    const heavy = joinSegments(evenly(30, 4, 0.8 * MiB))
    expect(Math.max(...seconds(heavy))).toBe(4)
    expect(joinSegments([[9 * MiB, 4000]])).toEqual([[9 * MiB, 4000]])
  })

  it('names each byte and each millisecond once, in order, whatever the file', () => {
    const anySegment = fc.tuple(fc.integer({ min: 1, max: 8 * MiB }), fc.integer({ min: 1, max: 12_500 }))
    fc.assert(
      fc.property(fc.array(anySegment, { minLength: 1, maxLength: 200 }), (segments) => {
        const joined = joinSegments(segments)
        for (const of of [0, 1] as const) {
          const ends = endsOf(joined, of)
          expect(ends.at(-1)).toBe(endsOf(segments, of).at(-1))
          expect(endsOf(segments, of)).toEqual(expect.arrayContaining(ends))
        }
        expect(joined[0]).toEqual(segments[0])
        const alone = (segment: Segment) =>
          segments.some(([bytes, ms]) => segment[0] === bytes && segment[1] === ms)
        const isShort = ([bytes, ms]: Segment) => bytes <= 6 * MiB && ms <= longestSegment * 1000
        expect(joined.every((segment) => isShort(segment) || alone(segment))).toBe(true)
      }),
    )
  })

  it('cuts renditions of one film at the same seconds, though one is coarser in the beginning', () => {
    const fine = joinSegments([...evenly(10, 2, 100_000), ...evenly(30, 4, 100_000)])
    const coarse = joinSegments(evenly(35, 4, 300_000))
    expect(endsOf(fine, 1)).toEqual(expect.arrayContaining(endsOf(coarse, 1)))
  })

  it('keeps the renditions of a film together whose cuts are a few milliseconds apart', () => {
    const even = evenly(60, 4, 100_000)
    const odd = even.map(
      ([bytes, ms], at): Segment => [bytes, at % 3 === 0 ? ms - 1 : at % 3 === 1 ? ms : ms + 1],
    )
    const apart = endsOf(joinSegments(odd), 1).map(
      (end, at) => end - (endsOf(joinSegments(even), 1)[at] ?? 0),
    )
    expect(apart.every((ms) => Math.abs(ms) <= 1)).toBe(true)
    const late = even.map(([bytes, ms], at): Segment => [bytes, at === 0 ? ms - 40 : ms])
    expect(joinSegments(late)).toHaveLength(joinSegments(even).length)
  })
})
