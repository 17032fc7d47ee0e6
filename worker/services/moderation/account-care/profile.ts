import { clearProfile as clearRow, dropAvatar, whereSaysSomething } from '#db/queries/videos/profiles'
import type { UserContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'
import { enqueuePrune } from '../../shared/objects'
import { findAccount } from '../users-admin/get'
import { actOnce } from './act-on'

/**
 * Removes a member's profile text and picture, and emails them. As with warnings, the log doesn't repeat the
 * text.
 */
export async function clearProfile(ctx: UserContext, id: number): Promise<void> {
  const { db, now } = ctx
  const { username, email } = await findAccount(ctx, id)
  const mail = {
    dedupeKey: `profile:${id}:${ctx.requestId}`,
    to: email,
    subject: 'Your profile was cleared',
    body: emailText(ctx, username, [
      "We removed the text and the picture from your profile, because they don't follow our rules.",
      `You can write a new one in your account: ${ctx.config.siteOrigin}/account`,
      `If you think this is a mistake, contact ${ctx.settings.contactEmail}.`,
    ]),
  }
  await actOnce(ctx, id, {
    action: 'user.clear-profile',
    before: null,
    after: null,
    target: whereSaysSomething,
    otherwise: "There's nothing on this profile.",
    changes: (onlyIf) => [
      queueMail(ctx, mail, onlyIf),
      ...dropAvatar(db, id, now, onlyIf),
      clearRow(db, id, now, onlyIf),
    ],
  })
  ctx.defer(enqueuePrune(ctx))
}
