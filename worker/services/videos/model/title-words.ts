import { isRun, looseWords } from '#contract/values/videos/search-words'
import { foldTitle } from '../../shared/fold-title'

/** Tells whether each of the words is the beginning of a word in the title, or within one of its runs. */
export function holdsWords(title: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const own = looseWords(title)
  return words.every((word) =>
    own.some((each) => (isRun(word) ? each.includes(word) : each.startsWith(word))),
  )
}

/** Splits a text at its spaces into the parts that a title has to contain, anywhere. */
export function partsOf(text: string): string[] {
  return foldTitle(text).split(' ').filter(Boolean)
}
