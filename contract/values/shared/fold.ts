/**
 * Folds a text for comparison: no case, accents or width variants, and nothing that can't be seen. Marks that make
 * another letter in their script, such as vowel signs and the Japanese ones for voice, stay.
 */
export function foldText(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  // Capitals between, since some letters have no equal of one case: ß, ς.
  const small = withSigmas(bare.toLowerCase().toUpperCase().toLowerCase()).normalize('NFKD')
  return small.replace(/(?![\u3099\u309a])\p{Script=Inherited}/gu, '').normalize('NFC')
}

/**
 * Gives each sigma its form by its own word: JavaScript looks past apostrophes, so the form would change with
 * the text before it.
 */
function withSigmas(small: string): string {
  return small.replaceAll('ς', 'σ').replace(/(?<=\p{L}\p{M}*)σ(?!\p{M}*\p{L})/gu, 'ς')
}
