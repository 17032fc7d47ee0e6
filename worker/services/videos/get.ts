import type { Video } from '../../../contract/schemas/videos'
import { likeOf } from '../../../db/queries/likes'
import type { ServiceContext } from '../context'
import { findVisible } from './internal'
import { videoDetail } from './view'

export async function getVideo(ctx: ServiceContext, id: number): Promise<Video> {
  const row = await findVisible(ctx, id)
  const { actor } = ctx
  const liked = actor.kind === 'user' && (await likeOf(ctx.db, actor.id, id)).length > 0
  return videoDetail(ctx, row, liked)
}
