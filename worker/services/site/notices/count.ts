import type { User } from '#contract/schemas/accounts/auth'
import type { UnreadNotices } from '#contract/schemas/site/notices'
import { unreadShown } from '#contract/values/shared/notices'
import { countUnread } from '#db/queries/site/notices'
import { userView } from '../../accounts/entry'
import type { ReadContext, UserActor } from '../../context'
import { toldKinds } from './told-kinds'

/** The most rows of each table, latest first, that a count reads. */
const lookedAt = 30

/** Counts an account's unread notifications, up to one more than the bell shows. */
export async function unreadOf(ctx: ReadContext, userId: number): Promise<UnreadNotices> {
  const { db, now } = ctx
  const [row] = await countUnread(db, { userId, kinds: toldKinds(ctx), now }, lookedAt, unreadShown + 1)
  return { unread: row?.unread ?? 0 }
}

/** Returns the caller's own account with its number of unread notices. */
export function ownView(actor: UserActor, unread: UnreadNotices, now: number): User {
  return { ...userView(actor, now), ...unread }
}
