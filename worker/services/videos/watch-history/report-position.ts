import { resumeAt } from '../../../../contract/values/videos/media'
import type { VideoRow } from '../../../../db/queries/videos/videos'
import { upsertPosition } from '../../../../db/queries/videos/watch-history'
import type { OwnReadContext, UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { findPlayable } from '../videos'

/** Returns the video that a position is reported of, which the account may play, and counts the report. */
export async function findReported(ctx: OwnReadContext, id: number, key?: string): Promise<VideoRow> {
  const [video] = await Promise.all([
    findPlayable(ctx, id, key),
    enforceLimit(ctx, 'progress', String(ctx.actor.id)),
  ])
  return video
}

/** Saves the playback position after the response: a player that is being closed waits for none. */
export function reportPosition(
  { actor, db, now, defer }: UserContext,
  video: VideoRow,
  position: number,
): void {
  defer(upsertPosition(db, actor.id, video, resumeAt(position, video.duration), now).execute())
}
