/**
 * Returns a typed text without differences that its writer can't see: width and other compatibility forms,
 * invisible characters, and blanks around it. For what names something that is stored.
 */
export function plainTyped(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
}

/** As `plainTyped`, without blanks or dashes: for codes and references, which people type in groups. */
export function denseTyped(text: string): string {
  return plainTyped(text).replace(/[\s\p{Pd}]/gu, '')
}
