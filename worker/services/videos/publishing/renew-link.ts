import type { Video } from '#contract/schemas/videos/video'
import { batchNamed } from '#db/batch-named'
import { revokeFilesOf } from '#db/queries/videos/video-files'
import { renewLinkRow, whereLinkedBy } from '#db/queries/videos/visibility'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { getVideo } from '../browse/get'
import { findEditable } from '../model/find'
import { createLinkKey, visibilityOf } from '../model/visibility'

/**
 * Gives an unlisted video another key: links with the previous one end, and so do the files' URLs that it
 * opened. Does nothing when that key is gone already, by an earlier press.
 */
export async function renewLink(
  ctx: UserContext,
  id: number,
  { replaces }: { replaces: string },
): Promise<Video> {
  const { db, now } = ctx
  const row = await findEditable(ctx, id)
  // Staff don't know the key.
  if (row.userId !== ctx.actor.id) throw new AppError('forbidden', 'You can only edit your own videos')
  if (visibilityOf(row) !== 'unlisted') throw new AppError('conflict', 'This video is no longer unlisted.')
  const onlyIf = whereLinkedBy(id, replaces)
  await batchNamed(db, [
    revokeFilesOf(db, id, now, { onlyIf }),
    { renewed: renewLinkRow(db, id, createLinkKey(), onlyIf) },
  ])
  return getVideo(ctx, id)
}
