export interface Cookie {
  name: string
  value: string
  /** Seconds; 0 removes it. */
  maxAge: number
}

/** Writes a cookie that the worker reads, too. */
export function writeCookie({ name, value, maxAge }: Cookie): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser that we serve
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`
}
