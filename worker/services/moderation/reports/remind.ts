import { isBusinessDay, reportClockText, reportSoonMs } from '#contract/values/moderation/report-clock'
import { dayName, dayOf } from '#contract/values/shared/time'
import { always } from '#db/conditions'
import { reportsNearlyDue } from '#db/queries/moderation/report-clock'
import { mailAdministrators } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText, kickMail } from '../../shared/mail'

/** Reminds administrators, once on each business day, of reports that are overdue or nearly due. */
export async function remindOfReports(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  if (!isBusinessDay(now)) return
  const [found] = await reportsNearlyDue(db, now, now + reportSoonMs)
  if (!found || found.late + found.soon === 0) return
  await mailAdministrators(db, reminder(ctx, found), now, always)
  await kickMail(ctx)
}

function reminder(ctx: ServiceContext, { late, soon }: { late: number; soon: number }) {
  const { siteOrigin } = ctx.config
  return {
    event: `report-clock:${dayName(dayOf(ctx.now))}`,
    subject: late > 0 ? `Urgent: ${reportsText(late)} overdue` : `${reportsText(soon)} due soon`,
    body: emailText(ctx, null, [
      ...(late > 0 ? [`Overdue: ${late}.`] : []),
      ...(soon > 0 ? [`Due within two days: ${soon}.`] : []),
      `Reports of videos and comments are decided ${reportClockText}.`,
      `Videos: ${siteOrigin}/admin?tab=reports`,
      `Comments: ${siteOrigin}/admin?tab=comments`,
    ]),
  }
}

function reportsText(count: number): string {
  return count === 1 ? '1 report is' : `${count} reports are`
}
