import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renditionTolerance } from '../../../contract/values/videos/ladder'
import { previewSeconds } from '../../../contract/values/videos/media'
import { planPreview, planRenditions, previewStretches } from '../../../web/studio/ladder/plan'

const wide = { width: 1920, height: 1080, bitrate: 6_000_000, isAvc: true }

describe('planRenditions', () => {
  it.each([
    ['1080p', { ...wide }, [360, 480]],
    ['720p', { ...wide, width: 1280, height: 720 }, [360, 480]],
    ['an upright 720p', { ...wide, width: 720, height: 1280 }, [360, 480]],
    ['576p', { ...wide, width: 1024, height: 576 }, [360]],
    ['360p', { ...wide, width: 640, height: 360 }, []],
    ['a WebM of 720p', { ...wide, width: 1280, height: 720, isAvc: false }, [360, 480, 720]],
    ['a WebM of 2160p', { ...wide, width: 3840, height: 2160, isAvc: false }, [360, 480, 1080]],
    ['a WebM a line above 360p', { ...wide, width: 642, height: 361, isAvc: false }, [360]],
    ['a small WebM', { ...wide, width: 320, height: 240, isAvc: false }, [240]],
  ])('gives %s these qualities', (_, source, qualities) => {
    expect(planRenditions(source).map(({ quality }) => quality)).toEqual(qualities)
  })

  it('keeps the shape within what the server allows, and never spends more bits than the source', () => {
    const side = fc.integer({ min: 360, max: 2160 })
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 50_000, max: 2e7 }),
        fc.boolean(),
        (width, height, bitrate, isAvc) => {
          for (const rendition of planRenditions({ width, height, bitrate, isAvc })) {
            expect(Math.abs(rendition.width / rendition.height / (width / height) - 1)).toBeLessThan(
              renditionTolerance.shape,
            )
            expect([rendition.width % 2, rendition.height % 2]).toEqual([0, 0])
            expect(rendition.bitrate).toBeLessThanOrEqual(
              Math.max(150_000, Math.ceil(isAvc ? bitrate : bitrate / 0.6)),
            )
          }
        },
      ),
    )
  })

  it('makes a small preview, and none larger than the video', () => {
    expect(planPreview(wide)).toMatchObject({ quality: 240, height: 240 })
    expect(planPreview({ ...wide, width: 160, height: 90 })).toMatchObject({ quality: 90 })
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
