import { keyFrameSeconds, openingSeconds, segmentSeconds } from '#contract/values/videos/media'
import { FormatChanged } from '../transcode/encoded-format'
import { type LadderDelivery, renditionName } from './delivery'
import type { LadderFiles } from './files'
import { type LadderLog, notBegun, type PassProgress } from './log'
import type { LadderMeter } from './meter'
import { runPass } from './pass'
import { isLightEnough } from './plan'
import { Rendition, type RenditionSound } from './rendition'
import { soundOf } from './sound'
import type { Encoding, LadderSource } from './source'

const soundName = 'sound.mp4'

export interface EncodeOptions {
  source: LadderSource
  /** The renditions of each pass. */
  passes: readonly Encoding[][]
  files: LadderFiles
  log: LadderLog
  meter: LadderMeter
  delivery: LadderDelivery
  /** The pass in which an earlier run stopped, and where. */
  stopped: { pass: number; reached: PassProgress }
  /** Whether frames must be scaled down before they reach an encoder. */
  byCanvas: boolean
  signal: AbortSignal
}

/** Encodes the renditions pass by pass. Throws Refusal, or the signal's reason. */
export async function encodeLadder(options: EncodeOptions): Promise<void> {
  const { source, passes, files, delivery, stopped, signal } = options
  const sound = await soundOf(source.tracks, {
    name: soundName,
    files,
    made: delivery.has(soundName),
    signal,
    onMade: () => delivery.complete([soundName]),
  })
  try {
    for (const [pass, encodings] of passes.entries()) {
      if (encodings.every(({ plan }) => delivery.has(renditionName(plan.quality)))) continue
      const reached = pass === stopped.pass ? stopped.reached : notBegun
      await encodePass(options, pass, encodings, sound.sound, reached)
    }
  } finally {
    sound.close()
  }
  await files.remove(soundName)
}

/** Continues a pass where it was left; from its beginning when that output can't be continued. */
async function encodePass(
  options: EncodeOptions,
  pass: number,
  encodings: readonly Encoding[],
  sound: RenditionSound | null,
  reached: PassProgress,
): Promise<void> {
  if (reached.time === 0) options.log.beginPass(pass)
  try {
    await encodeFrom(options, pass, encodings, sound, reached)
  } catch (error) {
    if (!(error instanceof FormatChanged) || reached.time === 0) throw error
    options.log.beginPass(pass)
    await encodeFrom(options, pass, encodings, sound, notBegun)
  }
}

async function encodeFrom(
  { source, passes, files, log, meter, delivery, byCanvas, signal }: EncodeOptions,
  pass: number,
  encodings: readonly Encoding[],
  sound: RenditionSound | null,
  { time: from, renditions: before }: PassProgress,
): Promise<void> {
  const { tracks, turned, duration, bytes: whole, planned } = source
  const mostSegments = Math.ceil(duration / segmentSeconds) + (2 * openingSeconds) / keyFrameSeconds + 2
  const open: { close(): void | Promise<void> }[] = []
  const sizes: [name: string, bytes: number][] = []
  try {
    const renditions: Rendition[] = []
    for (const [index, { plan, config }] of encodings.entries()) {
      const { segments: written = [], format = null } = before[index] ?? {}
      const file = await files.open(renditionName(plan.quality))
      open.push(file)
      const rendition = new Rendition({
        plan,
        config,
        byCanvas,
        file,
        turned,
        sound,
        mostSegments,
        written,
        format,
        from,
      })
      open.push(rendition)
      renditions.push(rendition)
    }
    const end = await runPass(tracks, { renditions, number: pass, log, meter, from, signal })
    for (const rendition of renditions) {
      await rendition.finish(end)
      sizes.push([renditionName(rendition.plan.quality), rendition.bytes])
    }
  } finally {
    for (const each of open.reverse()) await each.close()
  }
  const isAlone = passes.flat().length === 1
  for (const [name, bytes] of sizes) {
    // Completed by a run that stopped before the pass's other rendition was.
    if (delivery.has(name)) continue
    const { spent } = delivery
    if (isLightEnough({ bytes, spent, whole, isAlone, isAvc: planned.isAvc })) {
      await delivery.complete([name], bytes)
    } else await delivery.leaveOut(name)
  }
}
