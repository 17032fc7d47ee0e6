import { hasRoom } from '../files/stored-files'
import { Refusal, soundStuck } from '../source/refusal'
import { FormatChanged } from '../transcode/encoded-format'
import { kindsOf, LadderDelivery, renditionName, stepsOf } from './delivery'
import { type EncodeOptions, encodeLadder } from './encode'
import { type LadderFiles, ladderFiles } from './files'
import type { LadderFile, LadderOutcome, LadderProgress } from './ladder'
import { LadderLog } from './log'
import { LadderMeter } from './meter'
import { addPictures } from './pictures'
import { type LadderSource, needsCanvas, openLadderSource } from './source'
import { minutesToAskFor } from './speed'
import { ladderMissing, ladderStopped } from './support'

interface RunOptions {
  source: Blob
  key: string
  patient: boolean
  signal: AbortSignal
  onProgress: (progress: LadderProgress) => void
  onFile: (file: LadderFile) => void
}

/**
 * Creates the ladder of a source, or continues it. Throws Refusal, or the signal's reason: then every file of
 * the key is removed.
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
  { source: file, patient, signal, onProgress, onFile }: RunOptions,
): Promise<LadderOutcome> {
  const renditions = source.renditions.map(({ plan }) => plan)
  const kinds = kindsOf(renditions.map(({ quality }) => quality))
  const log = new LadderLog(await files.open('log'))
  try {
    const progress = log.restore({
      version: 1,
      bytes: file.size,
      duration: source.duration,
      rungs: renditions,
    })
    const meter = new LadderMeter(stepsOf(kinds), source.duration, onProgress)
    const delivery = new LadderDelivery({ kinds, files, log, meter, made: progress.made, onFile })
    await delivery.repeat()
    const outcome = await encode({ source, files, log, meter, delivery, progress, signal }, patient)
    if (source.canDecode) await addPictures(source, delivery, signal)
    return outcome
  } finally {
    log.close()
  }
}

async function encode(options: Omit<EncodeOptions, 'byCanvas'>, patient: boolean): Promise<LadderOutcome> {
  const { source, files, delivery, progress, signal } = options
  const { renditions, missing, duration, tracks } = source
  if (missing !== null) return { kind: 'unable', missing }
  const [lowest] = renditions
  const isMade = renditions.every(({ plan }) => delivery.has(renditionName(plan.quality)))
  if (!lowest || isMade) return { kind: 'made' }
  const bytes = (renditions.reduce((sum, { plan }) => sum + plan.bitrate, 0) * duration) / 8
  if (bytes > files.most || !(await hasRoom(bytes))) return { kind: 'unable', missing: ladderMissing.room }

  const byCanvas = await needsCanvas(tracks, lowest)
  // The choice made for an earlier run still holds.
  const minutes = patient || progress.time > 0 ? null : await minutesToAskFor(source, byCanvas, signal)
  if (minutes !== null) return { kind: 'choice', minutes }
  try {
    await encodeOrAnew({ ...options, byCanvas })
    return { kind: 'made' }
  } catch (error) {
    if (error instanceof Refusal && error.message === soundStuck) {
      return { kind: 'unable', missing: ladderMissing.sound }
    }
    throw error
  }
}

async function encodeOrAnew(options: EncodeOptions): Promise<void> {
  try {
    await encodeLadder(options)
  } catch (error) {
    if (!(error instanceof FormatChanged) || options.progress.time === 0) throw error
    await encodeLadder({ ...options, progress: options.log.startAnew() })
  }
}
