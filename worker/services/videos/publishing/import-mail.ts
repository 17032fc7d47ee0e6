import { dayOf } from '#contract/values/shared/time'
import type { Condition } from '#db/conditions'
import type { Owner } from '../../accounts/entry'
import type { UserContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'

/** Tells an account that videos are published in its name: once a day, since a library has hundreds. */
export function importMail(ctx: UserContext, { id, username, email }: Owner, onlyIf: Condition) {
  const mail = {
    dedupeKey: `import:${id}:${dayOf(ctx.now)}`,
    to: email,
    subject: 'Videos were added to your account',
    body: emailText(ctx, username, [
      'An administrator moved videos of yours from another site to your account.',
      `See them under My Videos: ${ctx.config.siteOrigin}/my-videos`,
      `If you didn't expect this, contact ${ctx.settings.contactEmail}.`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}
