import type { VideoRow } from '#db/queries/videos/video'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { findEditable, refuseEvidence } from '../model/find'

/** Returns the caller's own video. Staff correct captions of others through separate calls. */
export async function findOwn(ctx: UserContext, videoId: number): Promise<VideoRow> {
  const video = await findEditable(ctx, videoId)
  if (video.userId !== ctx.actor.id) throw new AppError('forbidden', 'You can only edit your own videos')
  refuseEvidence(video)
  return video
}
