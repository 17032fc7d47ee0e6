import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { users, videos } from '../../schema'

// What reports, removal requests and appeals are shown with. By itself, since a case outlives its video.

/** What a card of a case shows of its video, and what the address of its poster hangs on. */
export function caseVideos(db: Db, ids: number[]) {
  return db
    .select({
      id: videos.id,
      userId: videos.userId,
      title: videos.title,
      isPremium: videos.isPremium,
      isPublic: videos.isPublic,
      status: videos.status,
      review: videos.review,
      hold: videos.hold,
      revision: videos.revision,
      posterKey: videos.posterKey,
      posterType: videos.posterType,
      posterBytes: videos.posterBytes,
      openReports: videos.openReports,
    })
    .from(named(ids))
    .innerJoin(videos, sql`${videos.id} = named.column1`)
}

export function accountNames(db: Db, ids: number[]) {
  return db
    .select({ id: users.id, username: users.username })
    .from(named(ids))
    .innerJoin(users, sql`${users.id} = named.column1`)
}

/**
 * A table of these numbers, none of them twice, whose column is `column1`. Written out, since a page of reports names up to
 * 150 accounts and D1 takes a hundred parameters; a table of values, since the rows of `json_each` count as read, too: a
 * page of twenty reports reads 84 rows with this, and 144 with that.
 */
function named(ids: number[]): SQL {
  const rows = ids.length === 0 ? ['(null)'] : ids.map((id) => `(${Math.trunc(id)})`)
  return sql.raw(`(values ${rows.join(', ')}) named`)
}
