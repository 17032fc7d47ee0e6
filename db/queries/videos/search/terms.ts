import { type SQL, sql } from 'drizzle-orm'
import { foldLoosely } from '#contract/values/shared/fold-loosely'
import { isRun, pairsOf } from '#contract/values/videos/search-words'

// Expressions for the index's MATCH, and what it can't tell. Words contain only letters, marks and digits, so
// that quoting them is enough.

/** The lengths of the prefixes in the index; longer ones are looked up among the words. */
const prefixLengths = { min: 2, max: 6 }
/** Maximum number of words that complete a typed one, in alphabetical order. */
const completionsAtMost = sql.raw('12')
/** The columns with the pairs of runs. A description has its runs whole, and is found by how they begin. */
const withPairs = ['title', 'tags', 'category']

export type Joined = 'AND' | 'OR'

/** A part of an expression: its text, or how SQL makes it. */
type Part = string | SQL

/** Matches texts with words that begin like the given ones, and with runs that contain those given. */
export function beginning(words: readonly string[], joined: Joined): SQL {
  return inOne(
    between(
      ` ${joined} `,
      words.map((word, at) => formsOf(word, words[at - 1], words[at + 1])),
    ),
  )
}

/** Matches a word in each form that a text may have it in; also joined with its neighbours in the search. */
function formsOf(word: string, before?: string, after?: string): Part[] {
  const loose = foldLoosely(word)
  const isJoinable = (other?: string) => other !== undefined && !isRun(other) && !isRun(word)
  const joined = [
    ...(isJoinable(before) ? [`${before}${word}`] : []),
    ...(isJoinable(after) ? [`${word}${after}`] : []),
  ]
  const forms = [
    [beginningWith(loose)],
    // Descriptions alone have letters as they are typed, and no pairs.
    ...(loose === word ? [] : [[isLong(word) ? `"${word}"*` : beginningWith(word)]]),
    ...joined.map((form) => [`"${foldLoosely(form)}"`]),
  ]
  return ['(', ...between(' OR ', forms), ')']
}

function beginningWith(word: string): Part {
  const { length } = [...word]
  if (length < prefixLengths.min) return `"${word}"`
  if (isLong(word)) return `${inPairs(word)} OR "${word}"*`
  if (length <= prefixLengths.max) return `"${word}"*`
  // A longer prefix in the index would merge the lists of all words that begin like it, however long these
  // are. That still happens if there are too many such words to name.
  return sql`(select case when count(*) > ${completionsAtMost} then ${literal(`"${word}"*`)}
    else ${literal(`"${word}"`)} || coalesce(' OR "' || group_concat(word, '" OR "') || '"', '') end
    from (select word from search_words where word > ${literal(word)} and word < ${literal(`${word}\u{10ffff}`)}
      limit ${completionsAtMost} + 1))`
}

/** Returns whether a run has several pairs, which a text may have without having them in a row. */
function isLong(word: string): boolean {
  return isRun(word) && [...word].length > prefixLengths.min
}

/** Matches texts that have all pairs of a run in one column. */
function inPairs(run: string): string {
  const pairs = pairsOf(run).map((pair) => `"${pair}"`)
  return withPairs.map((column) => `{${column}} : (${pairs.join(' AND ')})`).join(' OR ')
}

/** Returns whether the index can't tell all about hits for these words. */
export function hasLongRun(words: readonly string[]): boolean {
  return words.some((word) => isLong(foldLoosely(word)))
}

/**
 * Holds, in SQL, unless a video's title has the pairs of a run, but not in a row, and no tag has the run. Tags and
 * categories are short: they hardly ever have the pairs otherwise.
 */
export function whereInARow(words: readonly string[]): SQL {
  const each = words
    .filter((word) => isLong(foldLoosely(word)))
    .map((word) => {
      const run = foldLoosely(word)
      const places = pairsOf(run).map((pair) => sql`instr(title_folded, ${literal(pair)})`)
      return sql`(instr(title_folded, ${literal(run)}) > 0 or 0 in (${sql.join(places, sql`, `)})
        or instr(tags, ${literal(word)}) > 0)`
    })
  return sql.join([sql`true`, ...each], sql` and `)
}

function between(joiner: string, lists: readonly Part[][]): Part[] {
  return lists.flatMap((list, at) => (at === 0 ? list : [joiner, ...list]))
}

/** Makes one text in SQL of the parts, with few operators, since D1 limits how deep they may nest. */
function inOne(parts: readonly Part[]): SQL {
  const merged: Part[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part
    else merged.push(part)
  }
  return sql.join(
    merged.map((part) => (typeof part === 'string' ? literal(part) : part)),
    sql` || `,
  )
}

/** Returns a text as a literal in the statement, since D1 takes at most a hundred parameters. */
export function literal(text: string): SQL {
  if (/['\0]/.test(text)) throw new Error('A quotation mark can’t be written into a statement')
  return sql.raw(`'${text}'`)
}
