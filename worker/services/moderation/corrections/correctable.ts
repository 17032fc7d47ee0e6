import type { CorrectedField } from '#contract/values/moderation/content'
import { holdNames } from '#contract/values/moderation/safety'
import type { Condition } from '#db/conditions'
import { accountOf } from '#db/queries/accounts/users'
import type { AdminVideoRow } from '#db/queries/videos/for-staff'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'
import { notify } from '../../shared/notices'
import { anyVideo } from '../../videos/browse'

/** Returns a video that staff may correct. A video on hold can't be: it may be evidence. */
export async function correctable(ctx: UserContext, id: number): Promise<AdminVideoRow> {
  const row = await anyVideo(ctx, id)
  if (row.hold) throw new AppError('conflict', `${holdNames[row.hold]}, so it can't be corrected.`)
  return row
}

/**
 * The fields that a correction changes, as they are logged: texts, names of categories and languages, keys of
 * pictures.
 */
export type Facts = Partial<Record<CorrectedField, string | null>>

/**
 * Returns the statements that tell the uploader, in a list, since a promise would run them. There are none if
 * the uploader made the correction or no longer has an account.
 */
export async function correctionMail(
  ctx: UserContext,
  { id, userId, title }: AdminVideoRow,
  sentences: readonly string[],
  onlyIf: Condition,
) {
  const [owner] = await accountOf(ctx.db, userId)
  if (!owner || userId === ctx.actor.id) return []
  const mail = queueMail(
    ctx,
    {
      dedupeKey: `video:${id}:corrected:${ctx.requestId}`,
      to: owner.email,
      leaves: { from: 'review', id: userId },
      subject: 'Your video was corrected',
      body: emailText(ctx, owner.username, [
        `Our team changed your video “${title}”.`,
        ...sentences,
        `See the video and edit it: ${ctx.config.siteOrigin}/edit-video/${id}`,
      ]),
    },
    onlyIf,
  )
  return [mail, notify(ctx, { userId, kind: 'review', outcome: 'corrected', videoId: id }, onlyIf)]
}
