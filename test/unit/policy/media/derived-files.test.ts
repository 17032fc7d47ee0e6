import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storyboardColumns, storyboardMostRows, storyboardTile } from '#contract/values/videos/media'
import { planPreview, planTrailer } from '#web/studio/ladder/plan'
import { clipRefusal, ladderRefusal, storyboardGrid } from '#worker/policy/derived-files'

const source = { duration: 60, start: 0, width: 1280, height: 720, type: 'mp4' } as const
const low = { duration: 60, start: 0, width: 640, height: 360 }
const middle = { ...low, width: 854, height: 480 }

const side = fc.integer({ min: 2, max: 8000 })

describe('ladderRefusal', () => {
  it('lets renditions of the same length and shape through', () => {
    expect(ladderRefusal(source, [low, middle], [])).toBeNull()
    expect(ladderRefusal(source, [middle], [360, 720])).toBeNull()
    expect(ladderRefusal(source, [], [])).toBeNull()
  })

  it('knows a quality by the shorter side', () => {
    const upright = { ...source, width: 720, height: 1280 }
    expect(ladderRefusal(upright, [{ ...low, width: 360, height: 640 }], [])).toBeNull()
    expect(ladderRefusal(upright, [low], [])).toBe('The 360p file has another shape than the video.')
  })

  it.each([
    ['60.5 s', 60.5, null],
    ['59.5 s', 59.5, null],
    ['longer', 60.51, 'The 360p file lasts 60.5 s, the video 60 s.'],
    ['shorter', 59, 'The 360p file lasts 59 s, the video 60 s.'],
  ])('compares lengths: %s', (_, duration, refusal) => {
    expect(ladderRefusal(source, [{ ...low, duration }], [])).toBe(refusal)
  })

  it.each([
    ['half a second later', 0, 0.5, null],
    ['moved', 0, 0.51, 'The 360p file begins at 0.5 s, the video at 0 s.'],
    ['moved to the front', 2, 0, 'The 360p file begins at 0 s, the video at 2 s.'],
    ['as late as the video', 2, 2, null],
  ])('compares beginnings: %s', (_, start, of, refusal) => {
    expect(ladderRefusal({ ...source, start }, [{ ...low, start: of }], [])).toBe(refusal)
  })

  it.each([
    [652, null],
    [628, null],
    [653, 'The 360p file has another shape than the video.'],
    [627, 'The 360p file has another shape than the video.'],
  ])('compares shapes: a width of %i at 360p', (width, refusal) => {
    expect(ladderRefusal(source, [{ ...low, width }], [])).toBe(refusal)
  })

  it('refuses what is above the source, and what is the source', () => {
    const full = { ...low, width: 1920, height: 1080 }
    const own = { ...low, width: 1280, height: 720 }
    expect(ladderRefusal(source, [full], [])).toBe("A 1080p file can't come from a video of 720p.")
    expect(ladderRefusal(source, [own], [])).toBe('The video itself is 720p already.')
    expect(ladderRefusal({ ...source, type: 'webm' }, [own], [])).toBeNull()
  })

  it('refuses a quality twice, and too many', () => {
    expect(ladderRefusal(source, [low], [360])).toBe('The video has a 360p file already.')
    expect(ladderRefusal(source, [low, low], [])).toBe('The video has a 360p file already.')
    const taken = [144, 180, 200, 240, 270, 300]
    expect(ladderRefusal(source, [low], taken)).toBeNull()
    expect(ladderRefusal(source, [low, middle], taken)).toBe('A video can have up to 8 qualities.')
    // The source's own quality counts, whether it is in the ladder or next to it.
    expect(ladderRefusal(source, [low], [...taken, 720])).toBeNull()
    expect(ladderRefusal({ ...source, type: 'webm' }, [low, middle], taken)).toBeNull()
  })
})

describe('clipRefusal', () => {
  it('takes every preview and trailer that the studio plans', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const picture = { width, height, bitrate: 1_000_000, isAvc: true }
        expect(clipRefusal('preview', { width, height }, planPreview(picture))).toBeNull()
        expect(clipRefusal('trailer', { width, height }, planTrailer(picture))).toBeNull()
      }),
    )
  })

  it.each([
    ['preview', 240, 360],
    ['trailer', 480, 720],
  ] as const)(
    'refuses a %s over %ip, however long its other side, and what has another shape',
    (kind, most, over) => {
      const wide = (height: number) => ({ width: Math.round((height * 16) / 9), height })
      expect(clipRefusal(kind, source, wide(most))).toBeNull()
      expect(clipRefusal(kind, source, wide(over))).toBe(
        `A ${kind} may have ${most}p; this one has ${over}p.`,
      )
      const refused = `The ${kind} has another shape than the video.`
      expect(clipRefusal(kind, source, { width: 10 * most, height: most })).toBe(refused)
      expect(clipRefusal(kind, source, { width: most, height: Math.round((most * 16) / 9) })).toBe(refused)
    },
  )
})

describe('storyboardGrid', () => {
  it('reads the rows of every picture that the studio makes, and of no other', () => {
    const rows = fc.integer({ min: 1, max: storyboardMostRows })
    fc.assert(
      fc.property(side, side, rows, fc.integer({ min: -1, max: 1 }), (width, height, count, off) => {
        const tile = storyboardTile(width, height)
        const picture = { width: storyboardColumns * tile.width, height: count * tile.height }
        expect(storyboardGrid({ width, height }, picture)).toEqual({ rows: count })
        if (off === 0) return
        const wider = { ...picture, width: picture.width + off }
        const taller = { ...picture, height: picture.height + off }
        expect(storyboardGrid({ width, height }, wider)).toHaveProperty('refusal')
        // A tile is at least two pixels high.
        expect(storyboardGrid({ width, height }, taller)).toHaveProperty('refusal')
      }),
    )
  })

  it('says what it should be', () => {
    expect(storyboardGrid(source, { width: 1600, height: 100 })).toEqual({
      refusal: 'A storyboard of this video has rows of 10 tiles of 160 x 90.',
    })
    expect(storyboardGrid(source, { width: 1600, height: 21 * 90 })).toEqual({
      refusal: 'A storyboard has at most 20 rows.',
    })
    expect(storyboardGrid(source, { width: 1600, height: 0 })).toHaveProperty('refusal')
  })
})
