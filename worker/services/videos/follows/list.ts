import type { PageQuery } from '#contract/schemas/shared/lists'
import type { Followed } from '#contract/schemas/videos/profiles'
import { followedPage } from '#db/queries/videos/library/follows'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime } from '../../shared/time'
import { avatarUrl } from '../profiles/view'

/** Lists the accounts that the account follows, latest first. No one else sees it. */
export async function listFollows(ctx: UserContext, { limit, cursor }: PageQuery): Promise<Page<Followed>> {
  const [followedAt, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = followedAt !== undefined && id !== undefined ? { followedAt, id } : undefined
  const rows = await followedPage(ctx.db, { followerId: ctx.actor.id, now: ctx.now }, limit + 1, after)
  const { items, nextCursor } = page(rows, limit, (row) => [row.followedAt, row.id])
  return { items: items.map((row) => view(ctx, row)), nextCursor }
}

/** Returns a followed account. One that lost its page has only its name, by which it can be unfollowed. */
function view(ctx: UserContext, row: Awaited<ReturnType<typeof followedPage>>[number]): Followed {
  const hasPage = Boolean(row.hasPage)
  return {
    id: row.id,
    username: row.username,
    avatarUrl: hasPage ? avatarUrl(ctx, row.id, row) : null,
    followers: hasPage ? row.followers : 0,
    hasPage,
    followedAt: isoTime(row.followedAt),
  }
}
