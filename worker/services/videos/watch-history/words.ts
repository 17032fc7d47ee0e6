import { foldTitle } from '../videos'

/** Words of a text without case and accents. */
export function wordsOf(text: string): string[] {
  return foldTitle(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Whether each of the words begins one of the title's. */
export function holdsWords(title: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const own = wordsOf(title)
  return words.every((word) => own.some((each) => each.startsWith(word)))
}
