/** Returns a site's origin; null for what isn't an http or https address. */
export function originOf(address: string): string | null {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}
