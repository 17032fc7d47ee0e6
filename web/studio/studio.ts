import { askWorker } from './background/ask-worker'
import type { WorkerRequest } from './background/worker-messages'
import type { Cut } from './cut/cut'
import { openStored, removeStored, removeStoredGroup } from './files/stored-files'
import { type LadderFile, type LadderOutcome, type LadderProgress, ladderGroup } from './ladder/ladder'
import { ladderStopped } from './ladder/support'
import type { FilmstripOptions } from './pictures/filmstrip'
import type { SourceFacts } from './source/inspect'
import type { VideoLimits } from './source/limits'
import { noRoom, Refusal, stopped } from './source/refusal'

export type { Cut } from './cut/cut'
export type { LadderFile, LadderOutcome, LadderProgress, LadderStep } from './ladder/ladder'
export type { SourceFacts } from './source/inspect'

/** A file as it will be published, made in this browser. */
export interface PreparedVideo {
  file: Blob
  /** Its name in OPFS; null when it is in memory and a reload loses it. */
  storedName: string | null
  contentType: string
  /** Seconds. */
  duration: number
  width: number
  height: number
  /** Whether an encoder made it: then the same file makes other bytes another time. */
  isEncoded: boolean
}

/** Names what prepareVideo does to a file; raise it when the bytes that come out change. */
const treatment = 'copy 2'

/** The same for a part of a file, to the millisecond. */
export function treatmentOf(cut: Cut | null): string {
  return cut ? `cut 1 ${cut.start.toFixed(3)} ${cut.end.toFixed(3)}` : treatment
}

interface PrepareOptions {
  limits: VideoLimits
  /** Publish only this part. The limits of duration are those of the part. */
  cut?: Cut | null
  signal: AbortSignal
  /** Between 0 and 1. */
  onProgress: (share: number) => void
}

/**
 * Makes the file that is published, with picture and sound and nothing else in it: copied where viewers can play them,
 * re-encoded where they can't, or where there is a cut. Throws Refusal, or the signal's reason.
 */
export function prepareVideo(source: Blob, options: PrepareOptions): Promise<PreparedVideo> {
  return prepare(source, options, false)
}

/**
 * Makes a seekable MP4 of what a recorder left, of H.264 and AAC where this browser can encode them; a recording that
 * was cut off goes as far as it was kept. Throws Refusal, or the signal's reason.
 */
export function repairRecording(recording: Blob, options: PrepareOptions): Promise<PreparedVideo> {
  return prepare(recording, options, true)
}

async function prepare(
  source: Blob,
  { limits, cut = null, signal, onProgress }: PrepareOptions,
  recorded: boolean,
): Promise<PreparedVideo> {
  const name = crypto.randomUUID()
  const request: WorkerRequest = { kind: 'prepare', file: source, name, limits, cut, recorded }
  const answer = await askWorker(request, signal, (report) => {
    if (report.kind === 'progress') onProgress(report.share)
  })
  if (answer.kind !== 'prepared') throw new Refusal(stopped)

  const { blob, ...facts } = answer.file
  const file = blob ?? (await openStored(name))
  if (!file) throw new Refusal(noRoom)
  if (signal.aborted) {
    await removeStored(name)
    throw signal.reason
  }
  return { file, storedName: blob ? null : name, ...facts }
}

/** What a file is, and what publishing it takes. Throws Refusal when it isn't a video, or the signal's reason. */
export async function inspectVideo(video: Blob | string, signal: AbortSignal): Promise<SourceFacts> {
  const answer = await askWorker({ kind: 'inspect', video }, signal)
  if (answer.kind !== 'inspected') throw new Refusal(stopped)
  return answer.facts
}

/** The picture at a second as a JPEG, 16:9 when cropped; null when this browser can't decode the video. */
export async function takeFrame(
  video: Blob | string,
  second: number,
  signal: AbortSignal,
  { crop = false }: { crop?: boolean } = {},
): Promise<Blob | null> {
  const answer = await askWorker({ kind: 'frame', video, second, crop }, signal)
  return answer.kind === 'frame' ? answer.picture : null
}

/** Seconds at which the frames within a second before and after begin, in order: what a step by a frame goes to. */
export async function frameTimes(
  video: Blob | string,
  around: number,
  signal: AbortSignal,
): Promise<number[]> {
  const answer = await askWorker({ kind: 'frameTimes', video, around }, signal)
  return answer.kind === 'frameTimes' ? answer.times : []
}

/**
 * Pictures along a video, from the nearest key frames, so that they are there quickly. The promise ends with the last one;
 * it gives how many there are, 0 when this browser can't decode the video.
 */
export async function filmstrip(
  video: Blob | string,
  { count, height, signal, onTile }: FilmstripOptions,
): Promise<number> {
  const answer = await askWorker({ kind: 'filmstrip', video, count, height }, signal, (report) => {
    if (report.kind === 'tile' && !signal.aborted) onTile(report.index, report.picture)
  })
  return answer.kind === 'filmstrip' ? answer.tiles : 0
}

interface LadderOptions {
  /** Names the work, so that a later call goes on with it: letters, digits and dashes, one per source file. */
  key: string
  /** Encode a long video on a slow machine too, instead of ending with `choice`. */
  patient?: boolean
  /** Stops, and removes every file of this key. To go on later, close the page instead. */
  signal: AbortSignal
  onProgress: (progress: LadderProgress) => void
  /** Called once for each file, as soon as it is complete; after a restart again for those that are still there. */
  onFile: (file: LadderFile) => void
}

/**
 * Makes the lower qualities, storyboard and preview of a prepared video, and goes on where an earlier run with the same
 * key stopped. Throws Refusal when the source can't be read, or the signal's reason.
 */
export async function makeLadder(source: Blob, options: LadderOptions): Promise<LadderOutcome> {
  const { key, patient = false, signal, onProgress, onFile } = options
  try {
    const answer = await askWorker({ kind: 'ladder', source, key, patient }, signal, (report) => {
      if (signal.aborted) return
      if (report.kind === 'ladderProgress') onProgress(report.progress)
      else if (report.kind === 'ladderFile') onFile(report.file)
    })
    if (answer.kind !== 'ladder') throw new Refusal(stopped)
    return answer.outcome
  } catch (error) {
    // The worker did this, unless it hung.
    if (signal.aborted) await removeStoredGroup(ladderGroup(key))
    // The video itself is prepared: only what is made from it isn't.
    else if (error instanceof Refusal && error.message === stopped) {
      throw new Refusal(ladderStopped, { cause: error })
    }
    throw error
  }
}
