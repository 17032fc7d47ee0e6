import { foldTitle } from '../../shared/fold-title'

/** Splits a text into words without case and accents. */
export function wordsOf(text: string): string[] {
  return foldTitle(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Tells whether each of the words is the beginning of a word in the title. */
export function holdsWords(title: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const own = wordsOf(title)
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

/** Splits a text at its spaces into the parts that a title has to contain, anywhere. */
export function partsOf(text: string): string[] {
  return foldTitle(text).split(' ').filter(Boolean)
}
