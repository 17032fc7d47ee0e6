import { searchLength } from '#contract/values/shared/limits'
import { cutQuery } from '#contract/values/videos/search'
import { maxWords, typedWords } from '#contract/values/videos/search-words'

/** Returns whether a text is a single word, as a search has it. */
export function isTypedWord(text: string): boolean {
  return text !== '' && typedWords(text)[0] === text
}

/** Returns the words of a search, each once. */
export function queryWords(q: string): string[] {
  return [...new Set(typedWords(cutQuery(q, searchLength.max)))].slice(0, maxWords)
}
