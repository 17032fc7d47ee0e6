import type { Decision, ReporterEmail } from '../../../../db/queries/moderation/reports'
import { placeholders } from '../../../../db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText } from '../../shared/mail'

const outcomes = {
  upheld: 'The video that you reported was removed. Thank you for telling us.',
  dismissed: 'We looked into the video that you reported, and decided to leave it where it is.',
} as const

/** Builds the email that tells a reporter the decision and its note. */
export function reporterEmail(
  ctx: ServiceContext,
  { status, decisionNote }: Pick<Decision, 'status' | 'decisionNote'>,
): ReporterEmail {
  const receipt = `Your receipt: ${ctx.config.siteOrigin}/reports/${placeholders.number}`
  const body = (outcome: string) => emailText(ctx, placeholders.name, [outcome, decisionNote, receipt])
  return {
    subject: 'Your report was decided',
    body: body(outcomes[status]),
    bodyOfGone: body('The video that you reported is no longer on the site. Thank you for telling us.'),
  }
}
