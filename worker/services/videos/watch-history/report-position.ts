import { resumeAt } from '#contract/values/videos/media'
import { upsertPosition } from '#db/queries/videos/library/watch-history'
import type { VideoRow } from '#db/queries/videos/video'
import type { ServiceContext, UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'

/**
 * Counts a report of a session, which is looked up meanwhile: counted by account, an ended session could use
 * up the reports of valid ones.
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
