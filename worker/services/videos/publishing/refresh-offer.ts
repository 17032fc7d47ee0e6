import { updateOffer } from '#db/queries/videos/publishing/offer'
import type { ServiceContext } from '../../context'
import { copySettings } from '../../shared/settings'

/**
 * Stores the features that public videos offer to members beside the settings, which every request reads: the
 * premium pitch lists only these, without a query of its own.
 */
export async function refreshOffer(ctx: ServiceContext): Promise<void> {
  const changed = await updateOffer(ctx.db)
  if (changed.length > 0) await copySettings(ctx)
}
