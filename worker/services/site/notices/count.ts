import type { User } from '../../../../contract/schemas/accounts/auth'
import type { UnreadNotices } from '../../../../contract/schemas/site/notices'
import { noticeKinds, unreadShown } from '../../../../contract/values/shared/notices'
import { countUnread } from '../../../../db/queries/site/notices'
import { userView } from '../../accounts/accounts'
import type { ServiceContext, UserActor } from '../../context'

/** The latest of each table that a count looks at. */
const lookedAt = 30

/** Counts what an account hasn't read, up to one more than the bell shows. */
export async function unreadOf({ db }: ServiceContext, actor: Counted): Promise<UnreadNotices> {
  const { id, mutedNotices, noticesReadAt } = actor
  const kinds = noticeKinds.filter((kind) => !mutedNotices.includes(kind))
  const [row] = await countUnread(db, { userId: id, since: noticesReadAt, kinds }, lookedAt, unreadShown + 1)
  return { unread: row?.unread ?? 0 }
}

type Counted = Pick<UserActor, 'id' | 'mutedNotices' | 'noticesReadAt'>

/** Returns the caller's own account with the number of what it hasn't read. */
export async function ownView(ctx: ServiceContext, actor: UserActor): Promise<User> {
  return { ...userView(actor, ctx.now), ...(await unreadOf(ctx, actor)) }
}
