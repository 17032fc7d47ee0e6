import { noRoom } from '#web/studio/source/refusal'
import { type Draft, loadDraft } from '../draft/draft'
import type { VideoJob } from '../job/video-job'
import { jobOf } from '../job/video-jobs'
import { jobOfDraft } from '../store/job-record'
import { bareRecord, type QueuedRecord } from '../store/queue-record'
import { isMended, type Refusal } from './refusal'

/** One video of a queue. */
export interface QueueItem extends QueuedRecord {
  readonly job: VideoJob
  /** The chosen file itself, where it was chosen on this page, until a job has taken it over. */
  readonly picked: { readonly file: File } | null
  /** Why it wasn't published. */
  readonly refusal: Refusal | null
  /** When a limit ends that its publication waits for, in milliseconds since 1970. */
  readonly limitedUntil: number | null
  /** Whether an earlier page's video is still to be opened: until then its job is empty. */
  readonly isRestoring: boolean
  /** Changes when its draft was changed from elsewhere, so that a form shows it again. */
  readonly rev: number
}

let lastRev = 0

export function nextRev(): number {
  lastRev++
  return lastRev
}

export function itemOf(record: QueuedRecord): QueueItem {
  const { key, file, held } = record
  const job = jobOf(key)
  if (held) job.pause()
  const isRestoring = job.getState().step === 'empty' && (file !== null || jobOfDraft(key) !== null)
  return { ...record, job, isRestoring, picked: null, refusal: null, limitedUntil: null, rev: nextRev() }
}

export function emptyItem(key: string): QueueItem {
  return itemOf(bareRecord(key))
}

/** Returns whether an item is nothing but a form: it has no video, waits for none and was refused none. */
export function isBare({ job, file }: QueueItem): boolean {
  const state = job.getState()
  return state.step === 'empty' && state.error === null && file === null
}

/** Returns whether a job had no room for its file, which another one may make. */
export function lacksRoom({ job }: QueueItem): boolean {
  const state = job.getState()
  return state.step === 'empty' && state.error === noRoom
}

/**
 * Returns an item without the file that its job has taken over and without a refusal that is mended by now.
 * If it has neither, returns the item itself.
 */
export function settled(item: QueueItem): QueueItem {
  const { key, job, file, refusal } = item
  const state = job.getState()
  // From here on the job has its own files, or none.
  const isTaken = file && state.step !== 'fetching' && state.step !== 'preparing' && !lacksRoom(item)
  const isNowMended = refusal && isMended(refusal, loadDraft(key), state)
  if (!isTaken && !isNowMended) return item
  return {
    ...item,
    ...(isTaken && { file: null, copy: null, picked: null }),
    ...(isNowMended && { refusal: null }),
  }
}

/** Returns an item's name in the list. */
export function nameOf({ file, job }: QueueItem, { details }: Draft): string {
  const state = job.getState()
  return details.title || file?.name || ('name' in state ? state.name : 'Untitled video')
}
