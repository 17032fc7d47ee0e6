import { existsSync, statSync, truncateSync } from 'node:fs'
import { make, saveRendition, test } from './ladder-support'
import { clipOf, expect, probe } from './trim-support'

/** Returns a test picture with so much noise that it takes about all the bits it is given. */
function picture(size: string, noise: number): string {
  return `-f lavfi -i testsrc2=size=${size}:rate=30,noise=alls=${noise}:allf=t`
}
const tone = '-f lavfi -i sine=frequency=330:sample_rate=48000'
const h264 = (rate: string) =>
  `-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 150 -b:v ${rate} -maxrate ${rate} -bufsize ${rate}`
const aac = '-c:a aac -b:a 128k'
const mp4 = '-movflags +faststart'

interface Source {
  name: string
  file: () => string
  /** Qualities to be made of it. */
  qualities: number[]
  /** The unreadable part of it, in seconds. */
  damage?: { readable: number; announced: number }
}

const sources: Source[] = [
  {
    name: '2160p, 60 Mbit/s',
    file: () =>
      clipOf('s-2160p.mp4', `${picture('3840x2160', 14)} ${tone} -t 10 ${h264('60M')} ${aac} ${mp4}`),
    qualities: [360, 480, 720, 1080],
  },
  {
    name: '1080p, 8 Mbit/s',
    file: () =>
      clipOf('s-1080p.mp4', `${picture('1920x1080', 10)} ${tone} -t 10 ${h264('8M')} ${aac} ${mp4}`),
    qualities: [360, 480, 720],
  },
  {
    name: 'upright 1080p',
    file: () =>
      clipOf('s-upright.mp4', `${picture('1080x1920', 10)} ${tone} -t 10 ${h264('8M')} ${aac} ${mp4}`),
    qualities: [360, 480, 720],
  },
  {
    name: 'variable frame rate',
    file: () => {
      const varied = "-vf select='not(mod(n\\,7))+gt(mod(n\\,5)\\,2)' -fps_mode vfr"
      return clipOf(
        's-vfr.mp4',
        `${picture('1280x720', 10)} ${tone} -t 10 ${varied} ${h264('3M')} ${aac} ${mp4}`,
      )
    },
    qualities: [360, 480],
  },
  {
    name: '10 bits',
    file: () =>
      clipOf(
        's-10-bits.mp4',
        `${picture('1280x720', 8)} ${tone} -t 10 -c:v libx264 -preset veryfast -pix_fmt yuv420p10le -b:v 5M ${aac} ${mp4}`,
      ),
    qualities: [360, 480],
  },
  {
    name: 'WebM, VP9',
    file: () =>
      clipOf(
        's-vp9.webm',
        `${picture('1280x720', 8)} ${tone} -t 10 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 1500k -g 150 -c:a libopus -b:a 96k`,
      ),
    qualities: [360, 480],
  },
  {
    name: 'MKV',
    file: () => clipOf('s-mkv.mkv', '-i minute -t 10 -c copy'),
    qualities: [360, 480],
  },
  {
    name: 'no sound',
    file: () => clipOf('s-silent.mp4', `-i minute -t 10 -an -c copy ${mp4}`),
    qualities: [360, 480],
  },
  {
    name: 'damaged',
    file: () => {
      const whole = clipOf('s-damaged.mp4', `-i minute -t 20 -c copy ${mp4}`)
      const { size } = statSync(whole)
      if (size > 6e6) truncateSync(whole, Math.round(0.45 * size))
      return whole
    },
    qualities: [360, 480],
    damage: { readable: 9, announced: 20 },
  },
]

for (const { name, file, qualities, damage } of sources) {
  test(`a ladder of ${name}`, { tag: '@L1' }, async ({ ladderPage, row }, testInfo) => {
    const source = file()
    expect(existsSync(source)).toBe(true)
    const {
      files,
      copiedBytes,
      damage: found,
    } = await make(ladderPage, source, {
      copy: true,
      patient: true,
    })
    expect(found).toEqual(
      damage
        ? { readable: expect.closeTo(damage.readable, 0), announced: expect.closeTo(damage.announced, 0) }
        : null,
    )
    const made = files.filter(({ kind }) => kind === 'rendition')
    expect(made.map(({ quality }) => quality)).toEqual(qualities)
    const rates: string[] = []
    for (const { quality, bytes } of made) {
      const path = await saveRendition(ladderPage, quality ?? 0, testInfo.outputPath(`${quality}p.mp4`))
      const [codec, ...size] =
        probe(path, '-select_streams', 'v', '-show_entries', 'stream=codec_name,width,height')[0]?.split(
          ',',
        ) ?? []
      expect([codec, Math.min(...size.map(Number))]).toEqual(['h264', quality])
      const [seconds] = probe(path, '-select_streams', 'v', '-show_entries', 'packet=pts_time')
        .map(Number)
        .slice(-1)
      rates.push(`${quality}p ${((8 * bytes) / (seconds ?? 1) / 1e6).toFixed(2)}`)
    }
    const size = (kind: string) => Math.round((files.find((each) => each.kind === kind)?.bytes ?? 0) / 1000)
    expect([size('storyboard'), size('preview')].every((kilobytes) => kilobytes > 0)).toBe(true)
    row({
      id: 'L1',
      what: `${name}: all renditions together, beside the source`,
      value: made.reduce((sum, { bytes }) => sum + bytes, 0) / copiedBytes,
      limit: 0.5,
      unit: '×',
      note: `${rates.join(', ')} Mbit/s; storyboard ${size('storyboard')} kB, preview ${size('preview')} kB`,
    })
  })
}

test('the pictures of 20 minutes', { tag: '@L2' }, async ({ ladderPage, row }) => {
  const source = clipOf('s-20-minutes.mp4', `-stream_loop 19 -i minute -c copy ${mp4}`)
  // Renditions come later, and would take most of the time.
  const { at, copied } = await make(ladderPage, source, { copy: true, patient: true, cancelAt: 0.001 })
  const { storyboard = Number.POSITIVE_INFINITY, preview = Number.POSITIVE_INFINITY } = at
  row({
    id: 'L2',
    what: '720p, 20 minutes: storyboard and preview',
    value: (Math.max(storyboard, preview) - copied) / 1000,
    limit: 30,
    unit: 's',
  })
})
