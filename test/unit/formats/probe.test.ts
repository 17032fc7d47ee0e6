import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '#worker/formats/bytes'
import { videoContainer } from '#worker/formats/probe/container'
import { whyUnplayable } from '#worker/formats/probe/playable'
import { type Probe, ProbeError, probeInit, probeVideo } from '#worker/formats/probe/probe'

const fixture = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/media', name)))

describe('videoContainer', () => {
  const packets = new Uint8Array(600).fill(255)
  packets.set([0x47], 0)
  packets.set([0x47], 188)
  packets.set([0x47], 376)

  it.each([
    ['AVI', bytesOf('RIFF1234AVI LIST')],
    ['Flash video', bytesOf('FLV\x01\x05\0\0\0\x09')],
    ['Windows Media', bytesOf('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9')],
    ['MPEG', bytesOf('\0\0\x01\xba\x44\0')],
    ['Ogg', bytesOf('OggS\0\x02')],
    ['an MPEG transport stream', packets],
  ])('names %s', (name, head) => {
    expect(videoContainer(head)).toEqual({ reason: `This file is ${name}; it isn't MP4 or WebM.` })
  })

  it.each([
    ['nothing', ''],
    ['a sound', 'RIFF1234WAVEfmt '],
    ['a line that begins with G', 'Good morning'],
  ])("doesn't take %s for a video", (_, text) => {
    expect(videoContainer(bytesOf(text))).toEqual({ reason: "This file isn't a video." })
  })

  it.each([
    ['quicktime.mp4', 'QuickTime (MOV)'],
    ['matroska.webm', 'Matroska (MKV)'],
  ])('names what is neither: %s', (file, name) => {
    expect(videoContainer(fixture(file))).toEqual({ reason: `This file is ${name}; it isn't MP4 or WebM.` })
  })

  it.each([
    ['poster.jpg', 'JPEG'],
    ['png', 'PNG'],
    ['webp', 'WebP'],
  ])('names a picture: %s', (file, name) => {
    const heads: Record<string, string> = {
      png: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0',
      webp: 'RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\0\0\0\0\0',
    }
    const head = heads[file]
    const bytes = head === undefined ? fixture(file) : bytesOf(head)
    expect(videoContainer(bytes)).toEqual({ reason: `This file is an image (${name}), not a video.` })
  })

  it('knows the two that it takes', () => {
    expect(videoContainer(fixture('ok.mp4'))).toBe('mp4')
    expect(videoContainer(fixture('ok.webm'))).toBe('webm')
  })

  it('is sure of a format only by all of its marks', () => {
    const broken = [0, 188, 376].map((at) => packets.with(at, 0))
    for (const bytes of [
      ...broken,
      bytesOf('RIFF1234LIST'),
      bytesOf('AVI 1234RIFF'),
      bytesOf('RIFX1234AVI '),
    ])
      expect(videoContainer(bytes)).toEqual({ reason: "This file isn't a video." })
  })

  it('tells another kind of MP4 from no video', () => {
    const head = bytesOf('\0\0\0\x14ftyp3gp9\0\0\0\x003gp9')
    expect(videoContainer(head)).toEqual({ reason: "This file isn't MP4 or WebM." })
  })
})

describe('whyUnplayable', () => {
  const avc = { codec: 'avc', parameters: 'avc1.64001f', width: 640, height: 360 }
  const vp9 = { ...avc, codec: 'vp9', parameters: 'vp09.00.31.08' }
  const probe = (change: Partial<Probe> = {}): Probe => ({
    duration: 9,
    video: [avc],
    audio: ['aac'],
    ...change,
  })

  it.each(['aac', 'mp3', 'opus'])('lets MP4 sound as %s', (codec) => {
    expect(whyUnplayable(probe({ audio: [codec] }), 'mp4')).toBeNull()
  })

  it.each(['avc1.42e01e', 'avc1.4D401F', 'avc3.640028'])('lets MP4 show %s', (parameters) => {
    expect(whyUnplayable(probe({ video: [{ ...avc, parameters }] }), 'mp4')).toBeNull()
  })

  it.each(['avc1.6e0032', 'avc1.7a0032', 'avc1.f40032', null])('refuses H.264 of %s', (parameters) => {
    expect(whyUnplayable(probe({ video: [{ ...avc, parameters }] }), 'mp4')).toMatch(/profile of H\.264/)
  })

  it.each(['encv', 'drmi', 'enca', 'drms'])('refuses copy protection: %s', (codec) => {
    const sentence = 'This file is copy-protected. Choose one without copy protection.'
    expect(whyUnplayable(probe({ video: [{ ...avc, codec }] }), 'mp4')).toBe(sentence)
    expect(whyUnplayable(probe({ audio: ['aac', codec] }), 'cmaf')).toBe(sentence)
  })

  it('asks for what the container may hold', () => {
    expect(whyUnplayable(probe({ video: [{ ...avc, codec: 'hevc' }] }), 'mp4')).toBe(
      "This video uses HEVC, which most browsers can't play. Save it as H.264 and try again.",
    )
    expect(whyUnplayable(probe({ video: [avc] }), 'webm')).toBe(
      "This video uses H.264, which most browsers can't play. Save it as VP8, VP9 or AV1 and try again.",
    )
    expect(whyUnplayable(probe({ video: [vp9], audio: ['aac'] }), 'webm')).toBe(
      "This video's audio is AAC, which most browsers can't play. Save it with Opus or Vorbis and try again.",
    )
  })

  it('lets fragments have AAC alone', () => {
    expect(whyUnplayable(probe(), 'cmaf')).toBeNull()
    expect(whyUnplayable(probe({ audio: [] }), 'cmaf')).toBeNull()
    expect(whyUnplayable(probe({ audio: ['mp3'] }), 'cmaf')).toBe(
      "This video's audio is MP3, which most browsers can't play. Save it with AAC and try again.",
    )
  })

  it.each(['vp8', 'vp9', 'av1'])('lets WebM show %s', (codec) => {
    expect(whyUnplayable(probe({ video: [{ ...vp9, codec }], audio: ['opus'] }), 'webm')).toBeNull()
    expect(whyUnplayable(probe({ video: [{ ...vp9, codec }], audio: ['vorbis'] }), 'webm')).toBeNull()
  })

  it.each([
    ['hevc', 'HEVC'],
    ['vp8', 'VP8'],
    ['vp9', 'VP9'],
    ['av1', 'AV1'],
    ['vorbis', 'Vorbis'],
    ['flac', 'FLAC'],
    ['ac3', 'AC-3'],
    ['eac3', 'E-AC-3'],
    ['prores', 'ProRes'],
    ['dts', 'DTS'],
    ['mp4v', 'MPEG-4 Part 2'],
    ['alac', 'ALAC'],
    ['jpeg', 'Motion JPEG'],
    ['V_MJPEG', 'Motion JPEG'],
    ['pcm-s24', 'uncompressed'],
    ['wxyz', 'wxyz'],
  ])('calls %s by the name that people know: %s', (codec, name) => {
    expect(whyUnplayable(probe({ video: [{ ...avc, codec }] }), 'mp4')).toContain(`uses ${name}, which`)
    expect(whyUnplayable(probe({ audio: [codec] }), 'mp4')).toContain(`audio is ${name}, which`)
  })

  it('asks of MP4 for one of three sounds', () => {
    expect(whyUnplayable(probe({ audio: ['flac'] }), 'mp4')).toContain('Save it with AAC, MP3 or Opus and')
  })

  it('finds no video in a file without a picture, or with one that has no size', () => {
    const none = 'This file has no video in it.'
    expect(whyUnplayable(probe({ video: [] }), 'mp4')).toBe(none)
    for (const size of [{ width: 0 }, { height: 0 }])
      expect(whyUnplayable(probe({ video: [{ ...avc, ...size }] }), 'mp4')).toBe(none)
  })

  it('looks at every track', () => {
    expect(whyUnplayable(probe({ video: [avc, { ...avc, codec: 'hevc' }] }), 'mp4')).toContain('HEVC')
    expect(whyUnplayable(probe({ audio: ['aac', 'ac3'] }), 'mp4')).toContain('AC-3')
    expect(whyUnplayable(probe({ audio: [] }), 'mp4')).toBeNull()
  })

  it('prints no control characters of an unknown codec', () => {
    const reason = whyUnplayable(probe({ video: [{ ...avc, codec: 'x\n\u202e'.repeat(50) }] }), 'mp4')
    expect(reason).toMatch(/^This video uses [\x20-\x7e]{1,40}, which/)
  })
})

describe('probeVideo', () => {
  const readerOf = (bytes: Uint8Array) => async (offset: number, length: number) =>
    bytes.subarray(offset, offset + length)

  it('reads a film in few reads', async () => {
    const film = fixture('ok.mp4')
    let reads = 0
    const probe = await probeVideo((offset, length) => {
      reads += 1
      return readerOf(film)(offset, length)
    }, film.length)
    expect(probe).toEqual({
      duration: 2,
      video: [{ codec: 'avc', parameters: 'avc1.64000c', width: 320, height: 180 }],
      audio: ['aac'],
    })
    expect(reads).toBeLessThan(10)
  })

  it('believes the samples of a WebM, not its header', async () => {
    const film = fixture('ok.webm')
    const header = film.findIndex((_, at) => film[at] === 0x44 && film[at + 1] === 0x89)
    // Duration, a double of 8 bytes, in milliseconds: an hour.
    new DataView(film.buffer, film.byteOffset).setFloat64(header + 3, 3_600_000)
    const { duration } = await probeVideo(readerOf(film), film.length)
    expect(duration).toBeCloseTo(2, 1)
  })

  it('tells a broken file from a broken store', async () => {
    await expect(probeVideo(readerOf(new Uint8Array(1000)), 1000)).rejects.toBeInstanceOf(ProbeError)
    const failing = () => Promise.reject(new Error('R2 is away'))
    await expect(probeVideo(failing, 1000)).rejects.toThrow('R2 is away')
  })
})

describe('probeInit', () => {
  it('reads the tracks without any media', async () => {
    const init = fixture('cmaf.mp4').subarray(0, 1226)
    expect(await probeInit(init)).toEqual({
      duration: null,
      video: [{ codec: 'avc', parameters: 'avc1.64000c', width: 320, height: 180 }],
      audio: ['aac'],
      codecs: 'avc1.64000c,mp4a.40.2',
      timescales: new Map([
        [1, 10_240],
        [2, 48_000],
      ]),
    })
  })

  it('refuses what describes no tracks', async () => {
    await expect(probeInit(new Uint8Array(1000))).rejects.toBeInstanceOf(ProbeError)
    expect(await probeInit(fixture('cmaf.mp4').subarray(0, 700))).toMatchObject({ video: [], audio: [] })
  })

  it('ends with an answer or a ProbeError, whatever is changed', async () => {
    const init = fixture('cmaf.mp4').subarray(0, 1226)
    const change = fc.tuple(fc.nat(init.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x7f, 0xff)))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (edits) => {
        const bytes = init.slice()
        for (const [at, byte] of edits) bytes[at] = byte
        await probeInit(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(ProbeError))
      }),
      { numRuns: 500 },
    )
  })
})
