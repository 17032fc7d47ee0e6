import type { FieldReport } from '#contract/schemas/site/field-data'
import { dayOf } from '#contract/values/shared/time'
import type { FieldCount } from '#contract/values/site/field-data'
import { addFieldCounts } from '#db/queries/site/field-data'
import type { ServiceContext } from '../../context'
import { countsOf } from './counts'

/**
 * Reports of a day that the table takes, a million visits' worth: each one beyond it reads the day's visits, a row for
 * each page. Analytics Engine has no such limit, and its points are cheap: decision 054.
 */
export const visitsADay = 20_000

/** Adds a visit to the counts of its day, after the response. `colo` is Cloudflare's data centre that was asked. */
export function recordVisit(ctx: ServiceContext, report: FieldReport, colo: string | null): void {
  if (!ctx.settings.fieldData) return
  ctx.defer(keep(ctx, countsOf(report, colo)))
}

/** Stores the counts. Rejects if the store refuses them, which doesn't matter to the browser that reports. */
async function keep({ analytics, db, now }: ServiceContext, counts: FieldCount[]): Promise<void> {
  if (analytics) analytics.write(counts)
  else await addFieldCounts(db, dayOf(now), counts, visitsADay)
}
