import { foldLoosely } from '#contract/values/shared/fold-loosely'
import { titleLength } from '#contract/values/shared/limits'
import { searchForms } from '#contract/values/videos/search-words'

/**
 * Folds a title for search, without double spaces. Cut to a title's length, since some letters unfold to many
 * and cursors carry it.
 */
export function foldTitle(title: string): string {
  const folded = foldLoosely(title).replace(/\s+/g, ' ').trim()
  return [...folded].slice(0, titleLength.max).join('')
}

/** Returns a title with what search knows it by: all columns that a new title changes. */
export function titleColumns(title: string) {
  const titleFolded = foldTitle(title)
  return { title, titleFolded, titleForms: searchForms(titleFolded) }
}
