import type { Video } from '#contract/schemas/videos/video'
import { counts } from '#contract/values/shared/limits'
import { relatedVideos } from '#db/queries/videos/related'
import { type VideoRow, videoById } from '#db/queries/videos/video'
import type { ReadContext } from '../../context'
import { requireVisible } from '../model/find'
import { videoCard } from '../model/view'

/** Returns the videos to watch after a video. Throws `not_found` if the caller may not know of the video. */
export async function getRelated(ctx: ReadContext, id: number, key?: string): Promise<Video[]> {
  const { statement, read } = relatedList(ctx, id)
  const [[row], rows] = await ctx.db.batch([videoById(ctx.db, id), statement])
  requireVisible(ctx, row, key)
  return read(rows)
}

/** Prepares the statement apart from its reading, so that it fits into a page's batch. */
export function relatedList(ctx: ReadContext, id: number) {
  return {
    statement: relatedVideos(ctx.db, id, counts.related),
    read: (rows: VideoRow[]): Video[] => rows.map((row) => videoCard(ctx, row)),
  }
}
