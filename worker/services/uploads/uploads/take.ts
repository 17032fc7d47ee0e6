import type { UploadKind } from '../../../../contract/values/videos/videos'
import { ownUpload, type UploadRow } from '../../../../db/queries/uploads/uploads'
import { invalidField } from '../../../errors'
import type { UserContext } from '../../context'

/** Field of the video's form that names an upload of this kind. */
const fields = {
  ...{ video: 'videoFile', image: 'thumbnailFile', rendition: 'renditions' },
  ...{ storyboard: 'storyboardFile', preview: 'previewFile' },
} as const satisfies Record<UploadKind, string>

/** Whether an upload of the caller's is where one of these objects came from: what was sent once before. */
export async function isObjectOf(ctx: UserContext, id: string, keys: readonly string[]): Promise<boolean> {
  const [upload] = await ownUpload(ctx.db, id, ctx.actor.id)
  return upload !== undefined && keys.includes(upload.objectKey)
}

/**
 * A finished upload for the video that is about to name it, or `invalid_input` on the field of this kind. It says the
 * reason early; the statement that names the object carries whereUploadFree(), since another request may be faster.
 */
export async function takeUpload(ctx: UserContext, id: string, kind: UploadKind): Promise<UploadRow> {
  const [upload] = await ownUpload(ctx.db, id, ctx.actor.id)
  if (upload?.kind !== kind) {
    throw invalidField(fields[kind], 'This upload is unknown. Please upload the file again.')
  }
  if (upload.status === 'used') throw invalidField(fields[kind], 'This file is in use already.')
  if (upload.status !== 'done') throw invalidField(fields[kind], 'This upload is not finished.')
  return upload
}
