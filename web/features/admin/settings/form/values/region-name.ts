const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Returns `France` for FR, `in United States` for US-TX, and nothing for a code that names no country. */
export function regionName(code: string): string {
  const [country = '', part] = code.split('-')
  const name = countries.of(country) ?? ''
  return part && name ? `in ${name}` : name
}
