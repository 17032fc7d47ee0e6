import type { ServiceContext } from '../../context'
import { countMembers, countPlays } from '.'

/** The numbers of a day that no trigger keeps. */
export async function countDay(ctx: ServiceContext): Promise<void> {
  await countPlays(ctx)
  await countMembers(ctx)
}
