import type { VideoLimits } from '#web/studio/source/limits'
import { resumePublished } from '../delivery/published'
import { isQueue, reclaimDrafts } from '../draft/draft-slot'
import { jobOf } from '../job/video-jobs'
import { queueOf } from './queues'

/** Resumes work of earlier pages: files missing from published videos, and this tab's own drafts. */
export async function goOn(account: number, limits: VideoLimits): Promise<void> {
  void resumePublished(account)
  for (const key of await reclaimDrafts(account)) {
    if (isQueue(key)) void queueOf(key).restore(limits)
    else void jobOf(key).restore(limits)
  }
}
