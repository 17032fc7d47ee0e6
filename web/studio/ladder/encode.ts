import { keyFrameSeconds, openingSeconds, segmentSeconds } from '../../../contract/values/videos/media'
import { FormatChanged } from '../transcode/encoded-format'
import { type LadderDelivery, previewName, renditionName, storyboardName } from './delivery'
import type { LadderFiles, WorkFile } from './files'
import type { LadderLog, Progress } from './log'
import type { LadderMeter } from './meter'
import { type Pass, runPass } from './pass'
import { previewStretches } from './plan'
import { Preview } from './preview'
import { Rendition } from './rendition'
import { soundOf } from './sound'
import type { LadderSource } from './source'
import { Storyboard } from './storyboard'

const soundName = 'sound.mp4'

export interface EncodeOptions {
  source: LadderSource
  files: LadderFiles
  log: LadderLog
  meter: LadderMeter
  delivery: LadderDelivery
  /** Where an earlier run stopped. */
  progress: Progress
  /** Whether frames must be scaled down before they reach an encoder. */
  byCanvas: boolean
  signal: AbortSignal
}

/**
 * Encodes all renditions in one pass, with storyboard and preview if they are missing. Throws FormatChanged
 * when an earlier run's output can't be continued, Refusal, or the signal's reason.
 */
export async function encodeLadder(options: EncodeOptions): Promise<void> {
  const { source, files, delivery, signal } = options
  const sound = await soundOf(source.tracks, {
    name: soundName,
    files,
    made: delivery.has(soundName),
    signal,
    onMade: () => delivery.complete([soundName]),
  })
  const open: { close(): void | Promise<void> }[] = [sound]
  try {
    const openFile = async (name: string) => {
      const file = await files.open(name)
      open.push(file)
      return file
    }
    const pass = await setUp(options, sound, openFile, open)
    const end = await runPass(source.tracks, pass)
    for (const rendition of pass.renditions) await rendition.finish(end)
    if (pass.storyboard) await delivery.write(storyboardName, await pass.storyboard.picture())
    const preview = await pass.preview?.picture()
    if (preview) await delivery.write(previewName, preview)
  } finally {
    for (const each of open.reverse()) await each.close()
  }
  const renditions = source.renditions.map(({ plan }) => renditionName(plan.quality))
  const pictures = [storyboardName, previewName].filter((name) => !delivery.has(name))
  await delivery.complete([...renditions, ...pictures])
  await files.remove('tiles')
  await files.remove('frames')
  await files.remove(soundName)
}

async function setUp(
  { source, progress, delivery, log, meter, byCanvas, signal }: EncodeOptions,
  { sound }: Awaited<ReturnType<typeof soundOf>>,
  openFile: (name: string) => Promise<WorkFile>,
  open: { close(): void | Promise<void> }[],
): Promise<Pass> {
  const { tracks, turned, duration } = source
  const [tiles, frames] = [await openFile('tiles'), await openFile('frames')]
  const renditions: Rendition[] = []
  for (const [index, { plan, config }] of source.renditions.entries()) {
    const { segments, format } = progress.rungs[index] ?? { segments: [], format: null }
    const file = await openFile(renditionName(plan.quality))
    const mostSegments = Math.ceil(duration / segmentSeconds) + (2 * openingSeconds) / keyFrameSeconds + 2
    const written = { written: segments, format, from: progress.time }
    const rendition = new Rendition({ plan, config, byCanvas, file, turned, sound, mostSegments, ...written })
    open.push(rendition)
    renditions.push(rendition)
  }
  const storyboard = delivery.has(storyboardName) ? null : new Storyboard(tracks, duration)
  const preview =
    source.preview && !delivery.has(previewName)
      ? new Preview(source.preview.config, byCanvas, previewStretches(duration), turned)
      : null
  if (preview) open.push(preview)
  if (progress.time > 0) {
    const whole =
      (storyboard?.restore(tiles, progress.tiles) ?? true) && (preview?.restore(frames, progress) ?? true)
    if (!whole) throw new FormatChanged('Tiles or frames are gone.')
  } else {
    tiles.truncate(0)
    frames.truncate(0)
  }
  const from = progress.time
  return { renditions, storyboard, preview, tiles, frames, log, meter, from, signal }
}
