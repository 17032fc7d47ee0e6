import type { Condition } from '../../../../db/conditions'
import type { UserContext } from '../../context'
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
        `Your account will be deleted on ${dateText(deleteAt)}, with all that is its own. Its videos are hidden from now on, and you are signed out everywhere.`,
        `Changed your mind, or it wasn't you? Sign in before that day, and everything is as it was: ${config.siteOrigin}/signin`,
        'After that nothing brings it back, not even we can.',
      ]),
    },
    onlyIf,
  )
}
