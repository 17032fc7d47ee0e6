import type { Condition } from '#db/conditions'
import { accountOf } from '#db/queries/accounts/users'
import type { AdminVideoRow } from '#db/queries/videos/for-staff'
import type { UserContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'
import { notify } from '../../shared/notices'

const sentences = {
  revert: (title: string) =>
    `You changed the title, description, tags or captions of “${title}” after we had approved it. We have put back what we had approved.`,
  recall: (title: string) =>
    `You changed the title, description, tags or captions of “${title}” after we had approved it, so we are reviewing it again. Until that's decided, only you and our team can see it.`,
}

/** Returns the statements that tell the uploader, in a list, since a promise would run them. */
export async function changesMail(
  ctx: UserContext,
  { id, userId, title }: AdminVideoRow,
  decision: keyof typeof sentences,
  note: string,
  onlyIf: Condition,
) {
  const [owner] = await accountOf(ctx.db, userId)
  if (!owner) return []
  const mail = queueMail(
    ctx,
    {
      dedupeKey: `video:${id}:${decision}:${ctx.requestId}`,
      to: owner.email,
      leaves: { from: 'review', id: userId },
      subject: 'Changes to your video were reviewed',
      body: emailText(ctx, owner.username, [
        sentences[decision](title),
        `Why: ${note}`,
        `See the video and edit it: ${ctx.config.siteOrigin}/edit-video/${id}`,
      ]),
    },
    onlyIf,
  )
  const outcome = decision === 'revert' ? 'reverted' : 'recalled'
  return [mail, notify(ctx, { userId, kind: 'review', outcome, videoId: id }, onlyIf)]
}
