import { beforeEach, describe, expect, it, vi } from 'vitest'
import { posterSet } from '#web/features/publish/upload/pictures/poster-set'
import { encodePicture } from '#web/lib/dom/encode-picture'

/** Types that this browser encodes; it answers with a PNG for any other. */
let encodes: string[]
let bitmap: { width: number; height: number; close: () => void }
/** Colours of the picture when it is read. */
let pixels: number[]

beforeEach(() => {
  encodes = ['image/webp', 'image/jpeg', 'image/png']
  bitmap = { width: 1280, height: 720, close: vi.fn() }
  pixels = [0, 0, 0, 255]
  vi.stubGlobal('createImageBitmap', async () => bitmap)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => {},
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: Array.from({ length: width * height }, (_, at) => (at % 2 ? pixels : [0, 0, 0, 255])).flat(),
    }),
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type = 'image/png',
  ) {
    done(new Blob([`${this.width}x${this.height};`], { type: encodes.includes(type) ? type : 'image/png' }))
  })
})

const poster = (type = 'image/webp') => new Blob(['first;'], { type })

describe('posterSet', () => {
  it('adds the narrower widths in the shape of the poster, and keeps its first picture as it is', async () => {
    const set = await posterSet(poster())
    expect(set?.pictures.widths).toEqual([1280, 640, 320])
    expect(set?.file.type).toBe('image/webp')
    expect(await set?.file.text()).toBe('first;640x360;320x180;')
    expect(bitmap.close).toHaveBeenCalled()
  })

  it.each([
    [1000, 500, [1000, 640, 320], 'first;640x320;320x160;'],
    [640, 360, [640, 320], 'first;320x180;'],
    [400, 711, [400, 320], 'first;320x569;'],
    [320, 180, [320], 'first;'],
    [100, 100, [100], 'first;'],
  ])('scales none of %i by %i up', async (width, height, widths, file) => {
    Object.assign(bitmap, { width, height })
    const set = await posterSet(poster())
    expect(set?.pictures.widths).toEqual(widths)
    expect(await set?.file.text()).toBe(file)
  })

  it('reads the average of its colours', async () => {
    pixels = [200, 100, 9, 255]
    expect((await posterSet(poster()))?.pictures.color).toBe('#643205')
  })

  it('is of JPEGs where the browser encodes no WebP', async () => {
    encodes = ['image/jpeg', 'image/png']
    const set = await posterSet(poster('image/jpeg'))
    expect([set?.file.type, set?.pictures.widths]).toEqual(['image/jpeg', [1280, 640, 320]])
  })

  it('is none of two types', async () => {
    encodes = ['image/jpeg', 'image/png']
    expect(await posterSet(poster('image/webp'))).toBeNull()
  })
})

describe('encodePicture', () => {
  it.each([
    [['image/webp', 'image/jpeg'], 'image/webp'],
    [['image/jpeg', 'image/png'], 'image/jpeg'],
  ])('makes of %j %s', async (types, type) => {
    encodes = types
    expect((await encodePicture(document.createElement('canvas')))?.type).toBe(type)
  })
})
