import { foldText } from '#contract/values/shared/fold'
import { foldLoosely } from '#contract/values/shared/fold-loosely'
import { hitsAtMost, hitsOfWord, wordsNear } from '#db/queries/videos/search/words'
import type { ReadContext } from '../../context'
import { hasTypos, mistakesBetween, mistakesIn, typoKeys } from './typos'

/** How much more often a word has to be found than the typed one to be suggested in its place. */
const likelierBy = 4

/**
 * Returns the words, with those that find nothing replaced by the nearest that find something; null if there
 * are none.
 */
export async function correctWords(ctx: ReadContext, words: readonly string[]): Promise<string[] | null> {
  const nearest = await nearestWords(ctx, words)
  return replaced(words, ({ hits }, at) => (hits > 0 ? undefined : nearest[at]?.near[0]?.word), nearest)
}

/** Returns the words with rare ones replaced by near ones that are found far more often; null if there are none. */
export async function suggestWords(ctx: ReadContext, words: readonly string[]): Promise<string[] | null> {
  const nearest = await nearestWords(ctx, words)
  return replaced(
    words,
    ({ hits, near }) => near.find((each) => each.hits >= likelierBy * Math.max(1, hits))?.word,
    nearest,
  )
}

interface Nearest {
  /** How often the word itself is found, or words that begin with it. */
  hits: number
  /** Nearest first, then those found most. */
  near: { word: string; hits: number }[]
}

function replaced(
  words: readonly string[],
  betterThan: (nearest: Nearest, at: number) => string | undefined,
  nearest: Nearest[],
): string[] | null {
  const better = words.map((word, at) => {
    const found = nearest[at]
    // A learned word's last sigma is loose.
    return foldText((found && betterThan(found, at)) ?? word)
  })
  return better.some((word, at) => word !== words[at]) ? better : null
}

/** Looks all words up in one trip. */
async function nearestWords({ db, near: copies }: ReadContext, words: readonly string[]): Promise<Nearest[]> {
  const own = words.map((word) => hitsOfWord(db, word))
  // Learned words are folded loosely.
  const loose = words.map(foldLoosely)
  const near = loose.map((word) => wordsNear(db, word, hasTypos(word) ? typoKeys(word) : []))
  const [first, ...others] = [...own, ...near]
  if (!first) return []
  const results = await copies.batch([first, ...others])
  return loose.map((word, at) => ({
    hits: (results[at] as { hits: number }[])[0]?.hits ?? 0,
    near: nearFirst(word, results[loose.length + at] as { word: string; hits: number }[]),
  }))
}

function nearFirst(word: string, candidates: { word: string; hits: number }[]) {
  return candidates
    .map((each) => ({ ...each, mistakes: mistakesBetween(word, each.word) }))
    .filter(({ hits, mistakes }) => hits > 0 && mistakes > 0 && mistakes <= mistakesIn(word))
    .sort(
      (a, b) =>
        a.mistakes - b.mistakes ||
        Math.min(b.hits, hitsAtMost) - Math.min(a.hits, hitsAtMost) ||
        (a.word < b.word ? -1 : 1),
    )
}
