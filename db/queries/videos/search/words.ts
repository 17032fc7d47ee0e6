import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { insertFrom } from '#db/insert-from'
import { categories, searchBacklog, searchTypos, searchWords, users, videos, wherePublic } from '#db/schema'
import { beginning } from './terms'

/** Number up to which a word's hits are counted: more don't make it likelier. */
export const hitsAtMost = 20
/** Maximum number of words that a misspelling may stand for. */
const candidatesAtMost = 40

/**
 * Returns videos that became public or were changed, oldest change first, with their texts; no texts for
 * videos hidden by now.
 */
export function videosToIndex(db: Db, atMost: number) {
  return db
    .select({
      id: searchBacklog.id,
      videoId: searchBacklog.videoId,
      title: videos.title,
      tags: videos.tags,
      username: users.username,
      category: categories.name,
    })
    .from(searchBacklog)
    .leftJoin(videos, sql`${videos.id} = ${searchBacklog.videoId} and ${wherePublic}`)
    .leftJoin(users, eq(users.id, videos.userId))
    .leftJoin(categories, eq(categories.id, videos.categoryId))
    .orderBy(asc(searchBacklog.id))
    .limit(atMost)
}

/** Adds words and the typos that lead to them; in one batch with the removal from the backlog. */
export function insertWords(
  db: Db,
  {
    ids,
    words,
    typos,
  }: {
    /** Rows of the backlog. */
    ids: readonly number[]
    words: readonly string[]
    /** A statement for each slice. */
    typos: readonly Words['typos'][]
  },
) {
  return [
    insertFrom(
      db,
      searchWords,
      { word: sql`value` },
      sql`from ${given(words)} where true`,
    ).onConflictDoNothing(),
    ...typos.map((slice) =>
      insertFrom(
        db,
        searchTypos,
        { typo: sql`value ->> 0`, word: sql`value ->> 1` },
        sql`from ${given(slice)} where true`,
      ).onConflictDoNothing(),
    ),
    db.delete(searchBacklog).where(inArray(searchBacklog.id, sql`(select value from ${given(ids)})`)),
  ] as const
}

/** Returns the public words close to a misspelled one, by its keys, and the number of hits for each. */
export function wordsNear(db: Db, typed: string, keys: readonly string[]) {
  const listed = sql`(select value from ${given(keys)})`
  return db
    .select({
      word: sql<string>`word`,
      hits: sql<number>`(select count(*) from (select 1 from video_search
        where video_search match '"' || near.word || '"' limit ${hitsAtMost}))`,
    })
    .from(
      sql`(select word from (select word from search_typos where typo in ${listed}
        union select word from search_words where word in ${listed})
        order by abs(length(word) - length(${typed})) limit ${candidatesAtMost}) near`,
    )
}

/** Returns the number of hits for a word, or for words that begin with it. */
export function hitsOfWord(db: Db, word: string) {
  return db
    .select({ hits: sql<number>`count(*)` })
    .from(
      sql`(select 1 from video_search where video_search match ${beginning([word], 'AND')} limit ${hitsAtMost})`,
    )
}

interface Words {
  words: readonly string[]
  typos: readonly (readonly [typo: string, word: string])[]
}

/** Returns words that no public video has, from a random position on. */
export function strayWords(db: Db, atMost: number) {
  const from = sql`(select abs(random()) % (max(rowid) + 1) from search_words)`
  return db
    .select({ word: sql<string>`word` })
    .from(sql`(select word from search_words where rowid >= ${from} limit ${atMost}) some`)
    .where(sql`not exists (select 1 from video_search where video_search match '"' || some.word || '"')`)
}

export function deleteStrayWords(db: Db, { words, typos }: Words) {
  return [
    db.delete(searchTypos).where(
      sql`(typo, word) in (select value ->> 0, value ->> 1 from ${given(typos)}) and not exists
          (select 1 from video_search where video_search match '"' || ${searchTypos.word} || '"')`,
    ),
    // The condition is checked again, for videos published in between.
    db.delete(searchWords).where(
      sql`${searchWords.word} in (select value from ${given(words)}) and not exists
        (select 1 from video_search where video_search match '"' || ${searchWords.word} || '"')`,
    ),
  ] as const
}

function given(values: readonly unknown[]): SQL {
  return sql`json_each(${JSON.stringify(values)})`
}
