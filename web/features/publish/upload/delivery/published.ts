import { JobKeeper, type JobRecord, loadJobs, removeFiles } from '../store/job-record'
import { sourceFile } from '../store/source-file'
import { keysOf, uploadStore } from '../store/upload-store'
import { JobDelivery } from './job-delivery'

export interface PublishedDelivery {
  videoId: number
  delivery: JobDelivery
}

/** Deliveries of published videos that still have files to add. They outlive every page. */
let published: readonly PublishedDelivery[] = []
const listeners = new Set<() => void>()
/** Jobs that this tab has, or is resuming. */
const opening = new Set<string>()

export function getPublished(): readonly PublishedDelivery[] {
  return published
}

export function subscribePublished(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes over the delivery of a video's source, and ends the work for an earlier source. */
export function addPublished(videoId: number, delivery: JobDelivery): void {
  endPublished(videoId)
  // Changes from other tabs must not make this one resume its own delivery again.
  opening.add(delivery.id)
  add(videoId, delivery)
}

/** Ends the work for a video that is deleted for good, or gets another file. */
export function endPublished(videoId: number): void {
  for (const each of published) if (each.videoId === videoId) void each.delivery.cancel()
}

/** Resumes the work of an earlier page. */
export async function resumePublished(account: number): Promise<void> {
  await Promise.all(loadJobs(account).map(resume))
}

/**
 * Resumes deliveries that other tabs publish from now on, since they may be closed before everything is
 * added.
 */
export function resumeOfOtherTabs(account: number): () => void {
  return uploadStore.onChange((key) => {
    if (key.startsWith(keysOf('job', account))) void resumePublished(account)
  })
}

async function resume(record: JobRecord): Promise<void> {
  const { id, videoId, source } = record
  if (videoId === null || opening.has(id)) return
  opening.add(id)
  const file = await sourceFile(record)
  const keeper = new JobKeeper(record)
  if (source && file) {
    const delivery = new JobDelivery(keeper, source, file)
    add(videoId, delivery)
    void delivery.run()
  } else {
    // Without the source, nothing can be derived from it.
    keeper.remove()
    await removeFiles(record)
  }
}

function add(videoId: number, delivery: JobDelivery): void {
  set([...published, { videoId, delivery }])
  const stop = delivery.subscribe(() => {
    if (!delivery.getState().ended) return
    stop()
    set(published.filter((each) => each.delivery !== delivery))
  })
}

function set(next: readonly PublishedDelivery[]): void {
  published = next
  for (const listener of listeners) listener()
}
