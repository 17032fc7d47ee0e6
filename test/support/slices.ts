import { minute } from '#contract/values/shared/time'
import type { ServiceContext } from '#worker/services/context'
import { sliceMinutes, sliceOfNow, slicesOf } from '#worker/services/shared/id-slices'
import { jobContext } from './context'

/** The slice of all IDs, for a query that takes one. */
export const allIds = { first: 0, step: 1 }

/** Runs a task that reaches every ID once a week, at the next turn of each of these IDs. */
export async function atTurnsOf(
  ids: number[],
  now: number,
  run: (ctx: ServiceContext) => Promise<unknown>,
): Promise<void> {
  const { first, step } = sliceOfNow({ now }, slicesOf.week)
  for (const turns of new Set(ids.map((id) => (id + step - first) % step)))
    await run(await jobContext(now + turns * sliceMinutes * minute))
}
