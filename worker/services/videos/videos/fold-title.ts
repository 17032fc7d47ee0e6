import { titleLength } from '../../../../contract/values/shared/limits'

/**
 * A title as the prefix search compares it: without case, accents, width and doubled spaces. Cut to a title's length,
 * since some letters unfold to many and the cursors of a search carry it.
 */
export function foldTitle(title: string): string {
  const folded = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
  return [...folded].slice(0, titleLength.max).join('')
}
