import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Kept between runs: encoding noise takes longer than most measurements of it. */
export const clipFolder = join(tmpdir(), 'nocturne-bench')

/**
 * Returns a clip of noise: a minute of 1280 x 720 at 3.2 Mbit/s with B-frames and a key frame every 5 s,
 * repeated `minutes` times, with the index at the end. `bare` is the same file for a plain web server, index
 * in front.
 */
export function clip(minutes: number): { file: string; bare: string } {
  mkdirSync(clipFolder, { recursive: true })
  const minute = join(clipFolder, 'minute.mp4')
  const made = (file: string, args: string[]) => {
    if (!existsSync(file)) execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, file])
    return file
  }
  made(minute, [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=60,noise=alls=14:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000:duration=60'],
    ...['-c:v', 'libx264', '-preset', 'fast', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-bf', '2'],
    ...['-g', '150', '-keyint_min', '150', '-sc_threshold', '0'],
    ...['-b:v', '3040k', '-maxrate', '3040k', '-bufsize', '3040k', '-c:a', 'aac', '-b:a', '128k'],
  ])
  const loop = ['-stream_loop', String(minutes - 1), '-i', minute, '-c', 'copy']
  return {
    file: minutes === 1 ? minute : made(join(clipFolder, `${minutes}-minutes.mp4`), loop),
    bare: made(join(clipFolder, `${minutes}-minutes-bare.mp4`), [...loop, '-movflags', '+faststart']),
  }
}
