import { latinTwins } from '#contract/values/accounts/usernames'
import { unspaced } from '#contract/values/shared/fold'
import { foldLoosely } from '#contract/values/shared/fold-loosely'
import { joinedNeighbours } from '#contract/values/videos/search-words'

/** Reads a list as it is typed, one term a line. */
export function termsOf(list: string): string[] {
  return list
    .split('\n')
    .map((line) => line.trim())
    .filter((term) => wordsOf(term) !== '')
}

/**
 * Returns the first term of a list that a text contains, as the list has it; null for none. Case, accents, width and
 * punctuation don't count. Whole words match, and in scripts without spaces any part of the text.
 */
export function findTerm(list: string, text: string): string | null {
  const words = delimited(text)
  return termsOf(list).find((term) => holds(words, delimited(term))) ?? null
}

/** As `findTerm`, for a search: it also asks for words that the index has joined. */
export function findTermInSearch(list: string, q: string): string | null {
  return findTerm(list, q) ?? findTerm(list, joinedNeighbours(q).join(' '))
}

/** Where a word of a username begins, in the middle of it: at a capital, and where letters and digits meet. */
const inUsername = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu

/**
 * Returns the first term of a list that a username contains; null for none. Without spaces, its words begin at capitals
 * and digits; a name that is nothing but the term has it also in letters and digits that look like it. A number of two
 * digits is mostly a year, and counts where it is set apart.
 */
export function findTermInUsername(list: string, username: string): string | null {
  const words = delimited(username.replace(inUsername, ' '))
  const bare = [username, username.replace(/[0-9._-]+$/, '')]
    .filter((each) => /\p{L}/u.test(each))
    .map(spelling)
  const isWithin = (term: string) =>
    bare.includes(spelling(term)) || (!/^\d{1,2}$/.test(wordsOf(term)) && holds(words, delimited(term)))
  return findTerm(list, username) ?? termsOf(list).find(isWithin) ?? null
}

/** Letters that people write as digits, beside those that look the same. */
const digitLetters: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Returns the letters of a name or term, one for all that look alike. */
function spelling(text: string): string {
  return latinTwins(wordsOf(text).replaceAll(' ', '')).replace(
    /[3457]/g,
    (digit) => digitLetters[digit] ?? digit,
  )
}

/** Returns the words of a text, folded, with one space between them. */
function wordsOf(text: string): string {
  return foldLoosely(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

const eachUnspaced = new RegExp(unspaced, 'gu')

/** Returns the words of a text with a mark at each place where one may begin or end. */
function delimited(text: string): string {
  const marked = wordsOf(text).replaceAll(' ', '\n \n').replace(eachUnspaced, '\n$&\n')
  return `\n${marked}\n`.replace(/\n+/g, '\n')
}

/** Returns whether delimited words are among those of a text. Its first mark, the commonest sign, is looked at last. */
function holds(text: string, words: string): boolean {
  const rest = words.slice(1)
  for (let at = text.indexOf(rest); at >= 0; at = text.indexOf(rest, at + 1)) {
    if (text[at - 1] === '\n') return true
  }
  return false
}
