import { type SQL, sql } from 'drizzle-orm'

// Expressions for the index's MATCH. Words contain only letters and digits, so that quoting them is enough.

/** The lengths of the prefixes in the index; longer ones are looked up among the words. */
const prefixLengths = { min: 2, max: 6 }
/** Maximum number of words that complete a typed one, in alphabetical order. */
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
  // A longer prefix in the index would merge the lists of all words that begin like it, however long these
  // are. That still happens if there are too many such words to name.
  return sql`(select case when count(*) > ${completionsAtMost} then ${`"${word}"*`}
    else ${`("${word}"`} || coalesce(' OR "' || group_concat(word, '" OR "') || '"', '') || ')' end
    from (select word from search_words where word > ${word} and word < ${`${word}\u{10ffff}`}
      limit ${completionsAtMost + 1}))`
}
