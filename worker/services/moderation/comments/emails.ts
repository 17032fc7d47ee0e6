import { type CommentReason, commentReasonNames } from '../../../../contract/values/moderation/comments'
import { commentText } from '../../../../db/queries/moderation/comments'
import { placeholders } from '../../../../db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText } from '../../shared/mail'

/** Builds the statement of reasons for the author. */
export function authorEmail(ctx: ServiceContext, reason: CommentReason, note: string) {
  return {
    subject: 'One of your comments was removed',
    body: emailText(ctx, placeholders.name, [
      `We removed this comment of yours: “${commentText}”`,
      `Reason: ${commentReasonNames[reason]}`,
      note,
      `If you think this is a mistake, contact ${ctx.settings.contactEmail}.`,
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

/** Builds the email that tells a reporter the decision: `gone` is said where the comment was gone already. */
export function reporterEmail(ctx: ServiceContext, status: keyof typeof outcomes, note: string) {
  const { left, gone } = outcomes[status]
  const body = (outcome: string) =>
    emailText(ctx, placeholders.name, [outcome, ...(note === '' ? [] : [note])])
  return { subject: 'Our decision on your report', left: body(left), gone: body(gone) }
}
