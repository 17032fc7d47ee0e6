import { minute } from '#contract/values/shared/time'
import type { IdSlice } from '#db/queries/shared/id-slices'
import type { ServiceContext } from '../context'

/** Minutes between two runs of a task that works by slices. */
export const sliceMinutes = 10

/** Slices in which a task goes through all IDs in a day or a week. */
export const slicesOf = { day: (24 * 60) / sliceMinutes, week: (7 * 24 * 60) / sliceMinutes }

/**
 * Returns the IDs whose turn it is, for a task that looks at all of them once a day or a week. The time alone
 * decides, so that nothing has to be kept between runs. An ID's turn is its remainder: ranges of IDs would
 * shift as the site grows, and skip some.
 */
export function sliceOfNow({ now }: Pick<ServiceContext, 'now'>, slices: number): IdSlice {
  return { first: Math.floor(now / (sliceMinutes * minute)) % slices, step: slices }
}
