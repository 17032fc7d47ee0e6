import type { ImportState } from '#contract/schemas/uploads/upload'
import { ownImport } from '#db/queries/uploads/imports'
import { notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { viewImport } from './view'

/** Returns an import. Another account's is reported like an unknown one. */
export async function getImport(ctx: UserContext, id: string): Promise<ImportState> {
  const [row] = await ownImport(ctx.db, id, ctx.actor.id)
  if (!row) throw notFound('This import')
  return viewImport(row)
}
