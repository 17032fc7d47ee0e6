import { minute } from '#contract/values/shared/time'
import type { IdSlice } from '#db/queries/shared/id-slices'
import type { ServiceContext } from '../context'

/** How often a task that goes by slices runs. */
export const sliceMinutes = 10

/** In how many slices a task looks at all IDs. */
export const slicesOf = { day: (24 * 60) / sliceMinutes, week: (7 * 24 * 60) / sliceMinutes }

/**
 * Returns the IDs whose turn it is, for a task that looks at all of them once a day or a week. The time alone decides, so
 * that nothing has to be kept between runs. An ID's turn is its remainder: a range of IDs would shift as the site grows,
 * and pass over some.
 */
export function sliceOfNow({ now }: Pick<ServiceContext, 'now'>, slices: number): IdSlice {
  return { first: Math.floor(now / (sliceMinutes * minute)) % slices, step: slices }
}
