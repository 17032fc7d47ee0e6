import { type CommentReason, commentReasonNames } from '#contract/values/moderation/comments'
import { commentText } from '#db/queries/moderation/comments'
import { placeholders } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText } from '../../shared/mail'

/** Builds the email for the author: of a removal, the statement of reasons. */
export function authorEmail(
  ctx: ServiceContext,
  act: 'removed' | 'restored',
  reason: CommentReason,
  note: string,
) {
  const mistake = `If you think this is a mistake, contact ${ctx.settings.contactEmail}.`
  const [why, next] = act === 'removed' ? [[`Reason: ${commentReasonNames[reason]}`], [mistake]] : [[], []]
  return {
    subject: `One of your comments was ${act}`,
    body: emailText(ctx, placeholders.name, [
      `We ${act} this comment of yours: “${commentText}”`,
      ...why,
      note,
      ...next,
    ]),
  }
}

const outcomes = {
  upheld: {
    left: 'The comment you reported was removed. Thanks for telling us.',
    gone: 'The comment you reported is no longer on the site. Thanks for telling us.',
  },
  dismissed: {
    left: 'We reviewed the comment you reported and decided to leave it up.',
    gone: 'We reviewed the comment you reported. It is no longer on the site.',
  },
} as const

/**
 * Builds the email that tells a reporter the decision; `gone` is the text if the comment was gone already.
 */
export function reporterEmail(ctx: ServiceContext, status: keyof typeof outcomes, note: string) {
  const { left, gone } = outcomes[status]
  const body = (outcome: string) =>
    emailText(ctx, placeholders.name, [outcome, ...(note === '' ? [] : [note])])
  return { subject: 'Our decision on your report', left: body(left), gone: body(gone) }
}
