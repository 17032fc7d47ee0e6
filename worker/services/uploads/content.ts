import { AppError } from '../../errors'
import { objectId } from '../../storage/keys'
import type { ServedObject } from '../../storage/serve-object'
import type { UserContext } from '../context'
import { isDone, requireUpload } from './internal'

/** The bytes of a finished upload, for its owner's editor. */
export async function uploadContent(ctx: UserContext, id: string): Promise<ServedObject> {
  const { upload } = await requireUpload(ctx, ctx.actor.id, id)
  if (!isDone(upload)) throw new AppError('conflict', 'This upload is not finished.')
  const { objectKey, size, contentType } = upload
  return { key: objectKey, size, contentType, etag: `"${objectId(objectKey)}"` }
}
