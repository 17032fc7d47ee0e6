import { isAtWork } from '../delivery/at-work'
import { publishedDeliveries } from '../delivery/published'
import { UploadQueue } from './upload-queue'

const queues = new Map<string, UploadQueue>()
const listeners = new Set<() => void>()

/** Returns the queue of a tab's draft. It outlives the page. */
export function queueOf(queueKey: string): UploadQueue {
  const known = queues.get(queueKey)
  if (known) return known
  const queue = new UploadQueue(queueKey)
  queues.set(queueKey, queue)
  for (const listener of listeners) listener()
  return queue
}

/** Returns the queues of an account in this tab. */
export function queuesOf(account: number): UploadQueue[] {
  return [...queues].flatMap(([key, queue]) => (key.startsWith(`${account}:`) ? [queue] : []))
}

/** Returns whether this tab works on a video, or has something that closing it would lose. */
export function isTabBusy(): boolean {
  return (
    [...queues.values()].some((queue) => queue.isAtWork || queue.wouldLose) ||
    publishedDeliveries.get().some(({ delivery }) => isAtWork(delivery.getState()))
  )
}

/** Calls back when a queue begins or ends. */
export function onQueues(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ends the queues of an account. */
export async function endQueues(account: number): Promise<void> {
  const ended = [...queues].filter(([key]) => key.startsWith(`${account}:`))
  for (const [key] of ended) queues.delete(key)
  const ends = ended.map(([, queue]) => queue.end())
  for (const listener of listeners) listener()
  await Promise.all(ends)
}
