import { and, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { ownerCounts, users, videos, wherePublic } from '#db/schema'
import { expressions, indexedBy, whereBeginsWith } from '../../shared/index-hints'
import { beginning, whereInARow } from './terms'

/** Number of rows looked at for each kind of suggestion. */
const lookedAt = { titles: 40, names: 40 }

/**
 * Returns videos whose titles have words that begin like the typed ones, or begin with the whole text. They
 * are unsorted, since sorting in SQL reads each of them twice.
 */
export function titlesBeginning(
  db: Db,
  { words, folded }: { words: readonly string[]; folded: string },
  limit: number,
) {
  const within = sql`select rowid as hit_id from video_search
    where video_search match '{title} : (' || ${beginning(words, 'AND')} || ')' order by rowid desc limit ${lookedAt.titles}`
  const from = sql`select id as hit_id from ${indexedBy(videos, 'videos_public_title')}
    where ${wherePublic} and ${whereBeginsWith(videos.titleFolded, folded)} order by title_folded limit ${limit}`
  return db
    .select(
      expressions({
        id: videos.id,
        text: videos.title,
        folded: videos.titleFolded,
        popularity: videos.popularity,
      }),
    )
    .from(
      sql`(select hit_id from (${within}) union all select hit_id from (${from})) hits
        cross join videos on videos.id = hits.hit_id`,
    )
    .where(and(wherePublic, whereInARow(words)))
}

/** Characters between the words of a name. */
const joiners = ['', '.', '-', '_']

/** Returns the names that an uploader may have if these words were typed as a name. */
export function namesOfWords(words: readonly string[]): string[] {
  return [...new Set(joiners.map((joiner) => words.join(joiner)))]
}

/** Returns uploaders with public videos whose names begin like this, also unsorted. */
export function uploadersBeginning(db: Db, words: readonly string[]) {
  const names = namesOfWords(words)
  const found = words.length > 1 ? namedBy(names) : publishedBy(words, names)
  return db
    .select(expressions({ text: users.username, name: users.usernameCanonical, videos: ownerCounts.visible }))
    .from(
      sql`json_each((select json_group_array(distinct found_id) from (${found}))) e
        cross join users on users.id = e.value
        join owner_counts on owner_counts.user_id = users.id and owner_counts.visible > 0`,
    )
}

/** Returns, in SQL, the accounts for one word: the latest to publish, and the account with that very name. */
function publishedBy(words: readonly string[], names: readonly string[]): SQL {
  const recent = sql`select rowid as hit_id from video_search
    where video_search match '{uploader} : (' || ${beginning(words, 'AND')} || ')' order by rowid desc limit ${lookedAt.names}`
  return sql`select user_id as found_id from (${recent}) cross join videos on videos.id = hit_id
    union all select id from users where username_canonical in (select value from json_each(${JSON.stringify(names)}))`
}

/**
 * Returns, in SQL, the accounts for several words, by the names themselves: the index would go through all
 * videos that have the words anywhere, although hardly any name has them.
 */
function namedBy(names: readonly string[]): SQL {
  const each = names.map(
    (name) => sql`select id as found_id from (select id from ${indexedBy(users, 'users_username')}
      where ${whereBeginsWith(users.usernameCanonical, name)} limit ${lookedAt.names / names.length})`,
  )
  return sql.join(each, sql` union all `)
}
