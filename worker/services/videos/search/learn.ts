import { isRun, learnedWords, looseWords } from '#contract/values/videos/search-words'
import { inChunks } from '#db/in-chunks'
import { deleteStrayWords, insertWords, strayWords, videosToIndex } from '#db/queries/videos/search/words'
import { listUnderTags } from '#db/queries/videos/tags'
import type { ServiceContext } from '../../context'
import { deletions, hasTypos } from './typos'

/** Videos of one statement: a thousand words at most. */
const chunks = { chunk: 50, chunksAtMost: 40 }
/** Longer "words" are nothing that anyone types. */
const longestWord = 40
/** Rows of one statement, which takes two megabytes of them at most. */
const typosAtOnce = 5000
/** Words looked at in one run; which ones is left to chance, so that all have their turn. */
const strayChunk = 200

/**
 * Does the work that publishing leaves for later, for videos that became public or were changed: lists them
 * under their tags, and learns their words for completions and corrections.
 */
export function indexVideos({ db }: ServiceContext): Promise<void> {
  return inChunks(async (atMost) => {
    const texts = await videosToIndex(db, atMost)
    if (texts.length === 0) return 0
    const words = [
      ...new Set(
        texts.flatMap(({ title, tags, username, category }) =>
          // The index has names as they are.
          [title, ...(tags ?? []), category]
            .flatMap((text) => learnedWords(text ?? ''))
            .concat(looseWords(username ?? '').filter((each) => !isRun(each))),
        ),
      ),
    ].filter((word) => word.length <= longestWord)
    const typos = typosOf(words)
    await db.batch([
      ...listUnderTags(
        db,
        texts.map(({ videoId }) => videoId),
      ),
      ...insertWords(db, { ids: texts.map(({ id }) => id), words, typos: sliced(typos) }),
    ])
    return texts.length
  }, chunks)
}

/** Forgets words that no public video has any more. */
export async function forgetWords({ db }: ServiceContext): Promise<void> {
  const stray = (await strayWords(db, strayChunk)).map(({ word }) => word)
  if (stray.length > 0) await db.batch(deleteStrayWords(db, { words: stray, typos: typosOf(stray) }))
}

function typosOf(words: readonly string[]): [typo: string, word: string][] {
  return words
    .filter(hasTypos)
    .flatMap((word) => deletions(word).map((typo): [string, string] => [typo, word]))
}

function sliced<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / typosAtOnce)
  return Array.from({ length: count }, (_, at) => items.slice(at * typosAtOnce, (at + 1) * typosAtOnce))
}
