import type { UploadKind } from '#contract/values/uploads/upload'
import { ownUpload, type UploadRow } from '#db/queries/uploads/upload'
import { invalidField } from '#worker/errors'
import type { UserContext } from '../../context'

/** The field of the form that names an upload of this kind. */
const fields = {
  video: 'videoFile',
  image: 'thumbnailFile',
  rendition: 'renditions',
  storyboard: 'storyboardFile',
  preview: 'previewFile',
  trailer: 'trailerFile',
  blurred: 'blurredFile',
  avatar: 'avatarFile',
} as const satisfies Record<UploadKind, string>

/** Tells whether an upload of the caller produced one of these objects, so that it was sent before. */
export async function isObjectOf(ctx: UserContext, id: string, keys: readonly string[]): Promise<boolean> {
  const [upload] = await ownUpload(ctx.db, id, ctx.actor.id)
  return upload !== undefined && keys.includes(upload.objectKey)
}

/**
 * Returns a finished upload that nothing uses yet, or throws `invalid_input` on the field. This gives the reason early;
 * the statement naming the object carries whereUploadFree() against races.
 */
export async function claimUpload(ctx: UserContext, id: string, kind: UploadKind): Promise<UploadRow> {
  const [upload] = await ownUpload(ctx.db, id, ctx.actor.id)
  if (upload?.kind !== kind) {
    throw invalidField(fields[kind], 'This upload is unknown. Please upload the file again.')
  }
  if (upload.status === 'used') throw invalidField(fields[kind], 'This file is already in use.')
  if (upload.status !== 'done') throw invalidField(fields[kind], "This upload isn't finished.")
  return upload
}
