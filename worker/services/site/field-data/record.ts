import type { FieldReport } from '../../../../contract/schemas/site/field-data'
import { dayOf } from '../../../../contract/values/shared/time'
import { addFieldCounts } from '../../../../db/queries/site/field-data'
import type { ServiceContext } from '../../context'
import { countsOf } from './counts'

/** Reports of a day that the table takes, a million visits' worth: what a flood beyond it costs is one row read. */
export const visitsADay = 20_000

/** Adds a visit to the counts of its day, after the response. `colo` is Cloudflare's data centre that was asked. */
export function recordVisit(ctx: ServiceContext, report: FieldReport, colo: string | null): void {
  if (!ctx.settings.fieldData) return
  const counts = countsOf(report, colo)
  if (ctx.analytics) ctx.analytics.write(counts)
  else ctx.defer(addFieldCounts(ctx.db, dayOf(ctx.now), counts, visitsADay).then())
}
