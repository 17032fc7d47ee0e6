/**
 * Sends the surrounding page a message of WordPress' embed protocol. WordPress frames what it discovers with a secret in the
 * URL, by which it knows our messages; to any other page they mean nothing.
 */
export function tellParent(message: 'link' | 'height', value: string | number): void {
  const secret = secretOf(location.hash)
  // The secret is the page's own, whose origin a frame without one doesn't learn.
  if (secret !== null) window.parent.postMessage({ message, value, secret }, '*')
}

/** Returns the secret in a URL's hash, `#?secret=…`; null if the page isn't WordPress. */
export function secretOf(hash: string): string | null {
  return /[?&]secret=([a-zA-Z0-9]+)/.exec(hash)?.[1] ?? null
}
