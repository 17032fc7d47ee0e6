import { describe, expect, it } from 'vitest'
import { finishMp4 } from '#web/studio/cut/finish-mp4'
import { bytesFile } from '#web/studio/files/sync-file'

function box(type: string, ...contents: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  const body = contents.flatMap((each) => [...each])
  const bytes = new Uint8Array(8 + body.length)
  new DataView(bytes.buffer).setUint32(0, bytes.length)
  bytes.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  )
  bytes.set(body, 8)
  return bytes
}

const u32 = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255)
const u64 = (number: number) => [...u32(Math.floor(number / 2 ** 32)), ...u32(number % 2 ** 32)]

/**
 * Makes a file like the muxer's: times are set, and room is reserved before the media and its first chunk.
 */
function makeFile({
  gap,
  version = 0,
  unused = [],
  isLarge = false,
}: {
  gap: number
  version?: 0 | 1
  unused?: number[]
  isLarge?: boolean
}) {
  const times = version === 1 ? [...u64(3e9), ...u64(3e9)] : [...u32(3e9), ...u32(3e9)]
  const head = [version, 0, 0, 0, ...times]
  const build = (media: number) =>
    box(
      'moov',
      box('mvhd', head, u32(1000)),
      box(
        'trak',
        box('tkhd', head, u32(1)),
        box(
          'mdia',
          box('mdhd', head, u32(48000)),
          box(
            'minf',
            box(
              'stbl',
              box('stco', u32(0), u32(2), u32(media + 2), u32(media + 4)),
              box('co64', u32(0), u32(1), u64(media)),
            ),
          ),
        ),
      ),
    )
  const ftyp = box(
    'ftyp',
    [...'isom'].map((letter) => letter.charCodeAt(0)),
  )
  const free = gap > 0 ? box('free', new Uint8Array(gap - 8)) : new Uint8Array()
  const media = ftyp.length + build(0).length + gap + (isLarge ? 16 : 8) + unused.length
  const content = [...unused, 1, 2, 3, 4, 5, 6, 7, 8]
  const mdat = isLarge
    ? [
        ...u32(1),
        ...[...'mdat'].map((letter) => letter.charCodeAt(0)),
        ...u64(16 + content.length),
        ...content,
      ]
    : box('mdat', content)
  const bytes = Uint8Array.from([...ftyp, ...build(media), ...free, ...mdat])
  const file = bytesFile(bytes)
  return { file, content: () => bytes.subarray(0, file.getSize()) }
}

/** Returns the bytes that chunk offsets point to. */
function chunks(bytes: Uint8Array): number[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = (type: string) =>
    bytes.findIndex((_, index) => [...type].every((letter, n) => bytes[index + n] === letter.charCodeAt(0)))
  const stco = at('stco') + 12
  const co64 = at('co64') + 12
  const offsets = [view.getUint32(stco), view.getUint32(stco + 4), Number(view.getBigUint64(co64))]
  return offsets.map((offset) => [...bytes.subarray(offset, offset + 2)])
}

describe('finishMp4', () => {
  it.each([8, 64, 5000])('closes a gap of %i bytes, and every chunk is still where the index says', (gap) => {
    const { file, content } = makeFile({ gap })
    const before = chunks(content())
    const size = file.getSize()
    finishMp4(file)
    expect(file.getSize()).toBe(size - gap)
    expect(before).toEqual([
      [3, 4],
      [5, 6],
      [1, 2],
    ])
    expect(chunks(content())).toEqual(before)
  })

  it.each([0, 8, 5000])('leaves out what no track refers to, after a gap of %i bytes', (gap) => {
    const { file, content } = makeFile({ gap, unused: [0, 0, 0, 0, 0, 0, 0, 16] })
    const whole = makeFile({ gap: 0 })
    finishMp4(file)
    finishMp4(whole.file)
    expect([...content()]).toEqual([...whole.content()])
  })

  it('moves media over 4 GB as they are', () => {
    const { file, content } = makeFile({ gap: 64, isLarge: true })
    const before = chunks(content())
    finishMp4(file)
    expect(chunks(content())).toEqual(before)
    const whole = makeFile({ gap: 0, isLarge: true })
    finishMp4(whole.file)
    expect([...content()]).toEqual([...whole.content()])
  })

  it.each([0, 1] as const)('clears the times of version %i, and nothing beside them', (version) => {
    const { file, content } = makeFile({ gap: 0, version })
    finishMp4(file)
    const text = Buffer.from(content()).toString('latin1')
    const length = version === 1 ? 16 : 8
    for (const [type, next] of [
      ['mvhd', 1000],
      ['tkhd', 1],
      ['mdhd', 48000],
    ] as const) {
      const at = text.indexOf(type) + 8
      expect([...content().subarray(at, at + length)]).toEqual(new Array(length).fill(0))
      expect(new DataView(content().buffer).getUint32(at + length)).toBe(next)
    }
  })

  it('gives the same bytes for the same source, whatever the time', () => {
    const [first, second] = [makeFile({ gap: 40 }), makeFile({ gap: 4000 })]
    finishMp4(first.file)
    finishMp4(second.file)
    expect([...first.content()]).toEqual([...second.content()])
  })

  it('refuses what is not laid out so', () => {
    expect(() => finishMp4(bytesFile(Uint8Array.from([...box('ftyp'), ...box('mdat')])))).toThrow(RangeError)
    const { file, content } = makeFile({ gap: 8 })
    file.write(Uint8Array.from(u32(12)), { at: Buffer.from(content()).indexOf('mdat') - 4 })
    expect(() => finishMp4(file)).toThrow('The media are not where the index says.')
  })
})
