import { updateOffer } from '#db/queries/videos/publishing/offer'
import type { ServiceContext } from '../../context'
import { copySettings } from '../../shared/settings'

/**
 * Notes what public videos offer to members beside the settings that every request reads: the premium pitch
 * lists no more, at no query of its own.
 */
export async function refreshOffer(ctx: ServiceContext): Promise<void> {
  const changed = await updateOffer(ctx.db)
  if (changed.length > 0) await copySettings(ctx)
}
