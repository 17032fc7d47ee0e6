import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { qualityOf, renditionLevels } from '#contract/values/videos/ladder'
import {
  previewParts,
  previewQuality,
  previewSeconds,
  segmentSeconds,
  storyboardColumns,
  storyboardRows,
  storyboardSecond,
  storyboardTile,
  trailerQuality,
  trailerSeconds,
} from '#contract/values/videos/media'
import { anonymous, colours, ffmpeg, frameRate, h264, jpegScale, sound, words } from './ffmpeg.ts'
import { ladderFolder, mediaFolder } from './ladder-files.ts'

const previewCrf = 42
const trailerCrf = 42
/** Maximum size of a row of ten tiles. */
const rowBytesMax = 14_000

interface Picture {
  width: number
  height: number
  seconds: number
}

/**
 * Creates renditions, storyboard, preview and trailer from the published clip, as the studio does: some detail is lost
 * twice. `crf` is the lowest rendition's; higher ones are coarser, and key frames a segment apart, since all
 * demo content shares 10 MB.
 */
export function makeLadder(clip: string, crf: number): void {
  const source = join(mediaFolder, clip)
  const folder = ladderFolder(clip)
  mkdirSync(folder, { recursive: true })
  const picture = measure(source)
  const own = qualityOf(picture.width, picture.height)
  const lower = renditionLevels.map(({ quality }) => quality).filter((quality) => quality < own)
  // A WebM has a rendition of its own quality too, since only H.264 is cut into segments.
  for (const quality of clip.endsWith('.webm') ? [...lower, own] : lower) {
    const coarser = quality > renditionLevels[0].quality ? 2 : 0
    makeRendition(source, join(folder, `${quality}p.mp4`), scaleTo(picture, quality), crf + coarser)
  }
  makeStoryboard(source, join(folder, 'storyboard.jpg'), picture)
  makePreview(source, join(folder, 'preview.mp4'), picture)
  makeTrailer(source, join(folder, 'trailer.mp4'), picture)
}

/**
 * Writes fragments of whole segments with one index per track in front. The delayed `moov` knows how far
 * B-frames shift the picture and records it in an edit list; without that, the sound would be early.
 */
function makeRendition(source: string, target: string, scale: string, crf: number): void {
  const copied = source.endsWith('.mp4') ? ['-c:a', 'copy'] : sound
  const longEnough = (segmentSeconds - 0.1) * 1e6
  ffmpeg(
    '-i',
    source,
    '-vf',
    `${scale},format=yuv420p,setsar=1`,
    ...colours,
    ...h264(crf, 'slow'),
    ...copied,
    ...words('-movflags +dash+global_sidx+delay_moov+frag_keyframe+skip_trailer'),
    ...words(`-min_frag_duration ${longEnough}`),
    ...anonymous,
    target,
  )
}

function makeStoryboard(source: string, target: string, picture: Picture): void {
  const rows = storyboardRows(picture.seconds)
  const { width, height } = storyboardTile(picture.width, picture.height)
  const frames = Array.from({ length: rows * storyboardColumns }, (_, tile) =>
    Math.floor(storyboardSecond(tile, rows, picture.seconds) * frameRate),
  )
  const chosen = `select='${frames.map((frame) => `eq(n,${frame})`).join('+')}'`
  const tiles = `${chosen},${jpegScale(width, height)},tile=${storyboardColumns}x${rows}`
  for (let quality = 3; quality <= 31; quality += 2) {
    const picked = ['-i', source, '-vf', tiles, '-frames:v', '1', '-update', '1', '-fps_mode', 'passthrough']
    ffmpeg(...picked, '-q:v', String(quality), ...anonymous, target)
    if (statSync(target).size <= rows * rowBytesMax) return
  }
}

function makePreview(source: string, target: string, picture: Picture): void {
  const frames = Math.floor((previewSeconds / previewParts) * frameRate)
  const stretches = Array.from({ length: previewParts }, (_, part) => {
    const middle = ((part + 0.5) / previewParts) * picture.seconds * frameRate
    const first = Math.max(0, Math.round(middle - frames / 2))
    return `between(n,${first},${first + frames - 1})`
  })
  const chosen = `select='${stretches.join('+')}',setpts=N/${frameRate}/TB`
  const filters = `${chosen},${scaleTo(picture, previewQuality)},format=yuv420p,setsar=1`
  const options = [...colours, ...h264(previewCrf, 'slow'), '-movflags', '+faststart']
  ffmpeg('-i', source, '-an', '-vf', filters, '-r', String(frameRate), ...options, ...anonymous, target)
}

/** From a quarter of the clip on; a shorter one is shown whole. */
function makeTrailer(source: string, target: string, picture: Picture): void {
  const start = Math.max(0, Math.min(picture.seconds / 4, picture.seconds - trailerSeconds))
  const quality = Math.min(trailerQuality, qualityOf(picture.width, picture.height))
  const cut = ['-ss', start.toFixed(3), '-t', String(trailerSeconds)]
  const filters = `${scaleTo(picture, quality)},format=yuv420p,setsar=1`
  const options = [...colours, ...h264(trailerCrf, 'slow'), '-movflags', '+faststart']
  ffmpeg(
    ...cut,
    '-i',
    source,
    '-an',
    '-vf',
    filters,
    '-r',
    String(frameRate),
    ...options,
    ...anonymous,
    target,
  )
}

/** Sides are even, as H.264 with 4:2:0 needs them. */
function scaleTo({ width, height }: Picture, quality: number): string {
  const side = (length: number) => 2 * Math.round((length * quality) / qualityOf(width, height) / 2)
  return `scale=${side(width)}:${side(height)}:flags=bicubic`
}

function measure(file: string): Picture {
  const entries = [
    '-show_entries',
    'stream=width,height:format=duration',
    '-select_streams',
    'v',
    '-of',
    'json',
  ]
  const { stdout } = spawnSync('ffprobe', ['-v', 'error', ...entries, file], { encoding: 'utf8' })
  const { streams, format } = JSON.parse(stdout)
  return { width: streams[0].width, height: streams[0].height, seconds: Number(format.duration) }
}
