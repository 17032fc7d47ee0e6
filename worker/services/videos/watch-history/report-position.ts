import { resumeAt } from '#contract/values/videos/media'
import { upsertPosition } from '#db/queries/videos/library/watch-history'
import type { VideoRow } from '#db/queries/videos/video'
import type { ServiceContext, UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'

/**
 * Counts a report of a session, which is looked up meanwhile: by its account, one that has ended could use up the
 * reports of those that stand.
 */
export function countReport(ctx: ServiceContext, sessionId: string): Promise<void> {
  return enforceLimit(ctx, 'progress', sessionId)
}

/**
 * Saves the playback position of a video that the account may play, after the response: a player that is being closed
 * waits for none.
 */
export function reportPosition(
  { actor, db, now, defer }: UserContext,
  video: VideoRow,
  position: number,
): void {
  defer(upsertPosition(db, actor.id, video, resumeAt(position, video.duration), now).execute())
}
