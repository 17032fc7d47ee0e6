/** Returns a site's origin; null for anything but an http or https URL. */
export function originOf(address: string): string | null {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}
