import { always, type Condition } from '#db/conditions'
import {
  failIncompleteVideo,
  type ImportRow,
  markImportAttached,
  reviveCompleteVideo,
  videoOfImport,
} from '#db/queries/uploads/imports'
import { changeVideo, readStill, whereAsRead } from '#db/queries/videos/publishing/change-video'
import { noFiles } from '#db/queries/videos/publishing/publish'
import { sendToReview } from '#db/queries/videos/publishing/review'
import type { VideoChange } from '#db/queries/videos/video'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { enqueueHash, enqueuePrune } from '../../shared/objects'
import { uploaderReview } from '../uploaders/allowance'

type Finished = ImportRow & { uploadId: string; videoId: number }

/** The video may change between the read and the batch; each attempt reads it again. */
const tries = 3

/**
 * Attaches the finished file to the video that waits for it, in the trash too, from which it may be restored. Throws
 * `gone` when the video is deleted or may not be changed.
 *
 * The source is hashed at once, but the video is ready only with its poster, so a poster queues hashing
 * again. If the video's other file has failed by then, the video fails, too.
 */
export async function attachImport(ctx: ServiceContext, row: Finished): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const [video] = await videoOfImport(ctx.db, row.videoId, row.userId)
    if (!video) throw new AppError('gone', 'The video was deleted before its file finished importing.')
    if (video.hold !== null && video.hold !== 'trash')
      throw new AppError('gone', "This video can't be changed right now.")
    if (await place(ctx, row, video)) {
      await enqueueHash(ctx, row.videoId)
      return
    }
  }
  throw new AppError('conflict', 'The video was changed while its file was importing.')
}

type Video = Awaited<ReturnType<typeof videoOfImport>>[number]

async function place(ctx: ServiceContext, row: Finished, video: Video): Promise<boolean> {
  const { db } = ctx
  const isSource = row.kind === 'video'
  const old = isSource ? video.sourceKey : video.posterKey
  const change: VideoChange = isSource ? { status: 'processing', reason: null } : {}
  const replaced = old === null ? undefined : await replacement(ctx, video, row.userId)
  Object.assign(change, replaced?.change)
  const files = { ...noFiles, [isSource ? 'source' : 'poster']: row.uploadId }
  const onlyIf = replaced?.decided ?? always
  const read = { id: video.id, revision: video.revision, userId: row.userId, onlyIf }

  const [[answer]] = await db.batch([
    readStill(db, video.id, whereAsRead(read, files)),
    ...changeVideo(db, read, change, files, ctx.now),
    markImportAttached(db, row.id, row.uploadId),
    reviveCompleteVideo(db, video.id),
    failIncompleteVideo(db, video.id),
  ])
  const isPlaced = Boolean(answer?.still)
  if (isPlaced && old !== null) await enqueuePrune(ctx)
  return isPlaced
}

/** Revokes the old file's URLs, and sends the new file to review where files are reviewed. */
async function replacement(
  ctx: ServiceContext,
  video: Video,
  userId: number,
): Promise<{ change: VideoChange; decided: Condition }> {
  const { isReviewed, stillSo } = video.ownerIsAdmin
    ? { isReviewed: false, stillSo: always }
    : await uploaderReview(ctx, userId)
  const change = { revision: video.revision + 1, ...(isReviewed && sendToReview(video, ctx.now)) }
  return { change, decided: stillSo }
}
