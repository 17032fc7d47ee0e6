import { minute } from '../../../contract/values/shared/time'
import { highestIds, type IdSlice } from '../../../db/queries/shared/id-slices'
import type { ServiceContext } from '../context'

/** How often a task that goes by slices runs. */
export const sliceMinutes = 10
/** Turns of a week: even on the largest site every ID has its turn in that time. */
const turnsAtMost = (7 * 24 * 60) / sliceMinutes
/** A small site is gone through far more often, since a turn takes so many IDs at least. */
const idsAtLeast = 50

/**
 * Returns the accounts and videos whose turn it is, for a task that looks at all of them now and then. The time alone
 * decides, so that nothing has to be kept between runs, and what a run leaves is done in a later round.
 */
export async function slicesOfNow({
  db,
  now,
}: ServiceContext): Promise<{ accounts: IdSlice; videos: IdSlice }> {
  const [highest] = await highestIds(db)
  if (!highest) throw new Error('A select without a table answers a row')
  return { accounts: sliceOf(highest.accounts, now), videos: sliceOf(highest.videos, now) }
}

export function sliceOf(highest: number, now: number): IdSlice {
  const size = Math.max(idsAtLeast, Math.ceil(highest / turnsAtMost))
  const slices = Math.max(1, Math.ceil(highest / size))
  const after = (Math.floor(now / (sliceMinutes * minute)) % slices) * size
  return { after, upTo: after + size }
}
