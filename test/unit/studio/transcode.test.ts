import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { AudioSample, AudioSampleSource, BufferTarget, MovOutputFormat, Output } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { encodedBitrate, encodedSize } from '#web/studio/source/encoded-size'
import { openInput, openTracks } from '#web/studio/source/source'
import { transcode } from '#web/studio/transcode/transcode'
import { type Making, makeInStep } from '#web/studio/transcode/transcode-step'

describe('encodedSize', () => {
  it.each([
    [1280, 720, 1280, 720],
    [853, 481, 852, 480],
    [3840, 2160, 1920, 1080],
    [2160, 3840, 1080, 1920],
    [1, 1, 2, 2],
  ])('makes %i x %i into %i x %i', (width, height, ...made) => {
    expect(Object.values(encodedSize({ width, height }))).toEqual(made)
  })

  it('has even sides, nearly the same shape, and is never larger', () => {
    const side = fc.integer({ min: 16, max: 8000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const made = encodedSize({ width, height })
        expect([made.width % 2, made.height % 2]).toEqual([0, 0])
        expect(Math.min(made.width, made.height)).toBeLessThanOrEqual(1080)
        expect(made.width).toBeLessThanOrEqual(width)
        expect(made.height).toBeLessThanOrEqual(height)
        const exact = Math.min(1, 1080 / Math.min(width, height))
        expect(Math.abs(made.width - width * exact)).toBeLessThanOrEqual(2)
        expect(Math.abs(made.height - height * exact)).toBeLessThanOrEqual(2)
      }),
    )
  })
})

describe('encodedBitrate', () => {
  it('is that of the quality, or the next one up, or the source has no more', () => {
    const rich = { bitrate: 50e6, isAvc: true }
    expect(encodedBitrate({ width: 1280, height: 720 }, rich)).toBe(3_500_000)
    expect(encodedBitrate({ width: 960, height: 540 }, rich)).toBe(3_500_000)
    expect(encodedBitrate({ width: 2160, height: 3840 }, rich)).toBe(26_000_000)
    expect(encodedBitrate({ width: 1280, height: 720 }, { bitrate: 2e6, isAvc: true })).toBe(2_000_000)
    expect(encodedBitrate({ width: 1280, height: 720 }, { bitrate: 1.2e6, isAvc: false })).toBe(2_000_000)
  })
})

describe('makeInStep', () => {
  const patient = new AbortController().signal

  async function* track(name: string, times: number[], log: string[]): Making {
    try {
      for (const time of times) {
        log.push(`${name}${time}`)
        yield time
      }
    } finally {
      log.push(`${name} ends`)
    }
  }

  it('lets the track that is behind go on', async () => {
    const log: string[] = []
    const reached: number[] = []
    const onTime = (second: number) => reached.push(second)
    await makeInStep([track('p', [0, 4, 8], log), track('s', [0, 1, 2, 9], log)], { signal: patient, onTime })
    expect(log).toEqual(['p0', 's0', 'p4', 's1', 's2', 's9', 'p8', 'p ends', 's ends'])
    expect(reached).toEqual(reached.toSorted((a, b) => a - b))
  })

  it('ends every track when it is stopped, and says why', async () => {
    const log: string[] = []
    const controller = new AbortController()
    const reason = new Error('Enough.')
    const onTime = () => controller.abort(reason)
    const making = makeInStep([track('p', [0, 1], log), track('s', [0, 1], log)], {
      signal: controller.signal,
      onTime,
    })
    await expect(making).rejects.toBe(reason)
    expect(log.slice(-2)).toEqual(['p ends', 's ends'])
  })

  it('ends the other tracks when one fails', async () => {
    const log: string[] = []
    async function* failing(): Making {
      yield 0
      throw new Error('Damaged.')
    }
    const making = makeInStep([track('p', [0, 1], log), failing()], { signal: patient, onTime: () => {} })
    await expect(making).rejects.toThrow('Damaged.')
    expect(log).toContain('p ends')
  })
})

/** Makes a file of two silent seconds of uncompressed sound, which begin at this second. */
async function silenceFrom(timestamp: number): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new MovOutputFormat({ fastStart: 'in-memory' }), target })
  const sound = new AudioSampleSource({ codec: 'pcm-s16' })
  output.addAudioTrack(sound)
  await output.start()
  const data = new Int16Array(2 * 48_000)
  const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: 48_000, timestamp })
  await sound.add(sample)
  sample.close()
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer()])
}

describe('transcode', () => {
  it('leaves sound at its time beside a picture that is copied', async () => {
    const picture = new Blob([await readFile(join(import.meta.dirname, '../../fixtures/media/ok.mp4'))])
    const tracks = await openTracks(picture)
    const input = openInput(await silenceFrom(1))
    const source = {
      ...tracks,
      audio: await input.getPrimaryAudioTrack(),
      span: { start: 1, end: 3 },
      plan: { container: 'mp4', picture: 'copy', sound: 'encode' },
      container: 'mp4',
      cut: null,
      duration: 2,
    } as const
    const { signal } = new AbortController()
    const made = await transcode(source, {
      signal,
      name: 'working',
      size: picture.size,
      onProgress: () => {},
    })
    const sound = openInput(made.file)
    expect(await (await sound.getPrimaryAudioTrack())?.getFirstTimestamp()).toBe(1)
    for (const each of [tracks.input, input, sound]) each.dispose()
  })
})
