import type { ImportState } from '../../../../contract/schemas/uploads/uploads'
import { ownImport } from '../../../../db/queries/uploads/imports'
import { notFound } from '../../../errors'
import type { UserContext } from '../../context'
import { viewImport } from './view'

/** Somebody else's import is as unknown as one that never was. */
export async function getImport(ctx: UserContext, id: string): Promise<ImportState> {
  const [row] = await ownImport(ctx.db, id, ctx.actor.id)
  if (!row) throw notFound('This import')
  return viewImport(row)
}
