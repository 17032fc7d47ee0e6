import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renditionTolerance } from '#contract/values/videos/ladder'
import { previewSeconds, trailerSeconds } from '#contract/values/videos/media'
import {
  isLightEnough,
  passesOf,
  planPreview,
  planRenditions,
  previewStretches,
  trailerStretch,
} from '#web/studio/ladder/plan'

const wide = {
  width: 1920,
  height: 1080,
  bitrate: 12_000_000,
  isAvc: true,
  sound: 128_000,
  frameRate: 30,
}
const uhd = { ...wide, width: 3840, height: 2160, bitrate: 60_000_000 }
const hd = { ...wide, width: 1280, height: 720, bitrate: 4_500_000 }

function qualities(source: typeof wide, complexity = 1): number[] {
  return planRenditions(source, complexity).map(({ quality }) => quality)
}

describe('planRenditions', () => {
  it.each([
    ['2160p', uhd, [360, 480, 720, 1080]],
    ['1080p', wide, [360, 480, 720]],
    ['720p', hd, [360, 480]],
    ['an upright 720p', { ...hd, width: 720, height: 1280 }, [360, 480]],
    ['1088p, since 1080p would look the same', { ...wide, height: 1088 }, [360, 480, 720]],
    ['an upright 530p', { ...hd, width: 530, height: 942 }, [360]],
    ['576p', { ...wide, width: 1024, height: 576 }, [360, 480]],
    ['360p', { ...wide, width: 640, height: 360 }, []],
    ['a WebM of 720p', { ...hd, isAvc: false, bitrate: 9e6 }, [360, 480, 720]],
    ['a WebM of 2160p', { ...uhd, isAvc: false }, [360, 480, 720, 1080]],
    ['a small WebM', { ...wide, width: 320, height: 240, bitrate: 1e6, isAvc: false }, [240]],
    ['a thrifty 1080p', { ...wide, bitrate: 2e6 }, [360]],
    ['a 720p that no rendition would make a third smaller', { ...hd, bitrate: 900_000 }, []],
    ['a thrifty WebM, for browsers that play nothing else', { ...hd, isAvc: false, bitrate: 9e5 }, [360]],
  ])('gives %s these qualities', (_, source, expected) => {
    expect(qualities(source)).toEqual(expected)
  })

  it('spends more on fast and intricate pictures, and less on plain ones, which saves some that were too heavy', () => {
    const [usual, fast, intricate] = [
      planRenditions(uhd, 1),
      planRenditions({ ...uhd, frameRate: 60 }, 1),
      planRenditions(uhd, 1.5),
    ]
    for (const [index, { bitrate }] of usual.entries()) {
      expect((fast[index]?.bitrate ?? 0) / bitrate).toBeCloseTo(1.52, 1)
      expect((intricate[index]?.bitrate ?? 0) / bitrate).toBeCloseTo(1.5, 2)
    }
    const thrifty = { ...wide, bitrate: 2e6 }
    expect(qualities(thrifty, 0.5)).toEqual([360, 480])
  })

  it('keeps the shape, and saves a third with each rendition and half with all of them', () => {
    const side = fc.integer({ min: 360, max: 2160 })
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 400_000, max: 6e7 }),
        fc.boolean(),
        fc.double({ min: 0.4, max: 1.6, noNaN: true }),
        fc.integer({ min: 10, max: 120 }),
        (width, height, bitrate, isAvc, complexity, frameRate) => {
          const source = { width, height, bitrate, isAvc, sound: 64_000, frameRate }
          const plans = planRenditions(source, complexity)
          for (const rendition of plans) {
            expect(Math.abs(rendition.width / rendition.height / (width / height) - 1)).toBeLessThan(
              renditionTolerance.shape,
            )
            expect([rendition.width % 2, rendition.height % 2]).toEqual([0, 0])
            expect(rendition.quality).toBeLessThanOrEqual(Math.min(width, height))
            expect(rendition.bitrate + 64_000).toBeLessThanOrEqual((bitrate * 2) / 3)
          }
          const together = plans.reduce((sum, plan) => sum + plan.bitrate + 64_000, 0)
          expect(together).toBeLessThanOrEqual(Math.max(bitrate / 2, 214_000))
        },
      ),
    )
  })

  it('makes a small preview, and none larger than the video', () => {
    expect(planPreview(wide)).toMatchObject({ quality: 240, height: 240 })
    expect(planPreview({ ...wide, width: 160, height: 90 })).toMatchObject({ quality: 90 })
  })
})

describe('isLightEnough', () => {
  const finished = { bytes: 20, spent: 0, whole: 100, isAlone: false, isAvc: true }

  it.each([
    ['one that saves enough', {}, true],
    ['one that exceeds half together with those before it', { spent: 31 }, false],
    ['one that saves less than a third', { bytes: 70 }, false],
    ['one of several of another codec that saves less than a third', { bytes: 70, isAvc: false }, false],
    ['the only one of another codec', { bytes: 70, isAvc: false, isAlone: true }, true],
    ['one larger than its source', { bytes: 101, isAvc: false, isAlone: true }, false],
  ])('judges %s', (_, over, expected) => {
    expect(isLightEnough({ ...finished, ...over })).toBe(expected)
  })
})

describe('passesOf', () => {
  it('takes the lowest two first, then those above', () => {
    expect(passesOf([360, 480, 720, 1080])).toEqual([
      [360, 480],
      [720, 1080],
    ])
    expect([passesOf([360, 480, 720]), passesOf([])]).toEqual([[[360, 480], [720]], []])
  })
})

describe('previewStretches', () => {
  it('shows six seconds spread over the video', () => {
    fc.assert(
      fc.property(fc.double({ min: 6.5, max: 4000, noNaN: true }), (duration) => {
        const stretches = previewStretches(duration)
        const length = stretches.reduce((sum, { start, end }) => sum + end - start, 0)
        expect(length).toBeCloseTo(previewSeconds, 6)
        let before = 0
        for (const { start, end } of stretches) {
          expect(start).toBeGreaterThanOrEqual(before)
          before = end
        }
        expect(before).toBeLessThanOrEqual(duration)
      }),
    )
  })

  it('shows all of a shorter one', () => {
    expect(previewStretches(4)).toEqual([{ start: 0, end: 4 }])
  })
})

describe('trailerStretch', () => {
  it.each([
    ['begins where it was chosen', 100, 10, { start: 10, end: 10 + trailerSeconds }],
    ['ends with a video that would end before it', 100, 99, { start: 100 - trailerSeconds, end: 100 }],
    ['is all of a shorter video', 4, 2, { start: 0, end: 4 }],
  ])('%s', (_, duration, start, stretch) => {
    expect(trailerStretch(duration, start)).toEqual(stretch)
  })
})
