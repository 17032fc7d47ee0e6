import { minute } from '../../../contract/values/shared/time'

/** How often a task that goes by slices runs. */
export const sliceMinutes = 10
/** Turns of a week: even on the largest site every ID has its turn in that time. */
const turnsAtMost = (7 * 24 * 60) / sliceMinutes
/** A small site is gone through far more often, since a turn takes so many IDs at least. */
const idsAtLeast = 50

export interface IdSlice {
  after: number
  upTo: number
}

/**
 * Returns the IDs whose turn it is, up to the highest, for a task that looks at every account or video now and then. The
 * time alone decides, so that nothing has to be kept between runs, and what a run leaves is done in a later round.
 */
export function sliceOf(highest: number, now: number): IdSlice {
  const size = Math.max(idsAtLeast, Math.ceil(highest / turnsAtMost))
  const slices = Math.max(1, Math.ceil(highest / size))
  const after = (Math.floor(now / (sliceMinutes * minute)) % slices) * size
  return { after, upTo: after + size }
}
