import { deleteOwnImport } from '#db/queries/uploads/imports'
import type { UserContext } from '../../context'
import { letGo } from './fail'

/**
 * Deletes an editor's import and everything it fetched. A running job finds its row gone and ends. A missing
 * one counts as deleted.
 */
export async function cancelImport(ctx: UserContext, id: string): Promise<void> {
  const [row] = await deleteOwnImport(ctx.db, id, ctx.actor.id)
  if (row?.uploadId) await letGo(ctx, ctx.actor.id, row.uploadId)
}
