/** A title as the prefix search compares it: without case, accents, width and doubled spaces. */
export function foldTitle(title: string): string {
  return title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
