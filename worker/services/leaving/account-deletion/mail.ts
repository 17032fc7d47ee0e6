import type { Condition } from '#db/conditions'
import { placeholders } from '#db/queries/shared/mail'
import type { ServiceContext, UserContext } from '../../context'
import { dateText, emailText, queueMail } from '../../shared/mail'

/**
 * Queues a security email, which can't be turned off. It tells how to restore the account, in case an
 * intruder entered the password.
 */
export function leavingMail(ctx: UserContext, deleteAt: number, onlyIf: Condition) {
  const { actor, config, now } = ctx
  return queueMail(
    ctx,
    {
      dedupeKey: `leaving:${actor.id}:${now}`,
      to: actor.email,
      subject: 'Your account will be deleted',
      body: emailText(ctx, actor.username, [
        `Your account will be deleted on ${dateText(deleteAt)}, along with everything in it. Your videos are now hidden and you've been signed out everywhere.`,
        `Changed your mind, or didn't request this? Sign in before then to restore everything: ${config.siteOrigin}/signin`,
        "After that, it can't be recovered, even by us.",
      ]),
    },
    onlyIf,
  )
}

/**
 * Builds the email to members whose report of a comment is still open when its author's account is erased.
 */
export function commentGoneMail(ctx: ServiceContext) {
  return {
    subject: 'Your report of a comment',
    body: emailText(ctx, placeholders.name, [
      'The comment you reported is no longer on the site. Thanks for telling us.',
    ]),
  }
}
