import { batchNamed } from '../../../../db/batch-named'
import { closeListByStaff, ownerOfShared, whereSharedBy } from '../../../../db/queries/videos/lists'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { emailText, kickMail, queueMail } from '../../shared/mail'
import { listNotFound } from '../../videos/lists'

/** Closes the link of a list for good, and tells its owner why. The list stays its owner's own. */
export async function closeSharedList(ctx: UserContext, key: string, note: string): Promise<void> {
  const { db, now } = ctx
  const [list] = await ownerOfShared(db, key)
  if (!list) throw listNotFound()
  const onlyIf = whereSharedBy(key)
  const mail = {
    dedupeKey: `list:${list.id}:closed`,
    to: list.email,
    subject: 'We disabled a shared link',
    body: emailText(ctx, list.username, [
      `We disabled the link of your list “${list.name}”. No one else can open it, and it can't be shared again.`,
      `Reason: ${note}`,
      `The list is still in your account: ${ctx.config.siteOrigin}/lists/${list.id}`,
    ]),
  }
  const act = { action: 'list.close', subject: 'list', subjectId: list.id, reason: note }
  const { closed } = await batchNamed(db, [
    queueMail(ctx, mail, onlyIf),
    audit(
      ctx,
      {
        ...act,
        details: {
          name: list.name,
          ownerId: list.userId,
          before: { link: 'open' },
          after: { link: 'closed' },
        },
      },
      onlyIf,
    ),
    { closed: closeListByStaff(db, key, now) },
  ])
  if (closed.length === 0) throw listNotFound()
  ctx.defer(kickMail(ctx))
}
