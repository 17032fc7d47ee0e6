const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

/** What a language tag is called, in English: `Portuguese (Brazil)` for `pt-BR`; the tag itself where nobody knows. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    // Not a well-formed tag.
    return tag
  }
}
