import type { ReadNotices, UnreadNotices } from '#contract/schemas/site/notices'
import { markAllRead, markRead, type NoticeSource } from '#db/queries/site/notices'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { unreadOf } from './count'

/** Marks notifications as read: single ones, or all up to a time. Returns how many are left. Safe to repeat. */
export async function readNotices(ctx: UserContext, input: ReadNotices): Promise<UnreadNotices> {
  const { actor, db, now } = ctx
  await enforceLimit(ctx, 'readNotices', String(actor.id))
  if ('ids' in input) {
    await db.batch(markRead(db, actor.id, divided(input.ids), now))
    return unreadOf(ctx, actor.id)
  }
  // A later time would mark notifications as read before they exist.
  const upTo = Math.min(Date.parse(input.upTo), now)
  await markAllRead(db, actor.id, upTo)
  return unreadOf(ctx, actor.id)
}

function divided(ids: readonly string[]): Record<NoticeSource, number[]> {
  const startingWith = (letter: string) =>
    ids.filter((id) => id.startsWith(letter)).map((id) => Number(id.slice(1)))
  return { notice: startingWith('n'), video: startingWith('v') }
}
