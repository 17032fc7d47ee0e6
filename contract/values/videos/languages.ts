const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

/** Returns the English name of a language tag: `Portuguese (Brazil)` for `pt-BR`; an unknown tag as it is. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    // Not a well-formed tag.
    return tag
  }
}
