import type { ViewerState } from '#contract/schemas/videos/video'
import { likedAmong } from '#db/queries/videos/library/likes'
import { savedAmong } from '#db/queries/videos/library/saved'
import { positionsAmong } from '#db/queries/videos/library/watch-history'
import type { UserContext } from '../../context'

/** Returns the viewer's own state for listed videos. An ID in it doesn't reveal whether the video exists. */
export async function listMine({ actor, db }: UserContext, videoIds: number[]): Promise<ViewerState[]> {
  const [likes, kept, positions] = await db.batch([
    likedAmong(db, actor.id, videoIds),
    savedAmong(db, actor.id, videoIds),
    positionsAmong(db, actor.id, videoIds),
  ])
  const liked = new Set(likes.map((row) => row.videoId))
  const saved = new Set(kept.map((row) => row.videoId))
  const left = new Map(positions.map((row) => [row.videoId, row.position]))
  return videoIds.map((id) => ({
    id,
    liked: liked.has(id),
    saved: saved.has(id),
    position: left.get(id) ?? null,
  }))
}
