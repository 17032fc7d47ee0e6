import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Abilities,
  afterFailure,
  fitQuality,
  ladderSetup,
  lowerSetup,
  type MediaFile,
  qualitiesOf,
  qualityShown,
  setupFor,
} from '#web/player/core/sources'

const file: MediaFile = { type: 'mp4', url: 'source.mp4', height: 720, bandwidth: 3e6 }
const ladder: MediaFile = { type: 'hls', url: 'master.m3u8', height: null, bandwidth: null }
const rendition = (height: number): MediaFile => ({
  type: 'hls',
  url: `${height}p.m3u8`,
  height,
  bandwidth: height * 1000,
})
/** The sources of a short and a long video of 720p. */
const short = [file, ladder, rendition(360), rendition(480)]
const long = [ladder, rendition(360), rendition(480), rendition(720)]

const chromium: Abilities = { plays: () => true, mediaSource: true }
const firefox: Abilities = { plays: (type) => type !== 'hls', mediaSource: true }
const iphone: Abilities = { plays: (type) => type !== 'webm', mediaSource: false }

describe('setupFor', () => {
  it('starts a short video with its file, everywhere', () => {
    for (const able of [chromium, firefox, iphone]) {
      expect(setupFor(short, 'auto', able)).toEqual({ engine: 'element', file, quality: 'auto' })
    }
  })

  it('starts a long one with its ladder, by hls.js only where the browser has no HLS of its own', () => {
    expect(setupFor(long, 'auto', chromium)).toEqual({ engine: 'element', file: ladder, quality: 'auto' })
    expect(setupFor(long, 'auto', iphone)).toEqual({ engine: 'element', file: ladder, quality: 'auto' })
    expect(setupFor(long, 'auto', firefox)).toEqual({ engine: 'hls.js', file: ladder, quality: 'auto' })
  })

  it('starts a heavy file, which is listed after its ladder, with the ladder, and plays it when it is picked', () => {
    const heavy = [ladder, file, rendition(360), rendition(480)]
    expect(setupFor(heavy, 'auto', chromium)).toEqual({ engine: 'element', file: ladder, quality: 'auto' })
    expect(setupFor(heavy, 'auto', firefox)).toEqual({ engine: 'hls.js', file: ladder, quality: 'auto' })
    expect(setupFor(heavy, 720, chromium)).toEqual({ engine: 'element', file, quality: 720 })
  })

  it('plays a picked rendition by hls.js, or as its own playlist where there is no hls.js', () => {
    expect(setupFor(long, 480, chromium)).toEqual({ engine: 'hls.js', file: ladder, quality: 480 })
    expect(setupFor(long, 480, iphone)).toEqual({ engine: 'element', file: rendition(480), quality: 480 })
    expect(setupFor(short, 360, chromium)).toEqual({ engine: 'hls.js', file: ladder, quality: 360 })
    expect(setupFor(short, 720, chromium)).toEqual({ engine: 'element', file, quality: 720 })
  })

  it('plays one rendition by itself, as a reviewer does', () => {
    expect(setupFor([rendition(360)], 'auto', chromium)?.file).toEqual(rendition(360))
    expect(setupFor([rendition(360)], 'auto', firefox)).toEqual({
      engine: 'hls.js',
      file: rendition(360),
      quality: 'auto',
    })
  })

  it('takes the ladder for a file that the browser cannot play, and gives up without one', () => {
    const webm: MediaFile = { ...file, type: 'webm' }
    expect(setupFor([webm, ladder, rendition(360)], 'auto', iphone)?.file).toEqual(ladder)
    expect(setupFor([webm], 'auto', iphone)).toBeNull()
  })
})

describe('what comes next', () => {
  it('is hls.js after the own HLS of a browser failed, and the same otherwise', () => {
    const native = { engine: 'element', file: ladder, quality: 'auto' } as const
    expect(afterFailure(native, chromium)).toEqual({ ...native, engine: 'hls.js' })
    expect(afterFailure(native, iphone)).toEqual(native)
    expect(afterFailure({ ...native, file }, chromium)).toEqual({ ...native, file })
  })

  it('is the ladder for a line that is too slow, where there is one', () => {
    expect(ladderSetup(short, 'auto', chromium)).toEqual({ engine: 'element', file: ladder, quality: 'auto' })
    expect(ladderSetup([file], 'auto', chromium)).toBeNull()
  })

  it('is the next lower quality for a damaged one', () => {
    expect(lowerSetup(short, 720, chromium)).toEqual({ engine: 'hls.js', file: ladder, quality: 480 })
    expect(lowerSetup(long, 480, iphone)?.file).toEqual(rendition(360))
    expect(lowerSetup(long, 360, chromium)).toBeNull()
    expect(lowerSetup([file], 720, chromium)).toBeNull()
  })
})

describe('qualities', () => {
  it('are listed once each, lowest first, and not at all where there is only one', () => {
    expect(qualitiesOf(short)).toEqual([360, 480, 720])
    expect(qualitiesOf(long)).toEqual([360, 480, 720])
    expect(qualitiesOf([file])).toEqual([])
    expect(qualitiesOf([file, ladder, rendition(720)])).toEqual([])
  })

  it('stand in for one that a video lacks: the next lower, else the lowest', () => {
    expect(fitQuality(1080, [360, 480, 720])).toBe(720)
    expect(fitQuality(480, [360, 720])).toBe(360)
    expect(fitQuality(240, [360, 720])).toBe(360)
    expect(fitQuality(720, [])).toBe('auto')
    expect(fitQuality('auto', [360])).toBe('auto')
  })

  it('are told from the picture, upright or not', () => {
    expect(qualityShown([360, 480, 720], { width: 854, height: 480 })).toBe(480)
    expect(qualityShown([360, 480, 720], { width: 360, height: 640 })).toBe(360)
    expect(qualityShown([360, 720], { width: 1280, height: 694 })).toBe(720)
    expect(qualityShown([360, 720], { width: 0, height: 0 })).toBeNull()
  })

  it('never lead to a file that is not in the list, nor to an engine that the browser lacks', () => {
    const heights = fc.uniqueArray(fc.constantFrom(240, 360, 480, 720, 1080), { maxLength: 5 })
    const able = fc.record({ file: fc.boolean(), hls: fc.boolean(), mediaSource: fc.boolean() })
    fc.assert(
      fc.property(heights, fc.boolean(), able, fc.nat(1200), (renditions, hasFile, can, wish) => {
        const files = [
          ...(hasFile ? [file] : []),
          ...(renditions.length > 0 ? [ladder, ...renditions.map(rendition)] : []),
        ]
        const abilities: Abilities = {
          plays: (type) => (type === 'hls' ? can.hls : can.file),
          mediaSource: can.mediaSource,
        }
        const quality = fitQuality(wish, qualitiesOf(files))
        for (const setup of [setupFor(files, quality, abilities), setupFor(files, 'auto', abilities)]) {
          if (!setup) continue
          expect(files).toContain(setup.file)
          if (setup.engine === 'hls.js') expect(can.mediaSource && setup.file.type === 'hls').toBe(true)
          else expect(abilities.plays(setup.file.type)).toBe(true)
        }
        expect(setupFor(files, quality, abilities) === null).toBe(setupFor(files, 'auto', abilities) === null)
      }),
    )
  })
})
