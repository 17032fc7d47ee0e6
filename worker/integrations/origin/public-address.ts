/** Not globally reachable, or no host of its own, by the IANA registry of IPv4 special-purpose addresses. */
const specialV4: readonly [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, withdrawn
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/**
 * Only 2000::/3 is assigned to hosts. That rules out everything else: unspecified, loopback, v4-mapped and
 * v4-compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard, unique local, link-local, multicast. Special
 * ranges inside it:
 */
const specialV6: readonly [string, number][] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries any IPv4 address
  ['3fff::', 20], // documentation
]

/**
 * Returns whether an address from a DNS answer is public, in the plain notations that resolvers use.
 * Unreadable ones are not.
 */
export function isPublicAddress(ip: string): boolean {
  const v4 = parseV4(ip)
  if (v4 !== null) return !specialV4.some(([base, bits]) => sharesPrefix(v4, parseV4(base) ?? 0n, bits, 32))
  const v6 = parseV6(ip)
  if (v6 === null || v6 >> 125n !== 1n) return false
  return !specialV6.some(([base, bits]) => sharesPrefix(v6, parseV6(base) ?? 0n, bits, 128))
}

function sharesPrefix(address: bigint, base: bigint, bits: number, width: number): boolean {
  const shift = BigInt(width - bits)
  return address >> shift === base >> shift
}

/** Four decimal numbers without leading zeros: octal, hex and short forms are a trick, not an answer. */
function parseV4(text: string): bigint | null {
  if (!/^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text)) return null
  const numbers = text.split('.').map(Number)
  if (numbers.some((number) => number > 255)) return null
  return numbers.reduce((sum, number) => sum * 256n + BigInt(number), 0n)
}

/** RFC 4291, 2.2: eight groups, one run of zeros left out, the last 32 bits possibly as IPv4. No zone. */
function parseV6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map((half) => parseGroups(half))
  if (!head || (halves.length === 2 && !tail)) return null
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail ? missing < 1 : missing !== 0) return null
  const groups = [...head, ...Array<bigint>(missing).fill(0n), ...(tail ?? [])]
  return groups.reduce((sum, group) => sum * 65536n + group, 0n)
}

function parseGroups(half: string): bigint[] | null {
  if (half === '') return []
  const parts = half.split(':')
  const last = parseV4(parts.at(-1) ?? '')
  const words = last === null ? parts : parts.slice(0, -1)
  if (!words.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return null
  const groups = words.map((word) => BigInt(`0x${word}`))
  return last === null ? groups : [...groups, last >> 16n, last & 0xffffn]
}
