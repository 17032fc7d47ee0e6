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
  upheld: 'The comment you reported was removed. Thanks for telling us.',
  dismissed: 'We reviewed the comment you reported and decided to leave it up.',
} as const

/** Builds the email that tells a reporter the decision. */
export function reporterEmail(ctx: ServiceContext, status: keyof typeof outcomes, note: string) {
  return {
    subject: 'Our decision on your report',
    body: emailText(ctx, placeholders.name, [outcomes[status], ...(note === '' ? [] : [note])]),
  }
}
