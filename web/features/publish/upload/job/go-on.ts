import type { VideoLimits } from '../../../../studio/source/limits'
import { reclaimDrafts } from '../form/draft-slot'
import { resumePublished } from './published'
import { jobOf } from './video-jobs'

/** Goes on with what earlier pages left: what published videos lack, and the drafts that this tab had. */
export async function goOn(account: number, limits: VideoLimits): Promise<void> {
  void resumePublished(account)
  for (const draftKey of await reclaimDrafts(account)) void jobOf(draftKey).restore(limits)
}
