import { moveDraft } from '../draft/draft'
import { JobKeeper, jobOfDraft } from '../store/job-record'
import { bareRecord, loadQueue, newItemKey, type QueuedRecord, saveQueue } from '../store/queue-record'

/** Takes the videos from a queue for another one, with their drafts and jobs, under keys of that one. */
export function moveQueue(from: string, to: string): QueuedRecord[] {
  const items = loadQueue(from)
  // A single video that isn't to be published yet is in no list.
  const single = items.length === 0 && jobOfDraft(from) ? [bareRecord(from)] : []
  const moved = [...items, ...single].map((item) => {
    const key = newItemKey(to)
    moveDraft(item.key, key)
    const job = jobOfDraft(item.key)
    if (job) new JobKeeper({ ...job, draft: key }).save()
    return { ...item, key }
  })
  saveQueue(from, [])
  return moved
}
