import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { escaped, unescaped } from '#contract/values/uploads/escapes'
import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit } from '#contract/values/uploads/picture-messages'
import { makeInit } from '#web/studio/cmaf/init'
import { AppError } from '#worker/errors'
import { bytesOf, latin1, viewOf } from '#worker/formats/bytes'
import { hashFile } from '#worker/formats/hash-file'
import { BoxError, topLevelBoxes } from '#worker/formats/mp4/boxes'
import { patchesOf } from '#worker/formats/mp4/needed'
import { applyPatches } from '#worker/formats/patches'
import { type ReadAt, readerOf } from '#worker/formats/read-at'
import { readIndex } from '#worker/formats/tracks/mp4-tracks'
import { mp4Samples, webmSamples, withoutMessages } from '#worker/formats/tracks/without-messages'
import { inspectVideo } from '#worker/services/uploads/inspection/video'
import { stripped } from '../../support/stripped'
import { rewrite } from './remuxes'

// Runs of ffmpeg and exiftool, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'strip-'))
afterAll(() => rmSync(folder, { recursive: true }))
const media = join(import.meta.dirname, '../../fixtures/media')
const fixture = (name: string) => new Uint8Array(readFileSync(join(media, name)))
const [mp4, webm] = [fixture('ok.mp4'), fixture('ok.webm')]

/** A text put into every place tried. It must not be in any stored byte. */
const telltale = 'Telltale'
const place = '+48.8577+002.2950/'

function box(type: string, ...content: (Uint8Array | string)[]): Uint8Array {
  const body = concat(content.map((part) => (typeof part === 'string' ? bytesOf(part) : part)))
  const bytes = concat([Uint8Array.of(0, 0, 0, 0), bytesOf(type), body])
  viewOf(bytes).setUint32(0, bytes.length)
  return bytes
}

const inside = ['moov', 'trak', 'mdia', 'minf', 'stbl']
/** Bytes of a box's own fields before the boxes inside it. */
const ownFields: Record<string, number> = { stsd: 8, dref: 8, avc1: 78, mp4a: 28 }

/** Inserts bytes at the end of the first box on a path. Chunk offsets are adjusted. */
function insert(file: Uint8Array, path: string[], added: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(file)
  const view = viewOf(bytes)
  const grown: number[] = []
  let [from, to] = [0, file.length]
  for (const type of path) {
    let at = from
    while (at < to && latin1(bytes, at + 4, at + 8) !== type) at += view.getUint32(at)
    grown.push(at)
    ;[from, to] = [at + 8 + (ownFields[type] ?? 0), at + view.getUint32(at)]
  }
  moveChunks(view, 0, file.length, to, added.length)
  for (const at of grown) view.setUint32(at, view.getUint32(at) + added.length)
  return concat([bytes.subarray(0, to), added, bytes.subarray(to)])
}

function moveChunks(view: DataView, from: number, end: number, after: number, by: number): void {
  for (let at = from; at + 8 <= end; at += Math.max(8, view.getUint32(at))) {
    const type = String.fromCharCode(...[4, 5, 6, 7].map((index) => view.getUint8(at + index)))
    if (inside.includes(type)) moveChunks(view, at + 8, at + view.getUint32(at), after, by)
    if (type !== 'stco') continue
    for (let chunk = at + 16, left = view.getUint32(at + 12); left > 0; chunk += 4, left--) {
      if (view.getUint32(chunk) >= after) view.setUint32(chunk, view.getUint32(chunk) + by)
    }
  }
}

const front = (file: Uint8Array, added: Uint8Array) => {
  const ftyp = viewOf(file).getUint32(0)
  const bytes = new Uint8Array(file)
  moveChunks(viewOf(bytes), 0, bytes.length, ftyp, added.length)
  return concat([bytes.subarray(0, ftyp), added, bytes.subarray(ftyp)])
}

const xmp = (text: string) =>
  `<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/' ${text}/></rdf:RDF></x:xmpmeta><?xpacket end='w'?>`
const xmpPlace = xmp("exif:GPSLatitude='48,51.5N' exif:GPSLongitude='2,17.7E'")
const xmpTitle = xmp(`dc:creator='${telltale}'`)
const wide = (text: string, little: boolean) =>
  bytesOf(Array.from(text, (letter) => (little ? `${letter}\0` : `\0${letter}`)).join(''))
const xmpUuid = '\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac'
const quicktimeText = (text: string) => concat([Uint8Array.of(0, text.length, 0x15, 0xc7), bytesOf(text)])
const udta = (...boxes: Uint8Array[]) => box('udta', ...boxes)
const data = (text: string) => box('data', '\0\0\0\x01\0\0\0\0', text)
const mdir = box('hdlr', '\0\0\0\0\0\0\0\0mdirappl\0\0\0\0\0\0\0\0\0')
const ilst = (...items: Uint8Array[]) => box('meta', '\0\0\0\0', mdir, box('ilst', ...items))

function ffmpeg(name: string, source: string, ...args: string[]): Uint8Array {
  const path = join(folder, name)
  // A second input comes before the options of the output.
  const inputs = args[0] === '-i' ? args.splice(0, 2) : []
  const options = ['-v', 'error', '-y', '-i', join(media, source), ...inputs, '-c', 'copy', ...args]
  execFileSync('ffmpeg', [...options, path])
  return new Uint8Array(readFileSync(path))
}

function exiftool(name: string, file: Uint8Array, ...args: string[]): Uint8Array {
  const path = join(folder, name)
  writeFileSync(path, file)
  execFileSync('exiftool', ['-q', '-q', '-m', '-overwrite_original', ...args, path])
  return new Uint8Array(readFileSync(path))
}

const inFront = ['-movflags', '+faststart']
const tagged = ['title', 'artist', 'comment', 'description', 'copyright', 'make', 'model'].flatMap((key) => [
  '-metadata',
  `${key}=${telltale}`,
])
const chapters = join(folder, 'chapters.txt')
writeFileSync(chapters, `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=2\ntitle=${telltale}\n`)
const subtitles = join(folder, 'lines.srt')
writeFileSync(subtitles, `1\n00:00:00,000 --> 00:00:01,000\n${telltale}\n`)

/** Returns a track that is neither picture nor sound, with samples described by a box of this type. */
const track = (handler: string, entry: string) =>
  box(
    'trak',
    box('tkhd', new Uint8Array(84)),
    box(
      'mdia',
      box('hdlr', `\0\0\0\0\0\0\0\0${handler}`, new Uint8Array(12), telltale),
      box('minf', box('stbl', box('stsd', '\0\0\0\0\0\0\0\x01', box(entry, new Uint8Array(8), telltale)))),
    ),
  )

/** Files with the place where they were filmed: refused, so that the uploader learns of it. */
const refused: Record<string, () => Uint8Array> = {
  'udta ©xyz': () => insert(mp4, ['moov'], udta(box('\xa9xyz', quicktimeText(place)))),
  'udta @xyz': () => insert(mp4, ['moov'], udta(box('@xyz', quicktimeText(place)))),
  'udta loci': () => fixture('gps.mp4'),
  'udta of a track': () => insert(mp4, ['moov', 'trak'], udta(box('\xa9xyz', quicktimeText(place)))),
  'ilst ©xyz': () => insert(mp4, ['moov'], udta(ilst(box('\xa9xyz', data(place))))),
  'XMP in udta': () => insert(mp4, ['moov'], udta(box('XMP_', xmpPlace))),
  'XMP in UTF-16, little': () => insert(mp4, ['moov'], udta(box('XMP_', wide(`\ufeff${xmpPlace}`, true)))),
  'XMP in UTF-16, big': () => insert(mp4, ['moov'], udta(box('XMP_', wide(xmpPlace, false)))),
  'XMP in a uuid behind': () => concat([mp4, box('uuid', xmpUuid, xmpPlace)]),
  'XMP in a uuid in front': () => front(mp4, box('uuid', xmpUuid, xmpPlace)),
  'XMP in UTF-16 in a uuid': () => concat([mp4, box('uuid', xmpUuid, wide(xmpPlace, true))]),
  keys: () =>
    ffmpeg(
      'keys.mp4',
      'ok.mp4',
      '-metadata',
      `location=${place}`,
      '-movflags',
      '+faststart+use_metadata_tags',
    ),
  'by exiftool': () => exiftool('xmp.mp4', mp4, '-XMP:GPSLatitude=48.8577', '-XMP:GPSLongitude=2.295'),
  'by exiftool, keys': () => exiftool('place.mp4', mp4, '-Keys:GPSCoordinates=48.8577, 2.295'),
  'a track of an action camera': () => insert(mp4, ['moov'], track('meta', 'gpmd')),
  'a track of a phone’s motion': () => insert(mp4, ['moov'], track('meta', 'camm')),
  'a dash camera': () => insert(mp4, ['moov'], box('gps ', '\0\0\0\0')),
  fragments: () => fixture('cmaf-gps.mp4'),
  WebM: () => ffmpeg('place.webm', 'ok.webm', '-metadata', `location=${place}`),
  'a track of subtitles in WebM': () =>
    ffmpeg('lines.webm', 'ok.webm', '-i', subtitles, '-map', '0', '-map', '1', '-c:s', 'webvtt'),
  'bytes behind the last box': () => concat([mp4, bytesOf('Tell')]),
}

/** Files with data that no player needs: stored without it. */
const accepted: Record<string, () => Uint8Array> = {
  'as ffmpeg writes it': () => ffmpeg('plain.mp4', 'ok.mp4', ...inFront),
  tags: () => ffmpeg('tags.mp4', 'ok.mp4', ...tagged, ...inFront),
  'tags as keys': () =>
    ffmpeg('tag-keys.mp4', 'ok.mp4', ...tagged, '-movflags', '+faststart+use_metadata_tags'),
  times: () => ffmpeg('times.mp4', 'ok.mp4', '-metadata', 'creation_time=2019-05-04T03:02:01Z', ...inFront),
  'names of tracks': () =>
    ffmpeg('names.mp4', 'ok.mp4', '-metadata:s', `handler_name=${telltale}`, ...inFront),
  chapters: () => ffmpeg('chapters.mp4', 'ok.mp4', '-i', chapters, '-map_metadata', '1', ...inFront),
  'a timecode': () => ffmpeg('timecode.mp4', 'ok.mp4', '-timecode', '01:02:03:04', ...inFront),
  'a track of text': () =>
    ffmpeg('text.mp4', 'ok.mp4', '-i', subtitles, '-map', '0', '-map', '1', '-c:s', 'mov_text', ...inFront),
  'a track of timed metadata': () => insert(mp4, ['moov'], track('meta', 'mebx')),
  'a track of hints': () => insert(mp4, ['moov'], track('hint', 'rtp ')),
  'XMP of a creator': () =>
    exiftool('creator.mp4', mp4, `-XMP:Creator=${telltale}`, `-XMP:Title=${telltale}`),
  'tags by exiftool': () =>
    exiftool('items.mp4', mp4, `-ItemList:Title=${telltale}`, `-UserData:Artist=${telltale}`),
  'XMP in a uuid': () => concat([mp4, box('uuid', xmpUuid, xmpTitle)]),
  'an unknown uuid in front': () => front(mp4, box('uuid', 'sixteen letters.', telltale)),
  'free with contents': () => front(mp4, box('free', telltale)),
  'skip with contents': () => concat([mp4, box('skip', telltale)]),
  'wide with contents': () => concat([mp4, box('wide', telltale)]),
  'an unknown box': () => concat([mp4, box('tell', telltale)]),
  'a second mdat': () => concat([mp4, box('mdat', telltale)]),
  'moov/meta': () => insert(mp4, ['moov'], ilst(box('\xa9nam', data(telltale)))),
  'udta of a track, a name': () => insert(mp4, ['moov', 'trak'], udta(box('name', telltale))),
  'meta at the top': () => concat([mp4, ilst(box('\xa9nam', data(telltale)))]),
  'fragments with tags': () =>
    ffmpeg(
      'tags-cmaf.mp4',
      'cmaf.mp4',
      ...tagged,
      '-movflags',
      '+dash+global_sidx+frag_keyframe+skip_trailer',
    ),
  "QuickTime's box in a sound entry": () => {
    const bytes = ffmpeg('sound.mov', 'ok.mp4', ...inFront, '-brand', 'mp42')
    // Besides the boxes that players need, it has an empty one, named like the entry.
    bytes.set(bytesOf(telltale), latin1Of(bytes).indexOf('mp4a', latin1Of(bytes).indexOf('frma') + 8))
    return bytes
  },
  'WebM with tags': () => ffmpeg('tags.webm', 'ok.webm', ...tagged, '-metadata:s:v', `title=${telltale}`),
  'WebM with a date': () => ffmpeg('date.webm', 'ok.webm', '-metadata', 'creation_time=2019-05-04T03:02:01Z'),
  'WebM with chapters': () => ffmpeg('chapters.webm', 'ok.webm', '-i', chapters, '-map_metadata', '1'),
  'WebM with Vorbis comments': () =>
    ffmpeg('vorbis.webm', 'ok.webm', '-c:a', 'libvorbis', '-metadata:s:a', `title=${telltale}`),
  'WebM with an attachment': () =>
    concat([webm, Uint8Array.of(0x19, 0x41, 0xa4, 0x69, 0x80 + telltale.length), bytesOf(telltale)]),
  'WebM with contents in free space': () =>
    concat([webm, Uint8Array.of(0xec, 0x80 + telltale.length), bytesOf(telltale)]),
}

/** Returns the media of a file by ffmpeg: hashes of all packets of picture and sound, without messages. */
function packets(path: string): string {
  const isMp4 = typeOf(new Uint8Array(readFileSync(path))) === 'video/mp4'
  const bare = isMp4 ? ['-bsf:v', 'filter_units=remove_types=6'] : []
  const map = ['-map', '0:v', '-map', '0:a?', '-c', 'copy', ...bare, '-f', 'streamhash', '-hash', 'md5', '-']
  return execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...map], { encoding: 'utf8' })
}

const factsOf = (bytes: Uint8Array) =>
  hashFile({ chunks: [bytes], read: readerOf(bytes), size: bytes.length, type: 'mp4' })

async function trackHashes(bytes: Uint8Array) {
  const { pictureSha256, soundSha256 } = await factsOf(bytes)
  return [pictureSha256, soundSha256]
}

const typeOf = (bytes: Uint8Array) => (bytes[0] === 0x1a ? 'video/webm' : 'video/mp4')

describe('metadata of a video', () => {
  it.each(Object.keys(refused))('is refused: %s', async (name) => {
    const bytes = refused[name]?.() ?? new Uint8Array()
    await expect(stripped(bytes, typeOf(bytes))).rejects.toThrow(AppError)
  })

  describe('is not stored', () => {
    const names = Object.keys(accepted)
    const sentAt = (name: string) => join(folder, `sent-${names.indexOf(name)}`)
    const storedAt = (name: string) => join(folder, `stored-${names.indexOf(name)}`)
    let said: string[]

    beforeAll(async () => {
      for (const name of names) {
        const bytes = accepted[name]?.() ?? new Uint8Array()
        writeFileSync(sentAt(name), bytes)
        writeFileSync(storedAt(name), await stripped(bytes, typeOf(bytes)))
      }
      // Once for all files, since it takes a fifth of a second to start.
      const args = ['-a', '-G1', '-s', '-ee3', '-u', ...names.map(storedAt)]
      said = execFileSync('exiftool', args, { encoding: 'utf8' }).split(/^======== (.+)\n/m)
    })

    it.each(names)('%s', async (name) => {
      const [bytes, stored] = [sentAt(name), storedAt(name)].map((path) => new Uint8Array(readFileSync(path)))
      if (!bytes || !stored) throw new Error('No file')
      expect(stored.length).toBe(bytes.length)
      expect(latin1Of(stored)).not.toContain(telltale)
      expect(packets(storedAt(name))).toBe(packets(sentAt(name)))
      const own = said[said.indexOf(storedAt(name)) + 1]
      expect(own).toMatch(/ImageWidth/)
      expect(own).not.toMatch(/GPS|Title|Artist|Comment|XMP|Chapter|HandlerDescription +: \S|Lavf|2019:/)
      expect(await stripped(stored, typeOf(stored))).toEqual(stored)
    })
  })

  it('is not in what the studio makes, which is stored as it was sent', async () => {
    const text = latin1Of(mp4)
    const avcC = text.indexOf('avcC')
    const description = mp4.slice(avcC + 4, avcC - 4 + viewOf(mp4).getUint32(avcC - 4))
    const decoderConfig = { codec: 'avc1.64000c', codedWidth: 320, codedHeight: 180, description }
    const { bytes } = await makeInit({ decoderConfig, rotation: 0, flip: false }, null)
    const moov = (await topLevelBoxes(readerOf(bytes), bytes.length)).find(({ type }) => type === 'moov')
    if (!moov) throw new Error('No moov')
    expect(patchesOf(bytes.subarray(moov.offset, moov.offset + moov.size), moov, moov.offset)).toEqual([])
  })

  it('is not stored wherever a box stands, nor behind what a box needs', async () => {
    const [sample, media] = [[...inside, 'stsd'], inside.slice(0, 3)]
    const parents = [
      ['moov'],
      ...[2, 3, 4, 5].map((depth) => inside.slice(0, depth)),
      ['moov', 'trak', 'edts'],
      sample,
      [...sample, 'avc1'],
    ]
    const leaves = [
      ['moov', 'mvhd'],
      ['moov', 'trak', 'tkhd'],
      ['moov', 'trak', 'edts', 'elst'],
      [...media, 'mdhd'],
      [...media, 'hdlr'],
      [...media, 'minf', 'vmhd'],
      [...media, 'minf', 'dinf', 'dref', 'url '],
      ...['stts', 'stss', 'ctts', 'stsc', 'stsz', 'stco'].map((type) => [...inside, type]),
      ...['avcC', 'pasp', 'btrt'].map((type) => [...sample, 'avc1', type]),
    ]
    const types = [
      'udta',
      'meta',
      'uuid',
      'free',
      'skip',
      'XMP_',
      'abcd',
      'Xtra',
      'iods',
      'tref',
      'sdtp',
      'stz2',
    ]
    const before = await trackHashes(mp4)
    expect(before).not.toContain(null)
    const pad = fc.string({ unit: 'binary-ascii', maxLength: 40 })
    const added = fc.oneof(
      fc.record({ path: fc.constantFrom(...parents), type: fc.constantFrom(...types), pad }),
      fc.record({ path: fc.constantFrom(...leaves), type: fc.constant(null), pad }),
    )
    // Text in these boxes may get the file refused, since they don't hold text; in any other place it may
    // not.
    const mayBeRefused = ({ path, type }: { path: string[]; type: string | null }) =>
      [path.at(-1), type].some((name) => ['stsd', 'elst', 'udta', 'meta', 'uuid'].includes(name ?? ''))
    await fc.assert(
      fc.asyncProperty(fc.array(added, { minLength: 1, maxLength: 4 }), async (all) => {
        const bytes = all.reduce<Uint8Array>((file, { path, type, pad }) => {
          const content = bytesOf(`${pad}${telltale}`)
          return insert(file, path, type === null ? content : box(type, content))
        }, mp4)
        try {
          const stored = await stripped(bytes)
          expect(latin1Of(stored)).not.toContain(telltale)
          expect(await trackHashes(stored)).toEqual(before)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          expect(all.some(mayBeRefused)).toBe(true)
          expect((error as AppError).detail).toMatch(/^[A-Z].*\.$/)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is not stored in a further index or brand of a file of fragments', async () => {
    const fragments = ['-movflags', '+dash+global_sidx+frag_keyframe+skip_trailer']
    const bytes = ffmpeg('indices.mp4', 'cmaf.mp4', ...fragments)
    const second = latin1Of(bytes).indexOf('sidx', latin1Of(bytes).indexOf('sidx') + 4)
    // Replaces a segment's duration and start.
    bytes.set(bytesOf(telltale), second + 40)
    const stored = await stripped(bytes)
    expect(latin1Of(stored)).not.toContain(telltale)
    expect(latin1Of(stored).match(/sidx/g)).toHaveLength(1)
    const [sentAt, storedAt] = [join(folder, 'sent.mp4'), join(folder, 'stored.mp4')]
    writeFileSync(sentAt, bytes)
    writeFileSync(storedAt, stored)
    expect(packets(storedAt)).toBe(packets(sentAt))
  })
})

describe('what is said in the pictures', () => {
  const samplesOf = async (bytes: Uint8Array) =>
    typeOf(bytes) === 'video/webm'
      ? webmSamples
      : mp4Samples(await readIndex(readerOf(bytes), bytes.length), bytes.length)
  const at = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const frames = (path: string) =>
    execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'streamhash', '-'], { encoding: 'utf8' })
  /** Returns what ffmpeg reads of the messages in a file. */
  const trace = (path: string, codec = 'h264') =>
    spawnSync(
      'ffmpeg',
      ['-i', path, '-c', 'copy', '-an', '-bsf:v', `${codec}_metadata,trace_headers`, '-f', 'null', '-'],
      {
        encoding: 'utf8',
      },
    ).stderr

  async function cleaned(bytes: Uint8Array, size = 100_000): Promise<Uint8Array> {
    async function* chunks() {
      // The buffer is reused, as a stream's is.
      const buffer = new Uint8Array(size)
      for (let from = 0; from < bytes.length; from += size) {
        const part = bytes.subarray(from, from + size)
        buffer.set(part)
        yield buffer.subarray(0, part.length)
      }
    }
    const pieces: Uint8Array[] = []
    for await (const piece of withoutMessages(await samplesOf(bytes), chunks())) {
      pieces.push(piece.slice())
    }
    return concat(pieces)
  }

  /** Checks that a file's text is gone, and nothing else; returns where it is stored. */
  async function expectClean(bytes: Uint8Array, size?: number): Promise<string> {
    const clean = await cleaned(bytes, size)
    const [sent, kept] = [await factsOf(bytes), await factsOf(clean)]
    expect([sent.hasMessages, kept.hasMessages, clean.length]).toEqual([true, false, bytes.length])
    expect(kept.pictureSha256).toBe(sent.pictureSha256)
    expect(kept.pictureSha256).not.toBeNull()
    expect(/core|Telltale|MDPM/.exec(latin1Of(clean))).toBeNull()
    expect(frames(at('clean.mp4', clean))).toBe(frames(at('sent.mp4', bytes)))
    return at('clean.mp4', clean)
  }

  const uuid = '086f3693-b7b3-4f2c-9653-21492feee5b8'
  const camera = '17ee8c60-f84d-11d9-8cd6-0800200c9a66'
  const saying = (name: string, message: string) =>
    ffmpeg(name, 'ok.mp4', '-bsf:v', `h264_metadata=sei_user_data=${message}`, ...inFront)

  it.each([1, 37, 100_000])(
    'by an encoder, a person or a camera is removed in chunks of %i bytes',
    async (size) => {
      for (const message of [`${uuid}+${telltale}`, `${camera}+MDPM${telltale.repeat(50)}`]) {
        const path = await expectClean(saying('said.mp4', message), size)
        expect(trace(path)).not.toMatch(/User Data Unregistered/i)
      }
    },
  )

  it('in places that a tool reads is removed', async () => {
    /** AVCHD's fields of a number and four bytes: latitude and longitude. */
    const fields = [
      0x08, 0xb1, 0x4e, 1, 1, 1, 0xb2, 0, 48, 0, 1, 0xb3, 0, 51, 0, 1, 0xb4, 0, 46, 0, 1, 0xb5, 0x45, 1, 1, 1,
      0xb6, 0, 2, 0, 1, 0xb7, 0, 17, 0, 1, 0xb8, 0, 42, 0, 1,
    ]
    const bytes = saying('camera.mp4', `${camera}+MDPM${'x'.repeat(fields.length)}`)
    const text = latin1Of(bytes)
    for (let from = text.indexOf('MDPM'); from > 0; from = text.indexOf('MDPM', from + 4)) {
      bytes.set(fields, from + 4)
    }
    const told = (path: string) =>
      execFileSync('exiftool', ['-ee3', '-s3', '-GPSLatitude', '-GPSLongitude', path], { encoding: 'utf8' })
    expect(told(at('sent.mp4', bytes))).toContain('48 deg')
    expect(told(await expectClean(bytes))).toBe('')
  })

  const unit = (...bytes: (number | string)[]) => {
    const content = concat(
      bytes.map((part) => (typeof part === 'string' ? bytesOf(part) : Uint8Array.of(part))),
    )
    const length = new Uint8Array(4)
    viewOf(length).setUint32(0, content.length)
    return concat([length, content])
  }
  const filler = (length: number) => unit(12, '\xff'.repeat(length), 0x80)
  const withUnits = (...added: Uint8Array[]) => {
    let pictures = 0
    return rewrite(mp4, (picture) => (pictures++ === 5 ? concat([picture, ...added]) : picture))
  }

  it.each([1000, 100_000])(
    'in long padding is removed in chunks of %i bytes, and padding stays',
    async (size) => {
      await expectClean(await withUnits(unit(12, telltale.repeat(200_000))), size)
      await expectClean(await withUnits(unit(6, telltale.repeat(200_000))), size)
      const padded = await cleaned(await withUnits(filler(1_500_000)), size)
      expect(await factsOf(padded)).toMatchObject({
        hasMessages: false,
        pictureSha256: (await factsOf(mp4)).pictureSha256,
      })
      expect(latin1Of(padded)).toContain(latin1Of(filler(1_500_000)))
    },
  )

  it('behind a delimiter is removed', async () => {
    let pictures = 0
    const separate = (picture: Uint8Array) =>
      concat([pictures++ > 0 ? unit(9, 0xf0, telltale) : new Uint8Array(0), picture])
    await expectClean(await rewrite(mp4, separate))
  })

  it('behind the last unit of a picture is removed', async () => {
    const clean = await cleaned(await withUnits(bytesOf('Tel')), 1000)
    expect(latin1Of(clean)).not.toContain('Tel')
  })

  it.each([
    ['more units than a picture has', Array.from({ length: 1001 }, () => unit(9, 0xf0))],
    ['settings of text', [unit(0x68, telltale.repeat(300))]],
  ])('makes a file damaged: %s', async (_, added) => {
    const bytes = await withUnits(...added)
    expect(await factsOf(bytes)).toMatchObject({ pictureSha256: null, hasMessages: false })
    await expect(cleaned(bytes)).rejects.toThrow(BoxError)
  })

  it('in HEVC is removed, before a picture and behind it', async () => {
    const path = join(folder, 'hevc.mp4')
    const hashed = ['-x265-params', 'log-level=none:hash=1']
    const input = ['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64:r=10']
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-c:v', 'libx265', ...hashed, ...inFront, path])
    const bytes = new Uint8Array(readFileSync(path))
    // A decoder's check of the first picture (type 132) becomes a text of somebody.
    const check = latin1Of(bytes).indexOf('\x50\x01\x84')
    expect(check).toBeGreaterThan(0)
    bytes.set(concat([Uint8Array.of(5), bytes.subarray(check + 3, check + 4), bytesOf(telltale)]), check + 2)
    // The encoder's settings are in a message of their own beside the decoder's, which stripping clears.
    const settings = (await topLevelBoxes(readerOf(bytes), bytes.length)).find(({ type }) => type === 'moov')
    if (!settings) throw new Error('No moov')
    expect(latin1Of(bytes)).toMatch('x265')
    applyPatches(patchesOf(bytes, settings, 0), 0, bytes)
    await expectClean(bytes)
  })
})

describe('a unit of messages', () => {
  const message = (type: number, ...payload: number[]) => [
    ...Array.from({ length: Math.floor(type / 255) }, () => 255),
    type % 255,
    ...Array.from({ length: Math.floor(payload.length / 255) }, () => 255),
    payload.length % 255,
    ...payload,
  ]
  const captions = message(4, 0xb5, 0, 0x31, ...bytesOf('GA94'), 3, 0xc1, 0xff, 0xfc, 0x80, 0x80, 0xff)
  const recovery = message(6, 0x84)
  const ended = (...messages: number[][]) => Uint8Array.from([...messages.flat(), 0x80])
  const avc = (...messages: number[][]) => concat([Uint8Array.of(6), escaped(ended(...messages))])
  /** Returns the messages of a unit as a decoder reads them: type and payload. */
  function read(unit: Uint8Array, headerBytes = 1) {
    const payload = unescaped(unit.subarray(headerBytes))
    const bytes = payload.subarray(0, payload.findLastIndex((byte) => byte !== 0) + 1)
    const found: [number, string][] = []
    for (let at = 0; at < bytes.length - 1; ) {
      const sum = () => {
        let value = 0
        while (bytes[at] === 255) value += bytes[at++] ?? 0
        return value + (bytes[at++] ?? 0)
      }
      const [type, size] = [sum(), sum()]
      found.push([type, latin1(bytes, at, at + size)])
      at += size
    }
    expect(bytes.at(-1)).toBe(0x80)
    return found
  }

  it('keeps captions and what decoders need, and nothing else', () => {
    const text = message(5, ...bytesOf('0123456789abcdefTelltale'))
    const others = [
      text,
      message(4, 0xb5, 0, 0x3c, ...bytesOf(telltale)),
      message(4, 0xb5, 0, 0x31, ...bytesOf('DTG1'), 1),
      message(4, 0xb5, 0, 0x31, ...bytesOf(`GA94\x03\xc0\xff${telltale}`)),
      message(3, ...bytesOf(telltale)),
      message(300, ...bytesOf(telltale)),
    ]
    for (const other of others) {
      const unit = avc(recovery, other, captions, other)
      const clean = cleanedUnit(nalCodecs.avc, unit)
      expect(clean?.length).toBe(unit.length)
      const [first, second, ...padding] = read(clean ?? unit)
      expect([first?.[0], second?.[0]]).toEqual([6, 4])
      expect(second?.[1]).toBe(latin1(Uint8Array.from(captions), 2, captions.length))
      expect(padding.every(([type, payload]) => type === 3 && /^\xff*$/.test(payload))).toBe(true)
    }
    expect(cleanedUnit(nalCodecs.avc, avc(recovery, captions))).toBeNull()
    const hevc = concat([Uint8Array.of(78, 1), ended(text, captions)])
    const kept = read(cleanedUnit(nalCodecs.hevc, hevc) ?? hevc, 2)
    expect(kept.map(([type]) => type)).toEqual([4, 3])
  })

  /** The most bytes of each message that players need, in H.264 and in HEVC. */
  const most = {
    avc: { 0: 20, 1: 36, 6: 5, 45: 18, 47: 7, 137: 24, 144: 4, 147: 1, 148: 8 },
    hevc: { 0: 48, 1: 36, 6: 5, 45: 18, 47: 7, 129: 20, 130: 13, 137: 24, 144: 4, 147: 1, 148: 8 },
  }
  const headers = { avc: [6], hevc: [78, 1] }
  const unitOf = (codec: keyof typeof most, ...messages: number[][]) =>
    concat([Uint8Array.from(headers[codec]), escaped(ended(...messages))])
  const typesIn = (codec: keyof typeof most, unit: Uint8Array) => {
    const clean = cleanedUnit(nalCodecs[codec], unit) ?? unit
    expect(clean.length).toBe(unit.length)
    if (clean[0] !== headers[codec][0]) return []
    return read(clean, headers[codec].length)
      .map(([type]) => type)
      .filter((type) => type !== 3)
  }

  it.each(['avc', 'hevc'] as const)('of %s keeps as many bytes of each as its fields have', (codec) => {
    for (const type of Array.from({ length: 200 }, (_, each) => each).filter((each) => each !== 3)) {
      const bytes = (most[codec] as Record<number, number>)[type]
      const saying = (length: number) => message(type, ...bytesOf(telltale.repeat(10).slice(0, length)))
      if (bytes === undefined) {
        expect(typesIn(codec, unitOf(codec, saying(7)))).toEqual([])
      } else {
        expect(typesIn(codec, unitOf(codec, saying(bytes)))).toEqual([type])
        expect(typesIn(codec, unitOf(codec, saying(bytes + 1)))).toEqual([])
        expect(typesIn(codec, unitOf(codec, saying(bytes), saying(bytes)))).toEqual([type])
      }
    }
    expect(typesIn(codec, unitOf(codec, captions, captions))).toEqual([4])
  })

  it('keeps its length and has no text left, whatever it says', () => {
    const byte = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 255 }))
    const payload = fc.array(byte, { maxLength: 600 })
    const types = [0, 1, 3, 4, 5, 6, 45, 47, 77, 129, 130, 137, 144, 147, 148, 300]
    const any = fc.oneof(
      fc.constantFrom(captions, recovery, message(1, 0, 0), message(1, 0, 0, 3)),
      fc.tuple(fc.constantFrom(...types), payload).map(([type, bytes]) => message(type, ...bytes)),
      payload,
    )
    const codecs = fc.constantFrom('avc' as const, 'hevc' as const)
    fc.assert(
      fc.property(codecs, fc.array(any, { maxLength: 5 }), (codec, messages) => {
        const unit = unitOf(codec, ...messages)
        const clean = cleanedUnit(nalCodecs[codec], unit) ?? unit
        expect(clean.length).toBe(unit.length)
        // Nothing in it ends the unit early.
        const end = clean.findLastIndex((byte) => byte !== 0)
        expect(
          clean.some((byte, at) => byte < 3 && at > 2 && at < end && !clean[at - 1] && !clean[at - 2]),
        ).toBe(false)
        expect(cleanedUnit(nalCodecs[codec], clean)).toBeNull()
        if (clean[0] !== headers[codec][0]) return
        const seen = new Set<number>()
        for (const [type, content] of read(clean, headers[codec].length)) {
          if (type === 3) {
            expect(content).toMatch(/^\xff*$/)
            continue
          }
          expect(content.length).toBeLessThanOrEqual(
            type === 4 ? 200 : ((most[codec] as Record<number, number>)[type] ?? -1),
          )
          expect(seen.has(type)).toBe(false)
          seen.add(type)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('has padding of any length in place of a text', () => {
    for (let length = 0; length < 1100; length++) {
      const unit = avc(recovery, message(5, ...new Uint8Array(length).fill(0x55)))
      const clean = cleanedUnit(nalCodecs.avc, unit) ?? unit
      const [first, ...padding] = read(clean)
      expect([clean.length, first?.[0], padding.length <= 2]).toEqual([unit.length, 6, true])
      expect(padding.every(([type, payload]) => type === 3 && /^\xff*$/.test(payload))).toBe(true)
      expect(cleanedUnit(nalCodecs.avc, clean)).toBeNull()
    }
  })

  it('of very many bytes or messages is emptied without being read', () => {
    const many = avc(...Array.from({ length: 65 }, () => recovery))
    expect(typesIn('avc', many)).toEqual([])
    const long = avc(recovery, message(5, ...new Uint8Array(70_000).fill(0x55)))
    expect(cleanedUnit(nalCodecs.avc, long)).toEqual(
      Uint8Array.from(long, (_, at) => (at === 0 ? 12 : at === long.length - 1 ? 0x80 : 0xff)),
    )
  })

  it('keeps its messages where a stray byte is behind them', () => {
    const unit = Uint8Array.of(6, ...recovery, 0x41, 0x80)
    const clean = cleanedUnit(nalCodecs.avc, unit)
    expect(clean).toEqual(Uint8Array.of(6, ...recovery, 0x80, 0))
    expect(cleanedUnit(nalCodecs.avc, clean ?? unit)).toBeNull()
  })

  it.each([
    ['as A/53 has them', 0xc1, 0xff, [0xfc, 0x80, 0x80], [0xff], true],
    ['as ffmpeg writes them', 0x41, 0, [0xfc, 0x80, 0x80], [0xff], true],
    ['with zeros behind them', 0xc1, 0xff, [0xfc, 0x80, 0x80], [0, 0], true],
    ['with a mark and zeros behind them', 0xc1, 0xff, [0xfc, 0x80, 0x80], [0xff, 0], true],
    ['with a byte behind them', 0xc1, 0xff, [0xfc, 0x80, 0x80], [0, 0x41], false],
    ['of letters', 0xc1, 0xff, [0x54, 0x65, 0x6c], [0xff], false],
    ['with other flags', 0xe1, 0xff, [0xfc, 0x80, 0x80], [0xff], false],
    ['with a letter in a reserved byte', 0xc1, 0x41, [0xfc, 0x80, 0x80], [0xff], false],
  ])('keeps captions %s: %#', (_, flags, reserved, triple, end, isKept) => {
    const start = [0xb5, 0, 0x31, ...bytesOf('GA94'), 3, flags, reserved]
    expect(typesIn('avc', avc(message(4, ...start, ...triple, ...end)))).toEqual(isKept ? [4] : [])
  })

  it.each([
    ['avc', [9, 0xf0], null],
    ['avc', [9, 0x10, 0, 0], null],
    ['avc', [10], null],
    ['avc', [11, 0, 0], null],
    ['hevc', [70, 1, 0x50, 0], null],
    ['hevc', [72, 1, 0], null],
    ['avc', [9, 0x54], [9, 0x50]],
    ['avc', [9, 0xf0, 0x54], [9, 0xf0, 0]],
    ['avc', [10, 0x54], [10, 0]],
    ['hevc', [70, 1, 0x54], [70, 1, 0x50]],
    ['hevc', [74, 1, 0x80], [74, 1, 0]],
  ] as const)('that separates others says nothing more: %s %j', (codec, unit, clean) => {
    expect(cleanedUnit(nalCodecs[codec], Uint8Array.from(unit))).toEqual(clean && Uint8Array.from(clean))
  })

  it('that no decoder reads becomes padding', () => {
    const unit = Uint8Array.of(0x78, ...bytesOf(telltale))
    const empty = cleanedUnit(nalCodecs.avc, unit) ?? unit
    expect([...empty]).toEqual([
      12,
      ...telltale
        .slice(1)
        .split('')
        .map(() => 0xff),
      0x80,
    ])
    expect(cleanedUnit(nalCodecs.avc, empty)).toBeNull()
    // A further view.
    expect(cleanedUnit(nalCodecs.avc, unit.with(0, 0x74))).toEqual(empty)
    expect(cleanedUnit(nalCodecs.hevc, Uint8Array.of(0x60, 1, 0x41, 0x42))).toEqual(
      Uint8Array.of(76, 1, 0xff, 0x80),
    )
  })
})

describe('a file of too many pieces', () => {
  /** Returns a picture track of this many one-byte samples, each in a chunk with a byte before it. */
  function scattered(count: number): Uint8Array {
    const bytes = new Uint8Array(mp4)
    const at = latin1Of(bytes).indexOf('stsd') - 4
    const stsd = bytes.subarray(at, at + viewOf(bytes).getUint32(at))
    const numbers = (values: number[]) => {
      const view = viewOf(new Uint8Array(values.length * 4))
      values.forEach((value, number) => void view.setUint32(number * 4, value))
      return new Uint8Array(view.buffer)
    }
    const moov = (start: number) =>
      box(
        'moov',
        box('mvhd', numbers([0, 0, 0, 1000, 1000]), new Uint8Array(80)),
        box(
          'trak',
          box('tkhd', numbers([7, 0, 0, 1]), new Uint8Array(68)),
          box(
            'mdia',
            box('mdhd', numbers([0, 0, 0, 1000, 1000, 0])),
            box('hdlr', '\0\0\0\0\0\0\0\0vide', new Uint8Array(12)),
            box(
              'minf',
              box(
                'stbl',
                stsd,
                box('stts', numbers([0, 1, count, 1])),
                box('stsc', numbers([0, 1, 1, 1, 1])),
                box('stsz', numbers([0, 1, count])),
                box(
                  'stco',
                  numbers([0, count, ...Array.from({ length: count }, (_, each) => start + each * 2)]),
                ),
              ),
            ),
          ),
        ),
      )
    const ftyp = bytes.subarray(0, viewOf(bytes).getUint32(0))
    const start = ftyp.length + moov(0).length + 8 + 1
    return concat([ftyp, moov(start), box('mdat', new Uint8Array(count * 2))])
  }
  const unknown = (count: number) => concat([webm, ...Array(count).fill(Uint8Array.of(0xee, 0x81, 1))])

  it.each([
    ['an MP4 with a gap between all samples', () => scattered(150_000)],
    ['a WebM of unknown elements', () => unknown(150_000)],
  ])('is refused with a sentence: %s', async (_, make) => {
    const bytes = make()
    await expect(stripped(bytes, typeOf(bytes))).rejects.toMatchObject({
      detail: expect.stringContaining('stored in too many pieces'),
    })
  })

  it.each([
    [
      'clusters of 1 MB in 100 GB',
      100e9,
      Uint8Array.of(0x1f, 0x43, 0xb6, 0x75, 0x10, 0x10, 0, 0, 0, 0, 0, 0),
    ],
    ['boxes of 10 MB in 100 GB', 100e9, box('free', new Uint8Array(10_000_000)).subarray(0, 40)],
  ])('is refused after so many reads: %s', async (_, size, piece) => {
    const head = piece[4] === 0x10 ? webm.subarray(0, 4096) : mp4.subarray(0, viewOf(mp4).getUint32(0))
    let reads = 0
    const read: ReadAt = async (offset, length) => {
      reads += 1
      const from = offset < head.length ? head.subarray(offset) : piece
      return concat([from, new Uint8Array(Math.max(0, length - from.length))]).subarray(0, length)
    }
    const limits = { minDuration: 0, maxDuration: 3600 }
    await expect(inspectVideo(read, size, typeOf(head), limits)).rejects.toThrow(AppError)
    expect(reads).toBeLessThan(9000)
  })
})

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
