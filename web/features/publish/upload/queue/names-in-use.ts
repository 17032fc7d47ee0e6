import type { Draft } from '../draft/draft'
import { loadJobs, namesOf } from '../store/job-record'
import type { QueueRecord } from '../store/queue-record'
import { keysOf, uploadStore } from '../store/upload-store'

/** Returns the names of the OPFS files that a job, a draft or a queue still needs, for one account or all. */
export function namesInUse(account?: number): Set<string> {
  const drafts = uploadStore.list<Draft>(keysOf('draft', account))
  const queues = uploadStore.list<QueueRecord>(keysOf('queue', account))
  return new Set([
    ...loadJobs(account).flatMap(namesOf),
    ...drafts.flatMap(({ poster }) => poster?.storedName ?? []),
    ...queues.flatMap(({ items }) => items.flatMap(({ copy }) => copy ?? [])),
  ])
}
