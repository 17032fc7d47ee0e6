// Renders the demo clips in dev/seed/media with ffmpeg, their posters, renditions, storyboards, previews and
// trailers.
// The same ffmpeg gives the same bytes.
//   node dev/seed/make-media.ts            everything, which takes hours
//   node dev/seed/make-media.ts silk.mp4   only the named clips, and their derived files
//   node dev/seed/make-media.ts --posters [silk.mp4]
//                                         only the posters, which takes minutes
//   node dev/seed/make-media.ts --from old [silk.mp4]
//                                         re-encodes clips painted before; posters stay
// The repository's clips were made the last way, from a first encoding with a crf lower by 5 to 8, except
// life.mp4 and figures.mp4, which ffmpeg generates: those are new.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { MiB, posterQuality, posterWidths } from '#contract/values/shared/limits'
import type { StoredPictures } from '#contract/values/uploads/upload'
import { segmentSeconds } from '#contract/values/videos/media'
import { demoVideos } from './catalogue.ts'
import { anonymous, colours, frameRate, h264, sound, words } from './ffmpeg.ts'
import { mediaFolder, postersFile, readPosters } from './ladder-files.ts'
import { makeLadder } from './make-ladder.ts'
import { aurora, horizon, ridges } from './painting/landscapes.ts'
import { lanterns, ripples, roseWindow, silk } from './painting/lights.ts'
import { julia, loom, mandelbrot } from './painting/mathematics.ts'
import { paintFrame, type Scene } from './painting/paint.ts'

/** The repository's limit for clips, posters and everything derived from the clips. */
const BYTES_MAX = 10_000_000

/** `picture` ends in [v] and takes the painted frames, if there are any, from [0:v]; `sound` ends in [a]. */
type Clip = { file: string; seconds: number; scene?: Scene; picture: string; sound: string; crf: number }

/**
 * Sines that swell one after the other; the right ear hears them a little sharper, which makes them float.
 */
function chord(notes: number[], swellsPerSecond: number): string {
  const ear = (sharper: number) =>
    notes
      .map((note, index) => {
        const level = (0.09 / (1 + index * 0.45)).toFixed(4)
        return `${level}*sin(2*PI*${note + sharper}*t)*(0.6+0.4*sin(2*PI*${swellsPerSecond}*t+${index * 1.7}))`
      })
      .join('+')
  return `aevalsrc='${ear(0)}|${ear(0.35)}':s=48000`
}

function faded(seconds: number): string {
  return `atrim=duration=${seconds},afade=t=in:d=1.2,afade=t=out:st=${seconds - 1.8}:d=1.8[a]`
}

function tones(seconds: number, notes: number[], swellsPerSecond = 0.11): string {
  return `${chord(notes, swellsPerSecond)},${faded(seconds)}`
}

/** Tones over the sound of wind or surf. */
function weather(seconds: number, notes: number[], cutoff: number): string {
  const wind = `anoisesrc=color=brown:seed=7:amplitude=0.35:sample_rate=48000,lowpass=f=${cutoff},tremolo=f=0.14:d=0.7`
  return `${wind},aformat=channel_layouts=stereo[wind];${chord(notes, 0.08)}[tones];[tones][wind]amix=inputs=2:normalize=0,${faded(seconds)}`
}

/** Fine detail costs bytes, so the most intricate clips are smaller. */
function painted(
  file: string,
  scene: Scene,
  seconds: number,
  crf: number,
  sound: string,
  size = '1280:720',
): Clip {
  return { file, scene, seconds, crf, sound, picture: `[0:v]scale=${size}:flags=bicubic[v]` }
}

// Almost multiples of the frame rate: each frame draws whole figures, and the remainder turns them slowly.
const figureSound = `aevalsrc='0.5*sin(2*PI*120*t)+0.2*sin(2*PI*240.05*t)|0.5*sin(2*PI*180.04*t+1)+0.2*sin(2*PI*360*t)':s=48000`

const clips: Clip[] = [
  painted('horizon.mp4', horizon, 26, 40, weather(26, [110, 164.81, 220], 420)),
  painted('aurora.mp4', aurora, 24, 41, weather(24, [146.83, 220, 329.63, 440], 260)),
  painted('ridges.mp4', ridges, 24, 38, weather(24, [98, 146.83, 196, 246.94], 320)),
  painted('silk.mp4', silk, 66, 42, tones(66, [110, 138.59, 164.81, 246.94], 0.05)),
  painted('ripples.webm', ripples, 16, 54, weather(16, [174.61, 261.63, 349.23], 600)),
  painted('lanterns.mp4', lanterns, 20, 42, tones(20, [130.81, 196, 246.94, 329.63])),
  painted('rose-window.mp4', roseWindow, 16, 43, tones(16, [82.41, 164.81, 246.94, 311.13], 0.09)),
  painted('julia.mp4', julia, 8, 43, tones(8, [123.47, 185, 277.18, 369.99], 0.16), '960:540'),
  painted('mandelbrot.mp4', mandelbrot, 10, 43, tones(10, [65.41, 130.81, 196, 293.66], 0.12), '960:540'),
  painted('loom.mp4', loom, 8, 44, tones(8, [146.83, 185, 220, 293.66], 0.5), '960:540'),
  {
    file: 'life.mp4',
    seconds: 10,
    crf: 43,
    picture:
      'life=s=96x54:r=6:mold=18:ratio=0.12:seed=11:stitch=1:life_color=#fff0cf:death_color=#d8436f:mold_color=#12081f,' +
      'scale=1280:720:flags=neighbor,format=gbrp,gblur=sigma=3.2,split[cells][light];[light]gblur=sigma=22[glow];' +
      `[cells][glow]blend=all_mode=screen:all_opacity=0.7,format=gbrp,format=yuv444p,framerate=fps=${frameRate}[v]`,
    sound: tones(10, [220, 277.18, 329.63, 415.3], 0.4),
  },
  {
    file: 'figures.mp4',
    seconds: 14,
    crf: 44,
    picture:
      `${figureSound},asplit[drawn][heard];[drawn]avectorscope=s=640x640:r=${frameRate}:mode=lissajous_xy:draw=line:` +
      'zoom=1.3:rc=60:gc=255:bc=200:rf=12:gf=18:bf=10,format=gbrp,pad=1138:640:-1:-1:color=black,scale=1280:720,format=gbrp,' +
      'split[line][light];[light]gblur=sigma=14[glow];[line][glow]blend=all_mode=screen,format=gbrp,format=yuv444p,hue=h=11*t[v]',
    sound: `[heard]volume=0.22,${faded(14)}`,
  },
]

/** x264 counts otherwise than VP9. */
const webmRenditionCrf = 42

const vp9 = (crf: number) =>
  words(`-c:v libvpx-vp9 -crf ${crf} -b:v 0 -g ${segmentSeconds * frameRate} -deadline good -cpu-used 1 -threads 2
    -c:a libopus -b:a 16k`)

function* frames(scene: Scene, seconds: number): Generator<Buffer> {
  for (let frame = 0; frame < seconds * frameRate; frame++) {
    yield Buffer.from(paintFrame(scene, frame / frameRate, seconds).buffer)
  }
}

/** ffmpeg's own scenes are quick, and generated again in any case. */
async function makeClip(clip: Clip, folder: string | null): Promise<void> {
  const { file, scene, seconds, sound: heard, crf } = clip
  const from = scene ? folder : null
  const isPainted = scene !== undefined && from === null
  const painted = () =>
    words(
      `-f rawvideo -pix_fmt rgb48le -video_size ${scene?.width}x${scene?.height} -framerate ${frameRate} -i pipe:0`,
    )
  const source = from === null ? (scene ? painted() : []) : ['-i', join(from, file)]
  const picture = from === null ? clip.picture : '[0:v]null[v]'
  const finish = '[v]scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1[picture]'
  const codec = file.endsWith('.webm')
    ? vp9(crf)
    : [...h264(crf, 'veryslow'), ...sound, '-movflags', '+faststart']
  const filters = ['-filter_complex', `${picture};${finish};${heard}`, '-map', '[picture]', '-map', '[a]']
  const output = ['-t', String(seconds), ...colours, ...codec, ...anonymous, join(mediaFolder, file)]
  const stdio = [isPainted ? 'pipe' : 'ignore', 'inherit', 'inherit'] as const
  const encoder = spawn('ffmpeg', ['-v', 'error', '-y', ...source, ...filters, ...output], {
    stdio: [...stdio],
  })
  const ended = once(encoder, 'close')
  if (isPainted && encoder.stdin) await pipeline(Readable.from(frames(scene, seconds)), encoder.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg could not make ${file}`)
}

/** Runs ffmpeg on one picture, and returns its output. */
function converted(picture: Buffer, format: string[], ...args: string[]): Buffer {
  const { status, stdout } = spawnSync(
    'ffmpeg',
    ['-v', 'error', ...format, '-i', 'pipe:0', ...args, ...anonymous, 'pipe:1'],
    { input: picture, maxBuffer: 64 * MiB },
  )
  if (status !== 0) throw new Error('ffmpeg could not convert a picture')
  return stdout
}

/**
 * Returns a clip's picture at a second as a PNG. Painted scenes are painted again, since encoding the clip
 * has lost detail.
 */
function stillOf({ file, scene, seconds, picture }: Clip, second: number): Buffer {
  if (scene) {
    const { width, height } = scene
    const painted = Buffer.from(paintFrame(scene, second, seconds).buffer)
    const raw = words(`-f rawvideo -pix_fmt rgb48le -video_size ${width}x${height}`)
    const sized = ['-filter_complex', picture, '-map', '[v]']
    return converted(painted, raw, ...sized, ...words('-pix_fmt rgb24 -c:v png -f image2pipe'))
  }
  const clip = readFileSync(join(mediaFolder, file))
  return converted(clip, [], ...words(`-ss ${second} -frames:v 1 -pix_fmt rgb24 -c:v png -f image2pipe`))
}

/**
 * Makes a poster's pictures and its colour as an uploader's browser does, and returns their colour, widths
 * and sizes.
 */
function makePoster(clip: Clip, poster: string, second: number): StoredPictures {
  const still = stillOf(clip, second)
  const widest = Math.min(posterWidths[0], still.readUInt32BE(16))
  const widths = [widest, ...posterWidths.filter((width) => width < widest)]
  const webp = words(`-c:v libwebp -quality ${posterQuality * 100} -compression_level 6 -f image2pipe`)
  const scaled = (width: number) => ['-vf', `scale=${width}:-2:flags=area`]
  const pictures = widths.map((width) => converted(still, [], ...scaled(width), ...webp))
  writeFileSync(join(mediaFolder, poster), Buffer.concat(pictures))
  const raw = words('-f rawvideo -pix_fmt rgb24')
  const color = `#${converted(still, [], '-vf', 'scale=1:1:flags=area', ...raw).toString('hex')}`
  return { color, widths, bytes: pictures.map(({ length }) => length) }
}

mkdirSync(mediaFolder, { recursive: true })
const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, posters: { type: 'boolean' } },
  allowPositionals: true,
})
const from = values.from ?? null
const isOnlyPosters = values.posters ?? false
const wanted = (file: string) => positionals.length === 0 || positionals.includes(file)
for (const clip of isOnlyPosters ? [] : clips) {
  if (!wanted(clip.file)) continue
  await makeClip(clip, from)
  makeLadder(clip.file, clip.file.endsWith('.webm') ? webmRenditionCrf : clip.crf)
  process.stdout.write(`${clip.file} ${statSync(join(mediaFolder, clip.file)).size}\n`)
}
const posters: Record<string, StoredPictures> = existsSync(postersFile) ? readPosters() : {}
for (const video of from === null ? demoVideos : []) {
  const clip = clips.find(({ file }) => file === video.clip)
  if (clip && wanted(video.clip)) posters[video.poster] = makePoster(clip, video.poster, video.posterSecond)
}
writeFileSync(postersFile, `${JSON.stringify(posters, null, 2)}\n`)

const total = readdirSync(mediaFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
process.stdout.write(`total ${total}\n`)
if (total > BYTES_MAX)
  throw new Error(`The media take ${total} bytes; at most ${BYTES_MAX} may be in the repository`)
