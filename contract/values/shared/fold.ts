/**
 * Folds a text for comparison: removes case, accents, width variants and invisible characters. Marks that
 * make another letter in their script stay, such as vowel signs and the Japanese voicing marks.
 */
export function foldText(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  // Goes through capitals, since some letters have no counterpart in one case: ß, ς.
  const small = withSigmas(bare.toLowerCase().toUpperCase().toLowerCase()).normalize('NFKD')
  return small.replace(/(?![\u3099\u309a])\p{Script=Inherited}/gu, '').normalize('NFC')
}

/**
 * Gives each sigma the form that its own word requires: JavaScript looks past apostrophes, so the form would
 * depend on the text before it.
 */
function withSigmas(small: string): string {
  return small.replaceAll('ς', 'σ').replace(/(?<=\p{L}\p{M}*)σ(?!\p{M}*\p{L})/gu, 'ς')
}

/**
 * Characters of scripts that write words without spaces, or whose particles and compounds join them. Beside
 * letters and vowel signs, it has the Japanese marks for length and repetition.
 */
export const unspaced =
  /(?=[\p{L}\p{M}〇])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
