import { holdOfObject } from '#db/queries/videos/video-files'
import { AppError, notFound } from '#worker/errors'
import { objectId } from '#worker/storage/keys'
import type { ServedObject } from '#worker/storage/serve-object'
import type { UserContext } from '../../context'
import { isDone, requireUpload } from './find'

/**
 * Serves a finished upload's bytes to its owner's editor. Those of a held or deleted video are reported as
 * unknown, like the video.
 */
export async function uploadContent(ctx: UserContext, id: string): Promise<ServedObject> {
  const { upload } = await requireUpload(ctx, ctx.actor.id, id)
  if (!isDone(upload)) throw new AppError('conflict', "This upload isn't finished.")
  const { objectKey, size, contentType, status } = upload
  if (status === 'used') await refuseUnlessFree(ctx, objectKey)
  return { key: objectKey, size, contentType, etag: `"${objectId(objectKey)}"` }
}

async function refuseUnlessFree({ db }: UserContext, objectKey: string): Promise<void> {
  const [video] = await holdOfObject(db, objectKey)
  if (video?.hold !== null) throw notFound('This upload')
}
