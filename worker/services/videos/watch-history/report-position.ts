import { resumeAt } from '../../../../contract/values/videos/media'
import { upsertPosition } from '../../../../db/queries/videos/watch-history'
import { videoNotFound } from '../../../errors'
import { mayPlay } from '../../../policy/video-access'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findVisible } from '../videos'

/** Saves the playback position of a video that the account may play. */
export async function reportPosition(
  ctx: UserContext,
  videoId: number,
  position: number,
  key?: string,
): Promise<void> {
  const { actor, db, now } = ctx
  await enforceLimit(ctx, 'progress', String(actor.id))
  const video = await findVisible(ctx, videoId, key)
  if (!mayPlay(video, actor)) throw videoNotFound()
  await upsertPosition(db, actor.id, video, resumeAt(position, video.duration), now)
}
