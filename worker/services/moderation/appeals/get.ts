import type { AdminAppeal } from '#contract/schemas/moderation/safety'
import { removalById } from '#db/queries/moderation/takedown'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { viewAppeals } from './list'

/** Returns a removal for staff, whether or not its uploader appealed. */
export async function getRemoval(ctx: ServiceContext, id: number): Promise<AdminAppeal> {
  const [removal] = await viewAppeals(ctx, await removalById(ctx.db, id))
  if (!removal) throw notFound('This removal')
  return removal
}
