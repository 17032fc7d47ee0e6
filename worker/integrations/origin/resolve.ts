import { isPublicAddress } from './public-address'
import { OriginRefused } from './refused'

const resolver = 'https://cloudflare-dns.com/dns-query'
/** Milliseconds; an answer takes some tens. */
const timeout = 5_000
/** Types in the DNS registry: address records for IPv4 and IPv6. */
const recordTypes = { A: 1, AAAA: 28 } as const

interface DnsAnswer {
  Answer?: { type: number; data: string }[]
}

/**
 * Refuses a name that resolves to any non-public address, by DNS over HTTPS (RFC 8484's JSON form). The name
 * may still change between this and the request; Cloudflare's network reaches no private address either way.
 */
export async function refusePrivateHost(fetcher: typeof fetch, host: string): Promise<void> {
  const types = Object.keys(recordTypes) as (keyof typeof recordTypes)[]
  const addresses = (await Promise.all(types.map((type) => lookUp(fetcher, host, type)))).flat()
  if (addresses.length === 0) throw new OriginRefused("We couldn't find that host.")
  if (!addresses.every(isPublicAddress)) throw new OriginRefused("That host isn't on the public internet.")
}

async function lookUp(
  fetcher: typeof fetch,
  host: string,
  type: keyof typeof recordTypes,
): Promise<string[]> {
  const url = `${resolver}?name=${encodeURIComponent(host)}&type=${type}`
  try {
    const response = await fetcher(url, {
      headers: { accept: 'application/dns-json' },
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`DNS answered ${response.status}`)
    const { Answer = [] } = await response.json<DnsAnswer>()
    return Answer.filter((record) => record.type === recordTypes[type]).map((record) => record.data)
  } catch {
    throw new OriginRefused("We couldn't look up that host.", true)
  }
}
