import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refined, tileSeconds } from '#web/studio/pictures/filmstrip-times'
import { frameTimes, widePart } from '#web/studio/pictures/frame'

async function fixture(name: string): Promise<Blob> {
  return new Blob([await readFile(join(import.meta.dirname, '../../fixtures/media', name))])
}

describe('widePart', () => {
  it.each([
    [
      { width: 1280, height: 720 },
      { left: 0, top: 0, width: 1280, height: 720 },
    ],
    [
      { width: 720, height: 1280 },
      { left: 0, top: 437, width: 720, height: 405 },
    ],
    [
      { width: 2560, height: 1080 },
      { left: 320, top: 0, width: 1920, height: 1080 },
    ],
    [
      { width: 640, height: 480 },
      { left: 0, top: 60, width: 640, height: 360 },
    ],
  ])('of %o is %o', (size, part) => expect(widePart(size)).toEqual(part))

  it('lies within the picture, reaches two of its sides and is 16:9', () => {
    const side = fc.integer({ min: 64, max: 8000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const part = widePart({ width, height })
        expect(part.left + part.width).toBeLessThanOrEqual(width)
        expect(part.top + part.height).toBeLessThanOrEqual(height)
        expect(part.width === width || part.height === height).toBe(true)
        expect(Math.abs(part.width - (part.height * 16) / 9)).toBeLessThan(2)
      }),
    )
  })
})

describe('frameTimes', () => {
  it.each(['ok.mp4', 'ok.webm', 'recorded.webm'])('of %s are those of its frames, in order', async (name) => {
    const times = await frameTimes(await fixture(name), 0.51)
    expect(times.map((time) => Math.round(time * 10))).toEqual(Array.from({ length: 16 }, (_, n) => n))
  })

  it('look a second ahead and back only', async () => {
    const times = await frameTimes(await fixture('ok.mp4'), 1.5)
    expect(times[0]).toBeCloseTo(0.5)
    expect(times.at(-1)).toBeCloseTo(1.9)
  })
})

describe('the filmstrip', () => {
  it('has a tile for the middle of each part', () => {
    expect(tileSeconds({ start: 0, end: 60 }, 4)).toEqual([7.5, 22.5, 37.5, 52.5])
    expect(tileSeconds({ start: 10, end: 12 }, 1)).toEqual([11])
  })

  it('draws again what another part’s key frame stood for', () => {
    const seconds = tileSeconds({ start: 0, end: 6 }, 3)
    expect(refined(seconds, [0, 0, 0])).toEqual([
      { index: 1, second: 3 },
      { index: 2, second: 5 },
    ])
    expect(refined(seconds, [0, 2.5, 4])).toEqual([])
    expect(refined(tileSeconds({ start: 0, end: 6 }, 1), [0])).toEqual([])
  })
})
