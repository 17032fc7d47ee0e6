import { titleLength } from '#contract/values/shared/limits'

/**
 * Folds a title for prefix search: no case, accents, width variants or double spaces. Cut to a title's
 * length, since some letters unfold to many and cursors carry it.
 */
export function foldTitle(title: string): string {
  const folded = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
  return [...folded].slice(0, titleLength.max).join('')
}
