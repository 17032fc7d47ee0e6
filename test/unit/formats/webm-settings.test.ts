import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { bytesOf } from '#worker/formats/bytes'
import { EbmlError } from '#worker/formats/webm/ebml'
import { strippedSettings } from '#worker/formats/webm/settings'
import { stripped } from '../../support/stripped'

const telltale = 'Telltale 3000'
const folder = mkdtempSync(join(tmpdir(), 'settings-'))
const source = join(folder, 'source.webm')
const fixture = join(import.meta.dirname, '../../fixtures/media/ok.webm')

beforeAll(() => {
  execFileSync('ffmpeg', ['-v', 'error', '-i', fixture, '-c:v', 'copy', '-c:a', 'libvorbis', source])
})
afterAll(() => rmSync(folder, { recursive: true }))

const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** Returns the film with other comments among the settings of its sound. */
async function filmWith(comments: Uint8Array): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(readFileSync(source)), formats: ALL_FORMATS })
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const pictures = new EncodedVideoPacketSource('vp9')
  const sounds = new EncodedAudioPacketSource('vorbis')
  output.addVideoTrack(pictures)
  output.addAudioTrack(sounds)
  await output.start()
  const [pictureConfig, soundConfig] = [await picture?.getDecoderConfig(), await sound?.getDecoderConfig()]
  if (!picture || !sound || !pictureConfig || !soundConfig) throw new TypeError('The film has no tracks.')
  const description = withComments(new Uint8Array(soundConfig.description as Uint8Array), comments)
  const copyPictures = async () => {
    for await (const packet of new EncodedPacketSink(picture).packets()) {
      await pictures.add(packet, { decoderConfig: pictureConfig })
    }
    pictures.close()
  }
  const copySounds = async () => {
    for await (const packet of new EncodedPacketSink(sound).packets()) {
      await sounds.add(packet, { decoderConfig: { ...soundConfig, description } })
    }
    sounds.close()
  }
  await Promise.all([copyPictures(), copySounds()])
  await output.finalize()
  return new Uint8Array(target.buffer ?? [])
}

/** Returns Vorbis's three headers with other comments, as Matroska stores them. */
function withComments(headers: Uint8Array, comments: Uint8Array): Uint8Array {
  const [, first = 0, second = 0] = headers
  const lacing: number[] = []
  for (let left = comments.length; ; left -= 255) {
    lacing.push(Math.min(left, 255))
    if (left < 255) break
  }
  const setup = headers.subarray(3 + first + second)
  return concat([Uint8Array.of(2, first, ...lacing), headers.subarray(3, 3 + first), comments, setup])
}

/** Returns a comment of `length` bytes, as Vorbis writes it. */
function comment(length: number): Uint8Array {
  const text = `TITLE=${telltale}`.padEnd(length, 'x')
  const size = (count: number) => [count & 255, (count >> 8) & 255, count >> 16, 0]
  return concat([
    bytesOf('\x03vorbis'),
    Uint8Array.of(...size(0), ...size(1), ...size(length)),
    bytesOf(text),
    Uint8Array.of(1),
  ])
}

/** Returns what ffmpeg decodes of the sound, which must be without an error. */
function heard(bytes: Uint8Array): string {
  const path = join(folder, 'film.webm')
  writeFileSync(path, bytes)
  const decode = ['-v', 'error', '-i', path, '-map', '0:a', '-f', 'streamhash', '-']
  const { stdout, stderr } = spawnSync('ffmpeg', decode, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}

describe('the settings of a codec in a WebM', () => {
  it.each([20, 14_000, 60_000])('of Vorbis lose comments of %i bytes, and no sound', async (length) => {
    const sent = await filmWith(comment(length))
    expect(textOf(sent)).toContain(telltale)
    const kept = await stripped(sent, 'video/webm')
    expect(kept.length).toBe(sent.length)
    expect(textOf(kept)).not.toContain('Telltale')
    expect(heard(kept)).toBe(heard(sent))
    expect(await stripped(kept, 'video/webm')).toEqual(kept)
  })

  it.each([
    ['text', bytesOf(telltale)],
    ['features and a text', concat([Uint8Array.of(1, 1, 0, 2, 1, 10), bytesOf(telltale)])],
    ['AV1', concat([Uint8Array.of(0x81, 0, 0, 0, 0x0a, 30), bytesOf(telltale.padEnd(30))])],
    ['Vorbis', concat([bytesOf('\x02\x1e\x10\x01vorbis'.padEnd(33)), bytesOf(`\x03vorbis${telltale}`)])],
  ])('of VP9 are its features alone where they look like %s', (_, settings) => {
    const kept = strippedSettings('V_VP9', settings)
    expect(kept && textOf(kept).replace(/\0+$/, '')).toBe(settings[0] === 1 ? '\x01\x01\0\x02\x01\n' : null)
  })

  const sequence = Uint8Array.of(0x0a, 4, 1, 2, 3, 0x80)
  const av1 = concat([Uint8Array.of(0x81, 0, 12, 0), sequence])
  const said = Uint8Array.of(0x2a, telltale.length + 2, 4, ...bytesOf(telltale), 0x80)
  const opus = (...more: number[]) =>
    concat([bytesOf('OpusHead'), Uint8Array.of(1, 2, 56, 1, 128, 187, 0, 0, 0, 0, ...more)])

  it.each([
    ['V_AV1', av1, said],
    ['V_VP9', Uint8Array.of(1, 1, 0, 2, 1, 10, 3, 1, 8, 4, 1, 1), bytesOf(telltale)],
    ['A_OPUS', opus(0), bytesOf(telltale)],
    ['A_OPUS', opus(1, 1, 1, 0, 1), bytesOf(telltale)],
    ['A_OPUS\0\0', opus(0), bytesOf(telltale)],
  ])('of %s say nothing behind what decoders need', (codec, needed, more) => {
    expect(strippedSettings(codec, needed)).toEqual(needed)
    const sent = concat([needed, more])
    const kept = strippedSettings(codec, sent) ?? new Uint8Array(0)
    expect([kept.length, kept.subarray(0, needed.length)]).toEqual([sent.length, needed])
    expect(textOf(kept)).not.toContain('Telltale')
  })

  it.each([
    ['V_AV1', concat([av1, sequence])],
    ['V_AV1', concat([av1, Uint8Array.of(0x32, telltale.length), bytesOf(telltale)])],
    ['V_AV1', concat([av1, Uint8Array.of(0x0a, 0x80 | 0x58, 4), new Uint8Array(600)])],
    ['A_OPUS', bytesOf(telltale.repeat(2))],
    ['A_OPUS', concat([opus(1).with(9, 200), bytesOf(telltale.repeat(20))])],
    ['A_VORBIS', bytesOf(telltale)],
    ['A_OPUS/Telltale', opus(0)],
  ])('of %s are refused where they are broken', (codec, settings) => {
    expect(() => strippedSettings(codec, settings)).toThrow(EbmlError)
  })

  it('stay in a codec that is unknown, and go in one without any', () => {
    expect(strippedSettings('V_MPEG4/ISO/AVC', bytesOf(telltale))).toEqual(bytesOf(telltale))
    expect(strippedSettings('V_VP8', bytesOf(telltale))).toBeNull()
  })
})
