import type { Video } from '#contract/schemas/videos/video'
import { captionsOfVideo } from '#db/queries/videos/captions'
import { likeOf } from '#db/queries/videos/library/likes'
import { savedOf } from '#db/queries/videos/library/saved'
import { positionOf } from '#db/queries/videos/library/watch-history'
import { renditionsOfVideo } from '#db/queries/videos/renditions'
import { videoWithTags } from '#db/queries/videos/tags'
import { areCommentsOpen } from '#worker/policy/comments'
import { isPubliclyVisible, looksAtCase } from '#worker/policy/video-access'
import type { ReadContext } from '../../context'
import { requireVisible } from '../model/find'
import { videoDetail } from '../model/view'

/**
 * Returns a video with everything attached to it, in one round trip. `key` is the key in the link of an
 * unlisted video.
 */
export async function getVideo(ctx: ReadContext, id: number, key?: string): Promise<Video> {
  const { actor, db } = ctx
  const parts = [videoWithTags(db, id), renditionsOfVideo(db, id), captionsOfVideo(db, id)] as const
  const isForAnyone = actor.kind !== 'user' && key === undefined
  const [[row], renditions, captions, [like] = [], [saved] = [], [watched] = []] = await (isForAnyone
    ? ctx.near.batch(parts, { mayKeep: ([[found]]) => found !== undefined && isPubliclyVisible(found) })
    : db.batch([
        ...parts,
        ...(actor.kind === 'user'
          ? ([likeOf(db, actor.id, id), savedOf(db, actor.id, id), positionOf(db, actor.id, id)] as const)
          : []),
      ]))
  const found = row && looksAtCase(actor) ? row : requireVisible(ctx, row, key)
  return videoDetail(ctx, found, {
    tags: row?.shownTags ?? [],
    comments: areCommentsOpen(ctx.settings, found) ? found.comments : null,
    renditions,
    captions,
    liked: like !== undefined,
    saved: saved !== undefined,
    position: watched?.position ?? null,
  })
}
