import { hasRoom } from '../files/stored-files'
import { Refusal, soundStuck } from '../source/refusal'
import { complexityOf } from './complexity'
import { LadderDelivery, renditionName } from './delivery'
import { encodeLadder } from './encode'
import { type LadderFiles, ladderFiles } from './files'
import type { LadderFile, LadderOutcome, LadderPart, LadderProgress } from './ladder'
import { LadderLog, type LadderPlan, type Progress } from './log'
import { LadderMeter, meterOf } from './meter'
import { addPictures } from './pictures'
import { complexities, passesOf, planRenditions, type RenditionPlan } from './plan'
import { type Encoding, encodingsOf, type LadderSource, needsCanvas, openLadderSource } from './source'
import { measureCost, minutesToAskFor } from './speed'
import { ladderMissing, ladderStopped } from './support'

interface RunOptions {
  source: Blob | string
  key: string
  part: LadderPart
  patient: boolean
  signal: AbortSignal
  onProgress: (progress: LadderProgress) => void
  onFile: (file: LadderFile) => void
}

/**
 * Creates a part of a source's ladder, or continues it. Throws Refusal, or the signal's reason: then every
 * file of the key is removed.
 */
export async function runLadder(options: RunOptions): Promise<LadderOutcome> {
  const { signal } = options
  const files = await ladderFiles(options.key)
  try {
    const source = await openLadderSource(options.source)
    try {
      return await runWith(source, files, options)
    } finally {
      source.tracks.input.dispose()
    }
  } catch (error) {
    if (signal.aborted) await files.removeAll()
    if (signal.aborted || error instanceof Refusal) throw error
    throw new Refusal(ladderStopped, { cause: error })
  }
}

async function runWith(
  source: LadderSource,
  files: LadderFiles,
  { part, patient, signal, onProgress, onFile }: RunOptions,
): Promise<LadderOutcome> {
  const log = new LadderLog(await files.open('log'))
  try {
    const progress = log.restore({ version: 3, bytes: source.bytes, duration: source.duration })
    const delivery = new LadderDelivery({ files, log, made: progress.made, spent: progress.spent, onFile })
    await delivery.repeat(part)
    if (part === 'pictures') {
      if (source.canDecode) await addPictures(source, delivery, signal, meterOf('previews', onProgress))
      return { kind: 'made' }
    }
    const { missing } = source
    if (missing !== null) return { kind: 'unable', missing }
    const meter = new LadderMeter(source.duration, onProgress)
    const onMeasured = meterOf('measuring', onProgress)
    return await addRenditions({ source, files, log, delivery, meter, onMeasured, progress, signal }, patient)
  } finally {
    log.close()
  }
}

interface Work {
  source: LadderSource
  files: LadderFiles
  log: LadderLog
  delivery: LadderDelivery
  meter: LadderMeter
  onMeasured: (share: number) => void
  progress: Progress
  signal: AbortSignal
}

async function addRenditions(work: Work, patient: boolean): Promise<LadderOutcome> {
  const { source, files, log, delivery, meter, progress, signal } = work
  const renditions = progress.plan?.renditions ?? (await measuredPlan(work))
  const isMade = renditions.every(({ quality }) => delivery.has(renditionName(quality)))
  const encodings = await encodingsOf(renditions, source.planned.frameRate)
  if (!encodings) return { kind: 'unable', missing: ladderMissing.avc }
  const [lowest] = encodings
  if (!lowest || isMade) return { kind: 'made' }
  const bitrate = renditions.reduce((sum, plan) => sum + plan.bitrate + source.planned.sound, 0)
  const bytes = (bitrate * source.duration) / 8
  if (bytes > files.most) return { kind: 'unable', missing: ladderMissing.store }
  if (!(await hasRoom(bytes))) return { kind: 'unable', missing: ladderMissing.room }

  const passes = passesOf(encodings)
  const byCanvas = await needsCanvas(source.tracks, lowest)
  const plan = progress.plan ?? { renditions, costs: await costsOf(work, passes, byCanvas) }
  if (!progress.plan) log.plan(plan)
  // The choice made for an earlier run still holds.
  const isBegun = progress.reached.time > 0 || progress.pass > 0
  const minutes = patient || isBegun ? null : minutesToAskFor(source.duration, plan.costs)
  if (minutes !== null) return { kind: 'choice', minutes }
  meter.plan(passes.map((each, pass) => ({ qualities: qualitiesOf(each), cost: plan.costs[pass] ?? 0 })))
  try {
    await encodeLadder({ source, passes, files, log, meter, delivery, stopped: progress, byCanvas, signal })
    return { kind: 'made' }
  } catch (error) {
    if (error instanceof Refusal && error.message === soundStuck) {
      return { kind: 'unable', missing: ladderMissing.sound }
    }
    throw error
  }
}

/** How much of the measuring is over when the pictures are measured: the device is next. */
const picturesMeasured = 0.5

async function measuredPlan({
  source: { tracks, planned },
  onMeasured,
  signal,
}: Work): Promise<RenditionPlan[]> {
  // Where even the plainest picture gets no rendition, there is nothing to measure for.
  if (planRenditions(planned, complexities.least).length === 0) return []
  const onShare = (share: number) => onMeasured(picturesMeasured * share)
  return planRenditions(planned, await complexityOf(tracks, planned, signal, onShare))
}

async function costsOf(
  { source, onMeasured, signal }: Work,
  passes: readonly Encoding[][],
  byCanvas: boolean,
): Promise<LadderPlan['costs']> {
  const costs: number[] = []
  for (const pass of passes) {
    const onShare = (share: number) =>
      onMeasured(picturesMeasured + (1 - picturesMeasured) * ((costs.length + share) / passes.length))
    costs.push(await measureCost(source, pass, { byCanvas, signal, onShare }))
  }
  return costs
}

function qualitiesOf(encodings: readonly Encoding[]): number[] {
  return encodings.map(({ plan }) => plan.quality)
}
