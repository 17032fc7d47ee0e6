import type { Decision, ReporterEmail } from '#db/queries/moderation/reports'
import { placeholders } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText } from '../../shared/mail'

const outcomes = {
  upheld: 'The video you reported was removed. Thanks for telling us.',
  dismissed: 'We reviewed the video you reported and decided to leave it up.',
} as const

/** Builds the email that tells a reporter the decision and its note. */
export function reporterEmail(
  ctx: ServiceContext,
  { status, decisionNote }: Pick<Decision, 'status' | 'decisionNote'>,
): ReporterEmail {
  const receipt = `Your receipt: ${ctx.config.siteOrigin}/reports/${placeholders.number}\nReceipt ID: ${placeholders.number}`
  const body = (outcome: string) => emailText(ctx, placeholders.name, [outcome, decisionNote, receipt])
  return {
    subject: 'Our decision on your report',
    body: body(outcomes[status]),
    bodyOfGone: body('The video you reported is no longer on the site. Thanks for telling us.'),
  }
}
