import { batchNamed } from '#db/batch-named'
import {
  captionObject,
  deleteCaption,
  markCaptionForDeletion,
  revokeCaption,
  whereEditableBy,
} from '#db/queries/videos/captions'
import { noteChange } from '#db/queries/videos/publishing/approved-texts'
import { raiseRevisionUnreviewed } from '#db/queries/videos/publishing/review'
import type { VideoRow } from '#db/queries/videos/video'
import type { UserContext } from '../../context'
import { enqueuePrune } from '../../shared/objects'
import type { Around } from './put-track'

/** Removes captions in a language: the URLs at once, the object by a job. Safe to repeat. */
export async function removeTrack(
  ctx: UserContext,
  { id: videoId, userId }: Pick<VideoRow, 'id' | 'userId'>,
  language: string,
  { record, settle }: Around = {},
): Promise<void> {
  const { db, now } = ctx
  const [current] = await captionObject(db, videoId, language)
  if (!current) return
  const onlyIf = whereEditableBy(videoId, userId)
  await batchNamed(db, [
    ...((await record?.(onlyIf, { before: current.sha256, after: null })) ?? []),
    revokeCaption(db, videoId, language, now, onlyIf),
    markCaptionForDeletion(db, videoId, language, now, onlyIf),
    deleteCaption(db, videoId, language, onlyIf),
    raiseRevisionUnreviewed(db, videoId, onlyIf),
    ...(settle?.(onlyIf) ?? noteChange(db, videoId, now, onlyIf)),
  ])
  ctx.defer(enqueuePrune(ctx))
}
