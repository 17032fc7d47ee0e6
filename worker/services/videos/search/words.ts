import { searchLength } from '#contract/values/shared/limits'
import { cutQuery } from '#contract/values/videos/search'
import { foldTitle } from '../../shared/fold-title'

/** More words hardly narrow a search down, and each costs. */
export const maxWords = 8

/** Besides, the letters that the index's tokenizer splits at: New Tai Lue vowels, and two Vedic signs. */
const separators = /[^\p{L}\p{N}]+|[\u19b0-\u19c9\u1cf2\u1cf3]/u

/** Splits a text into the words that the index knows it by: folded, letters and digits alone. */
export function indexWords(text: string): string[] {
  return foldTitle(text).split(separators).filter(Boolean)
}

export function isIndexWord(text: string): boolean {
  return text !== '' && indexWords(text)[0] === text
}

/** Returns the words of a search, each once. */
export function queryWords(q: string): string[] {
  return [...new Set(indexWords(cutQuery(q, searchLength.max)))].slice(0, maxWords)
}
