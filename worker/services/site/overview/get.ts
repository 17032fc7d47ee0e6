import type { Overview } from '#contract/schemas/site/overview'
import { dayOf } from '#contract/values/shared/time'
import { overviewDays, waitingCountMax } from '#contract/values/site/overview'
import { dailyNumbers, siteTotals, type WaitingWork, waitingWork } from '#db/queries/site/overview'
import { configuredMethods } from '#worker/integrations/payments/configured'
import type { UserContext } from '../../context'
import { isoTimeOrNull } from '../../shared/time'
import { checklist } from './checklist'
import { daysOf, newestValue } from './days'

/** Returns open work, totals and last month's numbers, from a fixed number of rows for any size of site. */
export async function getOverview(ctx: UserContext): Promise<Overview> {
  const today = dayOf(ctx.now)
  const from = today - overviewDays + 1
  const [[work], [totals], numbers] = await ctx.db.batch([
    waitingWork(ctx.db, waitingCountMax),
    siteTotals(ctx.db, ctx.actor.id),
    dailyNumbers(ctx.db, from, today),
  ])
  if (!work || !totals) throw new Error('A select without a table answers a row')
  return {
    waiting: waitingOf(work),
    nextRemovalDue: isoTimeOrNull(work.nextRemovalDue),
    salesOff: totals.isStocked === 0 && configuredMethods(ctx.config.payments).methods.length > 0,
    totals: {
      users: totals.users,
      videos: totals.videos,
      premium: newestValue(numbers, 'premium') ?? 0,
      storedBytes: totals.storedBytes,
      budgetBytes: ctx.settings.storageBudgetBytes,
    },
    days: daysOf(numbers, from, today),
    checklist: checklist(ctx.config, ctx.settings, {
      shippedTexts: totals.shippedTexts,
      hasSecondFactor: totals.hasSecondFactor === 1,
    }),
  }
}

function waitingOf(work: WaitingWork): Overview['waiting'] {
  const queue = (count: number, since: number | null) => ({ count, since: isoTimeOrNull(since) })
  return {
    pending: queue(work.pending, work.pendingSince),
    changed: queue(work.changed, work.changedSince),
    reports: queue(work.reports, work.reportsSince),
    comments: queue(work.comments, work.commentsSince),
    removals: queue(work.removals, work.removalsSince),
    appeals: queue(work.appeals, work.appealsSince),
    claims: queue(work.claims, work.claimsSince),
    paymentAlerts: queue(work.paymentAlerts, work.paymentAlertsSince),
    jobs: queue(work.jobs, work.jobsSince),
    mail: queue(work.mail, work.mailSince),
  }
}
