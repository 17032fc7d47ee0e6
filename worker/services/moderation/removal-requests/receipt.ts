import type { RemovalReceipt } from '#contract/schemas/moderation/safety'
import { requestByToken } from '#db/queries/moderation/removal-requests'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { removalReceipt } from './view'

export async function getRemovalReceipt(ctx: ServiceContext, token: string): Promise<RemovalReceipt> {
  const [row] = await requestByToken(ctx.db, token)
  if (!row) throw notFound('This request')
  return removalReceipt(ctx, row)
}
