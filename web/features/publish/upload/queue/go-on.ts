import type { VideoLimits } from '#web/studio/source/limits'
import { resumePublished } from '../delivery/published'
import { turnsOf } from '../delivery/turns'
import { claimDraft, isQueue, queueForm, queuesElsewhere, reclaimDrafts, takeOver } from '../draft/draft-slot'
import { jobOf } from '../job/video-jobs'
import { keysOf, uploadStore } from '../store/upload-store'
import { askBeforeClosing } from './ask-before-closing'
import { moveQueue } from './move-queue'
import { onSession } from './one-account'
import { isTabBusy, queueOf } from './queues'
import { retryStopped } from './retry-stopped'

/** The queues of other tabs that this one takes over when they are closed. */
const awaited = new Set<string>()
/** The accounts whose work is being watched, by the signals that end this. */
const watching = new WeakSet<AbortSignal>()

/**
 * Resumes work of earlier pages: files missing from published videos, this tab's own drafts, and the queues of closed
 * tabs, also of those that are closed from now on. Tries again what the end of a session stopped.
 */
export async function goOn(account: number, limits: VideoLimits): Promise<void> {
  askBeforeClosing(isTabBusy)
  watch(account, limits)
  retryStopped(account)
  void resumePublished(account)
  for (const key of await reclaimDrafts(account)) {
    if (isQueue(key)) await takeIn(account, key, limits)
    else void jobOf(key).restore(limits)
  }
  awaitOthers(account, limits)
}

/** Follows what other tabs do: each of them may be closed before it is done. */
function watch(account: number, limits: VideoLimits): void {
  const { signal } = turnsOf(account)
  if (watching.has(signal)) return
  watching.add(signal)
  const [job, queue] = [keysOf('job', account), keysOf('queue', account)]
  const stops = [
    uploadStore.onChange((key, isThere) => {
      if (key.startsWith(job)) void resumePublished(account)
      if (isThere && (key.startsWith(job) || key.startsWith(queue))) awaitOthers(account, limits)
    }),
    onSession((known) => {
      if (known === account) retryStopped(account)
    }),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
}

function awaitOthers(account: number, limits: VideoLimits): void {
  const { signal } = turnsOf(account)
  for (const key of queuesElsewhere(account)) {
    if (awaited.has(key)) continue
    awaited.add(key)
    void takeOver(key, signal).then((isTaken) => {
      awaited.delete(key)
      if (isTaken) void takeIn(account, key, limits)
    })
  }
}

/** Resumes this tab's own queue, or adds a closed tab's to it: a page shows but one. */
async function takeIn(account: number, key: string, limits: VideoLimits): Promise<void> {
  const own = await claimDraft(account, queueForm)
  const queue = queueOf(own)
  if (own === key) await queue.restore(limits)
  else await queue.adopt(moveQueue(key, own), limits)
}
