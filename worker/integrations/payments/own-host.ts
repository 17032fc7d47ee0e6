/** Names that only a local network knows, and servers whose coins cost nothing. */
const unreal = /(^|\.)(localhost|local|internal|invalid|test|testnet|signet|regtest|sandbox)(\.|$)/

/**
 * Returns why a URL can't be a server of the operator's own; null if it can. No list of live hosts exists for
 * such servers, so production refuses URLs that can't be one.
 */
export function ownHostFault(base: string, production: boolean): string | null {
  if (!URL.canParse(base)) return 'is not an address'
  if (!production) return null
  const { protocol, username, password, pathname, search, hash, hostname } = new URL(base)
  if (protocol !== 'https:') return 'does not begin with https'
  if (username || password) return 'contains a name or a password'
  if (pathname !== '/' || search || hash) return 'has a path or a query'
  if (/^\[|^[\d.]+$/.test(hostname) || !hostname.includes('.')) return 'has no host name'
  return unreal.test(hostname) ? 'is not a server that takes money' : null
}
