import { firstStocked } from '#db/queries/shared/premium-stock'
import type { ServiceContext } from '../../context'

/** Returns whether terms are sold: only while there is a premium video to play, also to running members. */
export async function isSelling({ db }: ServiceContext): Promise<boolean> {
  return (await firstStocked(db)).length > 0
}
