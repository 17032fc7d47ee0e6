import { isRun } from '#contract/values/videos/search-words'

// Spelling by deletions (SymSpell, Wolf Garbe 2012): a word and its misspelling become equal when a letter is
// left out of either, so that the candidates are found by a handful of equal keys instead of by comparing all words.

/** Shorter words have too many neighbours. */
const correctedFrom = 4
/** From this length on, two mistakes are forgiven. */
const twiceFrom = 8
/** Longer words are hashes and addresses. */
const longest = 24

/** Returns whether people may misspell a word. A run is no word, and differs from others in any character. */
export function hasTypos(word: string): boolean {
  const length = [...word].length
  return length >= correctedFrom && length <= longest && !/^\p{N}+$/u.test(word) && !isRun(word)
}

/** Returns the forms of a word with one letter left out, under which it is stored. */
export function deletions(word: string): string[] {
  const letters = [...word]
  return [...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join('')))]
}

/** Returns the keys under which words close to a typed one are found, itself among them. */
export function typoKeys(typed: string): string[] {
  const once = deletions(typed)
  const twice = [...typed].length >= twiceFrom ? once.flatMap(deletions) : []
  return [...new Set([typed, ...once, ...twice])]
}

/** Mistakes that are forgiven in a word of this length. */
export function mistakesIn(word: string): number {
  return [...word].length >= twiceFrom ? 2 : 1
}

/**
 * Returns how many letters have to be added, left out, replaced or swapped with their neighbour to make one word
 * of the other (optimal string alignment).
 */
export function mistakesBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + differs)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, at(beforeLast, j - 2) + 1)
      row.push(best)
    }
    ;[beforeLast, last] = [last, row]
  }
  return at(last, b.length)
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
