import type { VideoLimits } from '../../../../studio/source/limits'
import { reclaimDrafts } from '../form/draft-slot'
import { resumePublished } from './published'
import { jobOf } from './video-jobs'

/** Resumes work of earlier pages: files missing from published videos, and this tab's own drafts. */
export async function goOn(account: number, limits: VideoLimits): Promise<void> {
  void resumePublished(account)
  for (const draftKey of await reclaimDrafts(account)) void jobOf(draftKey).restore(limits)
}
