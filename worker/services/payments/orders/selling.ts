import { premiumStock } from '#db/queries/shared/premium-stock'
import type { ServiceContext } from '../../context'

/**
 * Returns whether the caller can start a term: only while there is a premium video to play. A running term can
 * always be extended.
 */
export async function isSelling({ actor, db, now }: ServiceContext): Promise<boolean> {
  if (actor.kind === 'user' && (actor.premiumUntil ?? 0) > now) return true
  const [stock] = await premiumStock(db)
  return stock !== undefined && stock.videos > 0
}
