import type { Condition } from '#db/conditions'
import type { ServiceContext } from '../../context'
import { dateText, emailText, queueMail } from '../../shared/mail'

interface Banned {
  id: number
  username: string
  email: string
  reason: string
  until: number | null
}

/** Emails the reason, the duration and where to object: the statement of reasons that a ban requires. */
export function banMail(
  ctx: ServiceContext,
  { id, username, email, reason, until }: Banned,
  onlyIf: Condition,
) {
  return queueMail(
    ctx,
    {
      dedupeKey: `ban:${id}:${ctx.now}`,
      to: email,
      subject: 'Your account was suspended',
      body: emailText(ctx, username, [
        until === null
          ? 'Your account was suspended.'
          : `Your account is suspended until ${dateText(until)}. It will be reinstated automatically.`,
        `The reason: ${reason}`,
        "Until then you can't sign in, and your videos are hidden.",
        `If you think this is a mistake, contact ${ctx.settings.contactEmail}.`,
      ]),
    },
    onlyIf,
  )
}

export function unbanMail(
  ctx: ServiceContext,
  account: Pick<Banned, 'id' | 'username' | 'email'>,
  onlyIf: Condition,
) {
  return queueMail(
    ctx,
    {
      dedupeKey: `unban:${account.id}:${ctx.now}`,
      to: account.email,
      subject: 'Your account has been reinstated',
      body: emailText(ctx, account.username, [
        'Your suspension has been lifted. You can sign in again, and your videos have been restored.',
        `Sign in: ${ctx.config.siteOrigin}/signin`,
      ]),
    },
    onlyIf,
  )
}
