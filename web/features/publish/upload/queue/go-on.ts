import type { VideoLimits } from '#web/studio/source/limits'
import { resumePublished } from '../delivery/published'
import { isQueue, queuesElsewhere, reclaimDrafts, takeOver } from '../draft/draft-slot'
import { jobOf } from '../job/video-jobs'
import { keysOf, uploadStore } from '../store/upload-store'
import { askBeforeClosing } from './ask-before-closing'
import { queueOf } from './queues'

/** The queues of other tabs that this one takes over when they are closed. */
const awaited = new Set<string>()
const watched = new Set<number>()

/**
 * Resumes work of earlier pages: files missing from published videos, this tab's own drafts, and the queues of closed
 * tabs, also of those that are closed from now on.
 */
export async function goOn(account: number, limits: VideoLimits): Promise<void> {
  askBeforeClosing()
  void resumePublished(account)
  for (const key of await reclaimDrafts(account)) {
    if (isQueue(key)) void queueOf(key).restore(limits)
    else void jobOf(key).restore(limits)
  }
  awaitOthers(account, limits)
  if (watched.has(account)) return
  watched.add(account)
  uploadStore.onChange((key, isThere) => {
    const isWork = [keysOf('queue', account), keysOf('job', account)].some((start) => key.startsWith(start))
    if (isThere && isWork) awaitOthers(account, limits)
  })
}

function awaitOthers(account: number, limits: VideoLimits): void {
  for (const key of queuesElsewhere(account)) {
    if (awaited.has(key)) continue
    awaited.add(key)
    void takeOver(key).then((isTaken) => {
      awaited.delete(key)
      if (isTaken) void queueOf(key).restore(limits)
    })
  }
}
