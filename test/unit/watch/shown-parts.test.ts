import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cuts,
  cutsAround,
  earlier,
  later,
  noCuts,
  partsOf,
} from '#web/features/visit/watch/list/shown-parts'

describe('what is shown of a list', () => {
  it('lies around the video that plays, wherever that is', () => {
    expect(cutsAround(299, 1000, noCuts)).toEqual([291, 315])
    expect(cutsAround(2, 1000, noCuts)).toEqual([0, 24])
    expect(cutsAround(999, 1000, noCuts)).toEqual([991, 1000])
    expect(cutsAround(-1, 5, noCuts)).toEqual([0, 5])
    expect(cutsAround(-1, 0, noCuts)).toBe(noCuts)
  })

  it('grows part by part, and stays while the video is in it', () => {
    const grown = later(earlier(cutsAround(299, 1000, noCuts)), 1000)
    expect(grown).toEqual([267, 291, 315, 339])
    expect(cutsAround(320, 1000, grown)).toBe(grown)
    const places = Array.from({ length: 1000 }, (_, at) => at)
    expect(partsOf(places, grown).flat()).toEqual(places.slice(267, 339))
  })

  it('has the neighbours of any video, in parts of 24 at most, and settles at once', () => {
    const list = fc
      .integer({ min: 1, max: 300 })
      .chain((count) =>
        fc.record({ count: fc.constant(count), visits: fc.array(fc.integer({ min: -1, max: count - 1 })) }),
      )
    fc.assert(
      fc.property(list, ({ count, visits }) => {
        let cuts: Cuts = noCuts
        for (const at of visits) {
          cuts = cutsAround(at, count, cuts)
          expect(cutsAround(at, count, cuts)).toBe(cuts)
          const [first = 0, last = 0] = [cuts[0], cuts.at(-1)]
          expect(first).toBeLessThanOrEqual(Math.max(at - 1, 0))
          expect(last).toBeGreaterThanOrEqual(Math.min(at + 2, count))
          for (const part of partsOf(Array(count).fill(0), cuts)) {
            expect(part.length).toBeGreaterThan(0)
            expect(part.length).toBeLessThanOrEqual(24)
          }
        }
      }),
    )
  })
})
