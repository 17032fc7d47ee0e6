import type { FieldData } from '#contract/schemas/site/field-data'
import { day, dayOf } from '#contract/values/shared/time'
import { type FieldCount, fieldDays } from '#contract/values/site/field-data'
import { fieldCountsFrom } from '#db/queries/site/field-data'
import { AppError } from '#worker/errors'
import { describeError, log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { figuresOf } from './figures'

/** Returns the figures that browsers reported in the last days. */
export async function getFieldData(ctx: ServiceContext): Promise<FieldData> {
  const from = dayOf(ctx.now) - fieldDays.shown + 1
  return {
    isOn: ctx.settings.fieldData,
    from: ctx.analytics ? 'analytics-engine' : 'database',
    days: fieldDays.shown,
    ...figuresOf(await countsFrom(ctx, from)),
  }
}

async function countsFrom({ analytics, db, requestId }: ServiceContext, from: number): Promise<FieldCount[]> {
  if (!analytics) return fieldCountsFrom(db, from)
  try {
    return await analytics.readFrom(from * day)
  } catch (error) {
    log('warn', 'field-data.unread', { requestId, ...describeError(error) })
    throw new AppError(
      'unavailable',
      "Analytics Engine can't be read. Nothing may be there yet; otherwise check ANALYTICS_API and FIELD_DATASET.",
      { cause: error },
    )
  }
}
