import { type Plan, plans } from '#contract/values/payments/prices'
import { day } from '#contract/values/shared/time'
import { endingTerms } from '#db/queries/payments/subscription'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { isSelling } from '../orders/selling'
import { reminderKeyStart, reminderMail } from '../payment-mail/reminder'

/** How long before the end of a term its reminder is sent, by plan. */
const ahead: Record<Plan, number> = { monthly: 3 * day, yearly: 10 * day }
/** Emails per batch, and batches per plan in one run; the next hour does the rest. */
const chunk = 50
const chunksAtMost = 10

/** Emails members whose term ends soon, once per term. Skips those who cancelled. Returns how many. */
export async function remindOfEndingTerms(ctx: ServiceContext): Promise<number> {
  const sells = await isSelling(ctx)
  let queued = 0
  for (const plan of plans) queued += await remind(ctx, plan, sells)
  if (queued > 0) await kickMail(ctx)
  return queued
}

async function remind(ctx: ServiceContext, plan: Plan, sells: boolean): Promise<number> {
  const window = { now: ctx.now, until: ctx.now + ahead[plan] }
  let queued = 0
  for (let run = 0; run < chunksAtMost; run += 1) {
    const terms = await endingTerms(ctx.db, plan, window, reminderKeyStart, chunk)
    const [first, ...rest] = terms.map((term) => reminderMail(ctx, { ...term, plan, sells }))
    if (!first) break
    await ctx.db.batch([first, ...rest])
    queued += terms.length
    if (terms.length < chunk) break
  }
  return queued
}
