import { dayOf } from '#contract/values/shared/time'
import type { Condition } from '#db/conditions'
import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'

interface Addressee {
  id: number
  email: string
  username: string
}

interface News {
  /** Identifies the event for the outbox, with the account. */
  event: string
  subject: string
  /** One sentence that says what happened. */
  text: string
}

/** Emails the owner about a change to sign-in, in case it was made by an intruder. */
export function securityMail(
  ctx: ServiceContext,
  to: Addressee,
  { event, subject, text }: News,
  onlyIf?: Condition,
) {
  const body = emailText(ctx, to.username, [
    text,
    `If that was you, you don't need to do anything. If it wasn't, change your password, remove any passkeys that aren't yours, and sign out everywhere: ${ctx.config.siteOrigin}/account?tab=settings`,
  ])
  return queueMail(ctx, { dedupeKey: `security:${to.id}:${event}`, to: to.email, subject, body }, onlyIf)
}

export function mailOfRecovery(ctx: ServiceContext, to: Addressee, onlyIf: Condition) {
  const news = {
    event: `recovery:${ctx.requestId}`,
    subject: 'A recovery code was used',
    text: "Someone just signed in to your account with your password and a recovery code. That code can't be used again.",
  }
  return securityMail(ctx, to, news, onlyIf)
}

/** Sent once a day, however many guesses there are. */
export function mailOfGuesses(ctx: ServiceContext, to: Addressee) {
  const news = {
    event: `guesses:${dayOf(ctx.now)}`,
    subject: 'Someone has your password',
    text: "Someone entered your correct password followed by a wrong code several times. They didn't get in.",
  }
  return securityMail(ctx, to, news)
}
