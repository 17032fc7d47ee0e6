import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { users, videos, wherePublic } from '../../schema'
import { indexedBy, whereBeginsWith } from '../shared/index-hints'
import { beginning } from './search-terms'

/** Rows looked at for each kind of suggestion. */
const lookedAt = { titles: 40, names: 40 }

/** Returns titles with words that begin like the typed ones; those that begin like all of it come first. */
export function titlesBeginning(
  db: Db,
  { words, folded }: { words: readonly string[]; folded: string },
  limit: number,
) {
  const within = sql`select rowid as hit_id from video_search
    where video_search match '{title} : (' || ${beginning(words, 'AND')} || ')' order by rowid desc limit ${lookedAt.titles}`
  const from = sql`select id as hit_id from ${indexedBy(videos, 'videos_public_title')}
    where ${wherePublic} and ${whereBeginsWith(videos.titleFolded, folded)} order by title_folded limit ${limit}`
  const hits = sql`(select hit_id from (${within}) union select hit_id from (${from})) hits`
  return db
    .select({ id: sql<number>`min(videos.id)`, text: sql<string>`title` })
    .from(sql`${hits} cross join videos on videos.id = hits.hit_id`)
    .where(wherePublic)
    .groupBy(sql`title_folded`)
    .orderBy(sql`instr(title_folded, ${folded}) = 1 desc`, sql`max(popularity) desc`)
    .limit(limit)
}

/** What stands between the words of a name. */
const joiners = ['', '.', '-', '_']

/** Returns names of uploaders with public videos that begin like this; the very name first, then by their videos. */
export function uploadersBeginning(db: Db, words: readonly string[], limit: number) {
  const names = [...new Set(joiners.map((joiner) => words.join(joiner)))]
  const listed = sql`(select value from json_each(${JSON.stringify(names)}))`
  return db
    .select({ text: users.username })
    .from(users)
    .innerJoin(sql`owner_counts`, sql`owner_counts.user_id = ${users.id} and owner_counts.visible > 0`)
    .where(sql`${users.id} in (${words.length > 1 ? namedBy(names) : publishedBy(words, listed)})`)
    .orderBy(sql`username_canonical in ${listed} desc`, sql`owner_counts.visible desc`)
    .limit(limit)
}

/** Of one word: those who published last, and who has the very name. */
function publishedBy(words: readonly string[], listed: SQL): SQL {
  const recent = sql`select rowid as hit_id from video_search
    where video_search match '{uploader} : (' || ${beginning(words, 'AND')} || ')' order by rowid desc limit ${lookedAt.names}`
  return sql`select user_id from (${recent}) cross join videos on videos.id = hit_id
    union select id from users where username_canonical in ${listed}`
}

/**
 * Of several words by the names themselves: the index would go through all videos that have the words anywhere, since
 * hardly a name has them.
 */
function namedBy(names: readonly string[]): SQL {
  const each = names.map(
    (name) => sql`select id from (select id from ${indexedBy(users, 'users_username')}
      where ${whereBeginsWith(users.usernameCanonical, name)} limit ${lookedAt.names / names.length})`,
  )
  return sql.join(each, sql` union all `)
}
