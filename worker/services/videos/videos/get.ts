import type { Video } from '../../../../contract/schemas/videos/videos'
import { captionsOfVideo } from '../../../../db/queries/videos/captions'
import { likeOf } from '../../../../db/queries/videos/likes'
import { renditionsOfVideo } from '../../../../db/queries/videos/renditions'
import { savedOf } from '../../../../db/queries/videos/saved'
import { videoById } from '../../../../db/queries/videos/videos'
import { positionOf } from '../../../../db/queries/videos/watch-history'
import { videoNotFound } from '../../../errors'
import { looksAtCase, maySee } from '../../../policy/video-access'
import type { ServiceContext } from '../../context'
import { videoDetail } from './view'

/** Returns a video with everything attached to it, in one round trip. */
export async function getVideo(ctx: ServiceContext, id: number): Promise<Video> {
  const { actor, db } = ctx
  const [[row], renditions, captions, [like] = [], [saved] = [], [watched] = []] = await db.batch([
    videoById(db, id),
    renditionsOfVideo(db, id),
    captionsOfVideo(db, id),
    ...(actor.kind === 'user'
      ? ([likeOf(db, actor.id, id), savedOf(db, actor.id, id), positionOf(db, actor.id, id)] as const)
      : []),
  ])
  if (!row || !(maySee(row, actor) || looksAtCase(actor))) throw videoNotFound()
  return videoDetail(ctx, row, {
    renditions,
    captions,
    liked: like !== undefined,
    saved: saved !== undefined,
    position: watched?.position ?? null,
  })
}
