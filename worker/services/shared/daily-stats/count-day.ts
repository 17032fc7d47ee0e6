import type { ServiceContext } from '../../context'
import { countMembers } from './count-members'
import { countPlays } from './count-plays'

/** Counts the daily numbers that no trigger keeps. */
export async function countDay(ctx: ServiceContext): Promise<void> {
  await countPlays(ctx)
  await countMembers(ctx)
}
