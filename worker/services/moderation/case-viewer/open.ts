import type { Video } from '#contract/schemas/videos/video'
import { caseFacts } from '#db/queries/moderation/cases'
import { videoNotFound } from '#worker/errors'
import { mayOpenCase } from '#worker/policy/video-access'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { getVideo } from '../../videos/browse'
import { inCase } from './in-case'

/**
 * Returns a video with its files for the case viewer, the only place where moderators see videos that are
 * held or pending. Opening a held video is logged.
 */
export async function openCase(ctx: UserContext, id: number): Promise<Video> {
  const { hold } = await insistOnCase(ctx, id)
  const video = await getVideo(inCase(ctx), id)
  if (hold !== null)
    await audit(ctx, { action: 'video.open', subject: 'video', subjectId: id, details: { hold } })
  return video
}

/** Throws the 404 of a missing video unless the actor may open the video's case. */
export async function insistOnCase({ db, actor }: UserContext, id: number) {
  const [row] = await caseFacts(db, id)
  if (!row || !mayOpenCase({ ...row, isInQuestion: row.isInQuestion === 1 }, actor)) throw videoNotFound()
  return row
}
