import { type SQL, sql } from 'drizzle-orm'

// Expressions for the index's MATCH. Words are letters and digits alone, so that quoting them is enough.

/** The index has prefixes of these lengths; longer ones are looked up among the words. */
const prefixLengths = { min: 2, max: 6 }
/** Words that begin like a typed one, in their order. */
const completionsAtMost = 12

export type Joined = 'AND' | 'OR'

/** Matches words that begin like the given ones. */
export function beginning(words: readonly string[], joined: Joined): SQL {
  return sql.join(words.map(beginningWith), sql` || ${` ${joined} `} || `)
}

function beginningWith(word: string): SQL {
  const { length } = [...word]
  if (length < prefixLengths.min) return sql`${`"${word}"`}`
  if (length <= prefixLengths.max) return sql`${`"${word}"*`}`
  // A longer prefix in the index would merge the lists of all words that begin like it, however long they are.
  // It still does where there are too many such words to name.
  return sql`(select case when count(*) > ${completionsAtMost} then ${`"${word}"*`}
    else ${`("${word}"`} || coalesce(' OR "' || group_concat(word, '" OR "') || '"', '') || ')' end
    from (select word from search_words where word > ${word} and word < ${`${word}\u{10ffff}`}
      limit ${completionsAtMost + 1}))`
}
