import type { ServiceContext } from '../../context'
import { countMembers, countPlays } from '.'

/** Counts the daily numbers that no trigger keeps. */
export async function countDay(ctx: ServiceContext): Promise<void> {
  await countPlays(ctx)
  await countMembers(ctx)
}
