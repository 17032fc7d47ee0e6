import { isAtWork } from '../delivery/at-work'
import type { DeliveryState } from '../delivery/job-delivery'
import { isJobAtWork } from '../job/job-at-work'
import type { JobState } from '../job/job-state'
import { shareOf, workOf } from './describe'
import type { ItemState } from './item-state'

/** Videos with the same kind of work, and how far that is: between 0 and 1, or null while it isn't known. */
export interface WorkAmount {
  count: number
  share: number | null
}

/** An account's work in one tab, for a line in the header. It names no video. */
export interface Work {
  uploads: WorkAmount | null
  qualities: WorkAmount | null
  /** How many videos wait for their uploader. */
  asking: number
  /** What to know about all of it. */
  note: Note
}

export type Note = keyof typeof notes

export const notes = {
  open: 'Keep this tab open',
  asking: 'Needs your attention',
  offline: 'Waiting for a connection',
  delayed: "The site isn't responding",
  limited: 'Upload limit reached',
  paused: 'Paused',
  ready: 'Ready to publish',
  waiting: 'Waiting',
  elsewhere: 'In another tab',
} as const

export interface WorkInTab {
  uploads: readonly { job: JobState; shown: ItemState }[]
  /** How many videos were published since the queue was empty. */
  published: number
  deliveries: readonly DeliveryState[]
}

/** Sums up the work of a tab; null where there is none. */
export function sumUp({ uploads, published, deliveries }: WorkInTab): Work | null {
  const jobs = uploads.map(({ job }) => job)
  const all = [...jobs.flatMap((job) => (job.step === 'uploading' ? [job] : [])), ...deliveries]
  const making = all.filter(isMaking)
  const stopped = deliveries.filter(isAsking).length
  const qualities = making.length + stopped
  if (jobs.length === 0 && qualities === 0) return null
  const asking = uploads.filter(({ shown }) => shown.tone === 'danger').length + stopped
  const isOpen = jobs.some(isJobAtWork) || deliveries.some(isAtWork)
  return {
    uploads: jobs.length > 0 ? { count: jobs.length, share: totalShare(jobs, published) } : null,
    qualities: qualities > 0 ? { count: qualities, share: firstShare(making) } : null,
    asking,
    note: isOpen ? 'open' : asking > 0 ? 'asking' : noteOf(uploads),
  }
}

/** Returns whether this tab adds files to a video, or will without being asked. */
export function isMaking(state: DeliveryState): boolean {
  return !state.elsewhere && !state.ended && state.error === null && workOf(state) !== null
}

/** Returns whether a published video's files wait for an answer or for another attempt. */
function isAsking({ elsewhere, ended, ladder, error, makingError }: DeliveryState): boolean {
  if (elsewhere || ended) return false
  return ladder === 'offered' || error !== null || makingError !== null
}

/** Returns how far the video is that is being worked on: they take turns. */
function firstShare(states: readonly DeliveryState[]): number | null {
  return states.map(shareOf).find((share) => share !== null) ?? null
}

function noteOf(uploads: WorkInTab['uploads']): Note {
  const phases = uploads.map(({ job }) => (job.step === 'uploading' ? job.upload.phase : null))
  const waiting = (['offline', 'delayed', 'limited', 'paused'] as const).find((phase) =>
    phases.includes(phase),
  )
  if (waiting) return waiting
  // One that is sent, but not ready, is being published, or waits for the end of a limit.
  return uploads.length > 0 && uploads.every(({ shown }) => shown.tone === 'done') ? 'ready' : 'waiting'
}

/**
 * Returns the share of everything that was sent, by its bytes as far as they are known; null before. `published`
 * videos count as sent.
 */
export function totalShare(states: readonly JobState[], published: number): number | null {
  const uploads = states.flatMap((state) => (state.step === 'uploading' ? [state.upload] : []))
  const total = uploads.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  const sent = uploads.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
  if (total === 0 && published === 0) return null
  // Videos that aren't prepared, and published ones, count as large as the average of the others.
  const sentVideos = total === 0 ? 0 : (sent / total) * uploads.length
  return (sentVideos + published) / (states.length + published)
}
