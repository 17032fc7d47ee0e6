import type { Upload } from '#contract/schemas/uploads/upload'
import type { UserContext } from '../../context'
import { requireUpload, viewUpload } from './find'

export async function getUpload(ctx: UserContext, id: string): Promise<Upload> {
  const { upload, parts } = await requireUpload(ctx, ctx.actor.id, id)
  return viewUpload(upload, parts)
}
