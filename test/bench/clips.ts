import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { words } from '#dev/seed/ffmpeg'

/** Kept between runs: encoding noise takes longer than most measurements of it. */
export const clipFolder = join(tmpdir(), 'nocturne-bench')

/** A file to publish, and the same one for a plain web server, index in front. */
export interface Clip {
  file: string
  bare: string
}

/**
 * Returns a clip of noise: a minute of 1280 x 720 at 3.2 Mbit/s with B-frames and a key frame every 5 s,
 * repeated `minutes` times, with the index at the end.
 */
export function clip(minutes: number): Clip {
  return repeated(`${minutes}-minutes`, theMinute(), minutes * 60)
}

/** Returns a clip of this many seconds. */
export function seconds(count: number): Clip {
  return repeated(`${count}-seconds`, theMinute(), count)
}

/** Returns 59 minutes of 640 x 360 at 0.4 Mbit/s, which is quick to publish; the site takes an hour at most. */
export function nearlyAnHour(): Clip {
  const minute = made('small-minute.mp4', [
    ...pattern('640x360', 8),
    ...words('-b:v 340k -maxrate 340k -bufsize 340k -c:a aac -b:a 64k'),
  ])
  return repeated('59-minutes', minute, 59 * 60)
}

function theMinute(): string {
  return made('minute.mp4', [
    ...pattern('1280x720', 14),
    ...words('-b:v 3040k -maxrate 3040k -bufsize 3040k -c:a aac -b:a 128k'),
  ])
}

function pattern(size: string, noise: number): string[] {
  return words(`
    -f lavfi -i testsrc2=size=${size}:rate=30:duration=60,noise=alls=${noise}:allf=t
    -f lavfi -i sine=frequency=330:sample_rate=48000:duration=60
    -c:v libx264 -preset fast -profile:v high -pix_fmt yuv420p -bf 2
    -g 150 -keyint_min 150 -sc_threshold 0`)
}

function repeated(name: string, minute: string, seconds: number): Clip {
  const rounds = String(Math.ceil(seconds / 60) - 1)
  const loop = ['-stream_loop', rounds, '-i', minute, '-t', String(seconds), '-c', 'copy']
  return {
    file: seconds === 60 ? minute : made(`${name}.mp4`, loop),
    bare: made(`${name}-bare.mp4`, [...loop, '-movflags', '+faststart']),
  }
}

/** Makes a clip once with ffmpeg. */
export function made(name: string, args: string[]): string {
  mkdirSync(clipFolder, { recursive: true })
  // A clip made with other arguments has another name.
  const recipe = createHash('sha256').update(args.join('\n')).digest('hex').slice(0, 8)
  const file = join(clipFolder, `${recipe}-${name}`)
  if (existsSync(file)) return file
  const unfinished = join(clipFolder, `unfinished-${name}`)
  // The runner's own limit can't end a call that doesn't return.
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, unfinished], { timeout: 180_000 })
  renameSync(unfinished, file)
  return file
}
