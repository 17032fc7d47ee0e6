import { Observed } from '../engine/observed'
import { JobKeeper, type JobRecord, loadJobs, removeFiles } from '../store/job-record'
import { sourceFile } from '../store/source-file'
import { JobDelivery } from './job-delivery'

export interface PublishedDelivery {
  videoId: number
  delivery: JobDelivery
}

/** Deliveries of published videos that still have files to add. They outlive every page. */
export const publishedDeliveries = new Observed<readonly PublishedDelivery[]>([])
/** Jobs that this tab has, or is resuming. */
const opening = new Set<string>()

/** Takes over the delivery of a video's source, and ends the work for an earlier source. */
export function addPublished(videoId: number, delivery: JobDelivery): void {
  endPublished(videoId)
  // Changes from other tabs must not make this one resume its own delivery again.
  opening.add(delivery.id)
  add(videoId, delivery)
}

/** Ends the work for a video that is deleted for good, or gets another file. */
export function endPublished(videoId: number): void {
  for (const each of publishedDeliveries.get()) if (each.videoId === videoId) void each.delivery.cancel()
}

/** Resumes the work of an earlier page. */
export async function resumePublished(account: number): Promise<void> {
  await Promise.all(loadJobs(account).map(resume))
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
  publishedDeliveries.set([...publishedDeliveries.get(), { videoId, delivery }])
  const stop = delivery.subscribe(() => {
    if (!delivery.getState().ended) return
    stop()
    publishedDeliveries.set(publishedDeliveries.get().filter((each) => each.delivery !== delivery))
  })
}
