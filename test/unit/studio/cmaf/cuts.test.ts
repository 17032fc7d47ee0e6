import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  keyFrameSeconds,
  longestSegment,
  openingSeconds,
  segmentSeconds,
} from '#contract/values/videos/media'
import { cutsOf, RenditionCuts } from '#web/studio/cmaf/cuts'

/** Draws times of key frames in frames of a 30th of a second, the first at 0. */
function keysWithin(longest: number): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 1, max: longest * 30 }), { minLength: 1, maxLength: 40 }).map((gaps) => {
    let time = 0
    return [
      0,
      ...gaps.map((gap) => {
        time += gap
        return time
      }),
    ]
  })
}

function gapsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

/** Returns a rendition of a source: its key frames and the starts of its segments, in seconds. */
function renditionOf(sourceKeys: readonly number[], frames: number) {
  const cuts = new RenditionCuts(frames / 30)
  const made = { keys: [] as number[], cuts: [] as number[] }
  for (let frame = 0; frame < frames; frame++) {
    const before = sourceKeys.filter((key) => key <= frame).at(-1) ?? Number.NEGATIVE_INFINITY
    const next = sourceKeys.find((key) => key > frame) ?? Number.POSITIVE_INFINITY
    const decision = cuts.next(frame / 30, before / 30, next / 30)
    if (decision.key) made.keys.push(frame / 30)
    if (decision.cut) made.cuts.push(frame / 30)
  }
  return made
}

describe('cutsOf', () => {
  it.each([
    [2, [0, 4, 8, 12, 16]],
    [3, [0, 6, 12, 18]],
    [5, [0, 5, 10, 15]],
    [12, [0, 12]],
  ])('cuts 20 s with a key frame every %i s', (every, cuts) => {
    const keys = Array.from({ length: Math.ceil(20 / every) }, (_, index) => index * every)
    expect(cutsOf(keys, 20)).toEqual(cuts)
  })

  it('makes no segment of a short rest', () => {
    expect(cutsOf([0, 4, 8, 9.5], 9.6)).toEqual([0, 4])
    expect(cutsOf([0, 4, 8], 11)).toEqual([0, 4, 8])
  })

  it('gives up where a segment would be too long, and where there is no key frame', () => {
    expect(cutsOf([0, 13], 20)).toBeNull()
    expect(cutsOf([0, 5], 18)).toBeNull()
    expect(cutsOf([], 10)).toBeNull()
  })

  it('cuts at key frames only, and never into pieces that are too short or too long', () => {
    fc.assert(
      fc.property(keysWithin(14), (frames) => {
        const keys = frames.map((frame) => frame / 30)
        const end = (keys.at(-1) ?? 0) + 1
        const cuts = cutsOf(keys, end)
        if (!cuts) return
        expect(cuts.every((cut) => keys.includes(cut))).toBe(true)
        const lengths = gapsOf(cuts)
        expect(Math.min(segmentSeconds, ...lengths)).toBeGreaterThan(segmentSeconds - 0.01)
        expect(Math.max(...lengths, end - (cuts.at(-1) ?? 0))).toBeLessThanOrEqual(longestSegment)
      }),
    )
  })
})

describe('RenditionCuts', () => {
  it('is cut where its source is, when that has a key frame every 5 s', () => {
    expect(renditionOf([0, 150, 300, 450], 600).cuts).toEqual([0, 2, 4, 5, 7, 9, 10, 12, 14, 15, 17])
  })

  it('has short segments first, and the rest as long as any', () => {
    const opening = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    const everyTwo = Array.from({ length: 18 }, (_, index) => index * 60)
    expect(renditionOf(everyTwo, 990).cuts).toEqual([...opening, 24, 28])
    expect(renditionOf([0], 990).cuts).toEqual([...opening, 24, 28])
  })

  it('has a key frame wherever its source has one, at least every two seconds, and segments of a good length', () => {
    fc.assert(
      fc.property(keysWithin(15), (sourceKeys) => {
        const frames = (sourceKeys.at(-1) ?? 0) + 30
        const { keys, cuts } = renditionOf(sourceKeys, frames)
        expect(sourceKeys.every((frame) => keys.includes(frame / 30))).toBe(true)
        expect(Math.max(0, ...gapsOf(keys))).toBeLessThan(keyFrameSeconds + 0.01)
        expect(cuts.every((cut) => keys.includes(cut))).toBe(true)
        const lengths = gapsOf(cuts)
        const later = lengths.filter((_, index) => (cuts[index] ?? 0) > openingSeconds + segmentSeconds)
        expect(Math.min(segmentSeconds, ...later)).toBeGreaterThan(segmentSeconds - 0.01)
        expect(Math.min(keyFrameSeconds, ...lengths)).toBeGreaterThan(keyFrameSeconds / 2 - 0.01)
        expect(Math.max(...lengths, frames / 30 - (cuts.at(-1) ?? 0))).toBeLessThanOrEqual(2 * segmentSeconds)
      }),
      // One of the source's key frames lies in between, too early for a cut.
      { examples: [[[0, 23, 27, 33, 95, 120, 150]]] },
    )
  })
})
