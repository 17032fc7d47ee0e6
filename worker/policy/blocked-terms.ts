import { usernameSkeleton } from '#contract/values/accounts/usernames'
import { foldText } from '#contract/values/shared/fold'

/** Scripts that write words without spaces, or whose particles join the word. */
const unspaced =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u

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
  const words = wordsOf(text)
  return termsOf(list).find((term) => contains(words, wordsOf(term))) ?? null
}

/** Where a word of a username begins: at a capital, and between letters and digits. */
const inUsername = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu

/**
 * Returns the first term of a list that a username contains; null for none. Without spaces, its words begin at capitals
 * and digits; a name that is nothing but the term has it also in look-alike letters.
 */
export function findTermInUsername(list: string, username: string): string | null {
  const words = username.replace(inUsername, ' ')
  const bare = [username, username.replace(/[0-9._-]+$/, '')].map(usernameSkeleton)
  const spelled = (term: string) => bare.includes(usernameSkeleton(wordsOf(term).replaceAll(' ', '')))
  return findTerm(list, username) ?? findTerm(list, words) ?? termsOf(list).find(spelled) ?? null
}

/** Returns the words of a text, folded, with one space between them. */
function wordsOf(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

function contains(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (isBetweenWords(text, at) && isBetweenWords(text, at + term.length)) return true
  }
  return false
}

/** Tells whether a word may end or begin at a place in a text. */
function isBetweenWords(text: string, at: number): boolean {
  // Two units hold any character. The whole text would be read for each place.
  const before = /[^ ]$/u.exec(text.slice(Math.max(0, at - 2), at))?.[0]
  const after = /^[^ ]/u.exec(text.slice(at, at + 2))?.[0]
  if (before === undefined || after === undefined) return true
  return unspaced.test(before) || unspaced.test(after)
}
