import { dayName, dayOf } from '#contract/values/shared/time'
import { type HealthId, healthNames } from '#contract/values/site/health'
import { always } from '#db/conditions'
import { mailAdministrators } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText, kickMail } from '../../shared/mail'
import { checkHealth } from './check'

/**
 * Checks that administrators are emailed about. Removal requests have reminders of their own, and a check
 * that may fail for a moment is no reason to email. A copy of the settings that can't be written fails as a
 * task.
 */
const watched: readonly HealthId[] = ['size', 'cron', 'files', 'imports', 'jobs', 'mail', 'payments', 'scan']

/** Emails administrators about failed checks, each at most once a day. */
export async function watchHealth(ctx: ServiceContext): Promise<void> {
  const { checks } = await checkHealth(ctx)
  const wrong = checks.filter(({ id, ok, tasks }) => {
    // This is a task itself: cron runs, though its last run may be long ago.
    return ok === false && watched.includes(id) && tasks?.length !== 0
  })
  if (wrong.length === 0) return
  const mails = wrong.map(({ id }) => mailAdministrators(ctx.db, alert(ctx, id), ctx.now, always))
  for (const mail of mails) await mail
  await kickMail(ctx)
}

function alert(ctx: ServiceContext, id: HealthId) {
  return {
    event: `health:${id}:${dayName(dayOf(ctx.now))}`,
    subject: `Your site needs attention: ${healthNames[id]}`,
    body: emailText(ctx, null, [
      `Something isn't as it should be: ${healthNames[id]}.`,
      `See what it is: ${ctx.config.siteOrigin}/admin?tab=status`,
      'What to do about it is in docs/operating.md, under Alerts. You get one email a day for as long as it lasts.',
    ]),
  }
}
