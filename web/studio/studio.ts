import { askWorker } from './background/ask-worker'
import type { WorkerRequest } from './background/worker-messages'
import { openStored, removeStored, removeStoredGroup } from './files/stored-files'
import {
  type LadderFile,
  type LadderOutcome,
  type LadderPart,
  type LadderProgress,
  ladderGroup,
} from './ladder/ladder'
import { ladderStopped } from './ladder/support'
import type { FilmstripOptions } from './pictures/filmstrip'
import type { Damage } from './prepare/damage'
import type { Cut } from './source/cut'
import type { SourceFacts } from './source/inspect'
import type { VideoLimits } from './source/limits'
import { noRoom, Refusal, stopped } from './source/refusal'
import type { SoundChoice, Sounds } from './source/sounds'

export type { LadderFile, LadderOutcome, LadderProgress } from './ladder/ladder'
export type { Damage } from './prepare/damage'
export type { Cut } from './source/cut'
export type { SourceFacts } from './source/inspect'
export type { SoundChoice, Sounds } from './source/sounds'

/** A file ready to publish, prepared in this browser. */
export interface PreparedVideo {
  file: Blob
  /** Its name in OPFS; null when it is in memory and a reload loses it. */
  storedName: string | null
  contentType: string
  /** Seconds. */
  duration: number
  width: number
  height: number
  /** Whether it was encoded: then the same source gives other bytes another time. */
  isEncoded: boolean
  /** Null where all of the source could be read. */
  damage: Damage | null
  sounds: Sounds
}

/** Names the treatment by prepareVideo; raise it when the resulting bytes change. */
const treatment = 'copy 3'

/** Names the treatment of a file, or of a part to the millisecond, with one of its sounds. */
export function treatmentOf(cut: Cut | null, { taken }: Pick<Sounds, 'taken'>): string {
  const part = cut ? `cut 1 ${cut.start.toFixed(3)} ${cut.end.toFixed(3)}` : treatment
  return taken ? `${part} sound ${taken}` : part
}

interface PrepareOptions {
  limits: VideoLimits
  /** Publish only this part. The limits of duration apply to the part. */
  cut?: Cut | null
  /** The first that this browser can read, where it isn't given. */
  sound?: SoundChoice
  signal: AbortSignal
  /** Between 0 and 1. */
  onProgress: (share: number) => void
}

/**
 * Prepares the file to publish, with picture and sound only: copied where viewers can play them, re-encoded
 * where they can't or where there is a cut. Throws Refusal, or the signal's reason.
 */
export function prepareVideo(source: Blob, options: PrepareOptions): Promise<PreparedVideo> {
  return prepare(source, options, false)
}

/**
 * Repairs a recorder's file into a seekable MP4, in H.264 and AAC where this browser can encode them. A
 * recording that was cut off ends where its data ends. Throws Refusal, or the signal's reason.
 */
export function repairRecording(recording: Blob, options: PrepareOptions): Promise<PreparedVideo> {
  return prepare(recording, options, true)
}

async function prepare(
  source: Blob,
  { limits, cut = null, sound = 'first', signal, onProgress }: PrepareOptions,
  recorded: boolean,
): Promise<PreparedVideo> {
  const name = crypto.randomUUID()
  const request: WorkerRequest = { kind: 'prepare', file: source, name, limits, cut, sound, recorded }
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

/**
 * Inspects a file and what it takes to publish it. Throws Refusal when it isn't a video, or the signal's
 * reason.
 */
export async function inspectVideo(video: Blob | string, signal: AbortSignal): Promise<SourceFacts> {
  const answer = await askWorker({ kind: 'inspect', video }, signal)
  if (answer.kind !== 'inspected') throw new Refusal(stopped)
  return answer.facts
}

/**
 * Returns the picture at a second as a JPEG, 16:9 when cropped; null when this browser can't decode the
 * video.
 */
export async function grabFrame(
  video: Blob | string,
  second: number,
  signal: AbortSignal,
  { crop = false }: { crop?: boolean } = {},
): Promise<Blob | null> {
  const answer = await askWorker({ kind: 'frame', video, second, crop }, signal)
  return answer.kind === 'frame' ? answer.picture : null
}

/** Returns a trailer that begins at a second, without sound; null when this browser can't encode one. */
export async function makeTrailer(
  video: Blob | string,
  start: number,
  signal: AbortSignal,
): Promise<Blob | null> {
  const answer = await askWorker({ kind: 'trailer', video, start }, signal)
  return answer.kind === 'trailer' ? answer.clip : null
}

/**
 * Returns the seconds at which the frames within a second before and after begin, in order, for steps by a
 * frame.
 */
export async function frameTimes(
  video: Blob | string,
  around: number,
  signal: AbortSignal,
): Promise<number[]> {
  const answer = await askWorker({ kind: 'frameTimes', video, around }, signal)
  return answer.kind === 'frameTimes' ? answer.times : []
}

/**
 * Draws pictures along a video, first from the nearest key frames, which is quick. Resolves after the last
 * one with their number, 0 when this browser can't decode the video.
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
  /**
   * Identifies the work, so that a later call continues it: letters, digits and dashes, one per source file.
   */
  key: string
  /** Stops, and removes every file of this key. To continue later, close the page instead. */
  signal: AbortSignal
  onProgress: (progress: LadderProgress) => void
  /** Called once per file, as soon as it is complete; after a restart again for those still stored. */
  onFile: (file: LadderFile) => void
}

interface RenditionOptions extends LadderOptions {
  /** Encode a long video on a slow machine too, instead of ending with `choice`. */
  patient?: boolean
}

/**
 * Draws storyboard and preview of a video, unless an earlier run with the same key did. From one of our URLs
 * it reads only the parts that it draws. Throws Refusal when the source can't be read, or the signal's
 * reason.
 */
export async function drawPictures(source: Blob | string, options: LadderOptions): Promise<void> {
  await askForLadder(source, 'pictures', options)
}

/**
 * Creates the lower qualities of a prepared video, and continues an earlier run with the same key. Throws
 * Refusal when the source can't be read, or the signal's reason.
 */
export function makeLadder(source: Blob, options: RenditionOptions): Promise<LadderOutcome> {
  return askForLadder(source, 'renditions', options)
}

async function askForLadder(
  source: Blob | string,
  part: LadderPart,
  { key, patient = false, signal, onProgress, onFile }: RenditionOptions,
): Promise<LadderOutcome> {
  try {
    const answer = await askWorker({ kind: 'ladder', source, key, part, patient }, signal, (report) => {
      if (signal.aborted) return
      if (report.kind === 'ladderProgress') onProgress(report.progress)
      else if (report.kind === 'ladderFile') onFile(report.file)
    })
    if (answer.kind !== 'ladder') throw new Refusal(stopped)
    return answer.outcome
  } catch (error) {
    // The worker did this, unless it hung.
    if (signal.aborted) await removeStoredGroup(ladderGroup(key))
    // The video itself is ready; only the files derived from it aren't.
    else if (error instanceof Refusal && error.message === stopped) {
      throw new Refusal(ladderStopped, { cause: error })
    }
    throw error
  }
}
