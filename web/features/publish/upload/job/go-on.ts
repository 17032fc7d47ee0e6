import type { VideoLimits } from '#web/studio/source/limits'
import { isQueue, reclaimDrafts } from '../form/draft-slot'
import { queueOf } from '../queue/queues'
import { resumePublished } from './published'
import { jobOf } from './video-jobs'

export { HeaderUploads } from '../queue/header-uploads'

/** Resumes work of earlier pages: files missing from published videos, and this tab's own drafts. */
export async function goOn(account: number, limits: VideoLimits): Promise<void> {
  void resumePublished(account)
  for (const key of await reclaimDrafts(account)) {
    if (isQueue(key)) void queueOf(key).restore(limits)
    else void jobOf(key).restore(limits)
  }
}
