import { execFileSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink, type InputTrack } from 'mediabunny'
import { afterEach, describe, expect, it } from 'vitest'
import { copyCmaf, planCmaf } from '#web/studio/cmaf/copy'
import { growingFile } from '#web/studio/files/sync-file'
import { openTracks, type Tracks } from '#web/studio/source/source'
import { readSegmentIndex } from '#worker/formats/mp4/segment-index'

const folder = mkdtempSync(join(tmpdir(), 'cmaf-'))
const opened: Tracks[] = []

afterEach(() => {
  for (const { input } of opened.splice(0)) input.dispose()
})

/** Makes 20 s of picture with B-frames and of sound, with a key frame every `keyEvery` seconds. */
function clip(name: string, keyEvery: number, ...more: string[]): string {
  const path = join(folder, `${name}.mp4`)
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=160x90:d=20:r=30000/1001']
  const sound = ['-f', 'lavfi', '-i', 'sine=f=440:d=20:r=44100']
  const frames = String(Math.round(keyEvery * 29.97))
  const h264 = ['-c:v', 'libx264', '-bf', '3', '-g', frames, '-sc_threshold', '0', '-pix_fmt', 'yuv420p']
  const output = ['-c:a', 'aac', '-movflags', '+faststart', ...more, path]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, ...h264, ...output])
  return path
}

async function open(video: Blob): Promise<Tracks> {
  const tracks = await openTracks(video)
  opened.push(tracks)
  return tracks
}

async function copyOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const source = await open(await openAsBlob(path))
  const plan = await planCmaf(source)
  if (!plan) throw new TypeError('This clip was meant to be copied.')
  const file = growingFile()
  await copyCmaf(source, plan, file, { signal: new AbortController().signal, onProgress: () => {} })
  return file.content().slice()
}

async function packets(track: InputTrack) {
  const found = []
  for await (const { timestamp, type, data } of new EncodedPacketSink(track).packets()) {
    found.push({ timestamp, type, size: data.byteLength })
  }
  return found
}

function ffprobe(bytes: Uint8Array, ...args: string[]): string {
  const path = join(folder, 'made.mp4')
  writeFileSync(path, bytes)
  return execFileSync('ffprobe', ['-v', 'error', ...args, '-of', 'csv=p=0', path], { encoding: 'utf8' })
}

describe('a copy in segments', () => {
  it('has every frame of its source at its time, and an index that the server takes', async () => {
    const path = clip('five', 5)
    const bytes = await copyOf(path)
    const read = async (at: number, length: number) => bytes.slice(at, at + length)
    const index = await readSegmentIndex(read, bytes.length)
    expect(index?.segments.map(([, ms]) => Math.round(ms / 100) / 10)).toEqual([5, 5, 5, 5])
    expect(index?.duration).toBeCloseTo(20, 1)

    const [source, copy] = await Promise.all([openAsBlob(path).then(open), open(new Blob([bytes]))])
    const [before, after] = await Promise.all([packets(source.video), packets(copy.video)])
    expect(after.length).toBe(before.length)
    after.forEach((frame, place) => {
      expect(frame).toMatchObject({ type: before[place]?.type, size: before[place]?.size })
      expect(Math.abs(frame.timestamp - (before[place]?.timestamp ?? 0))).toBeLessThan(0.001)
    })
    if (!source.audio || !copy.audio) throw new TypeError('The sound is missing.')
    const heard = (await packets(source.audio)).filter(({ timestamp }) => timestamp >= 0)
    expect((await packets(copy.audio)).map(({ size }) => size)).toEqual(heard.map(({ size }) => size))
  })

  it('plays in a decoder that was not written here, without a complaint', async () => {
    const bytes = await copyOf(clip('two', 2))
    expect(ffprobe(bytes, '-show_entries', 'format=duration').trim()).toMatch(/^20\.0/)
    const frames = ffprobe(
      bytes,
      '-count_frames',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=nb_read_frames',
    )
    expect(frames.trim()).toBe('600')
    const decoded = execFileSync('ffmpeg', [
      '-v',
      'warning',
      '-xerror',
      '-i',
      join(folder, 'made.mp4'),
      '-f',
      'null',
      '-',
    ])
    expect(decoded.toString()).toBe('')
  })

  it('says nothing of when it was made: the same source gives the same bytes', async () => {
    const path = clip('again', 4)
    const [one, other] = [await copyOf(path), await copyOf(path)]
    expect(Buffer.compare(one, other)).toBe(0)
  })

  it.each([
    ['key frames are too far apart', () => clip('rare', 15)],
    ['the sound is not AAC', () => clip('opus', 5, '-c:a', 'libopus', '-strict', '-2')],
  ])('is not made where %s', async (_, make) => {
    expect(await planCmaf(await open(await openAsBlob(make())))).toBeNull()
  })
})
