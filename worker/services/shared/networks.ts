/** The networks around a client's address. Wider ones are missing where nothing is known of them. */
interface Networks {
  /** One customer's: an IPv4 address or an IPv6 /64. */
  narrow: string
  /** Often one customer's: an IPv6 /56. */
  middle?: string
  /** One customer's, or thousands of a carrier's: an IPv6 /48 or an IPv4 /24. */
  wide?: string
}

/** Takes the address of a request's client, whose IPv6 is cut to its /64 already. */
export function networksOf(address: string): Networks {
  const [, site, subnet] = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/i.exec(address) ?? []
  if (site !== undefined) {
    const high = Number.parseInt(subnet ?? '', 16) & 0xff00
    return { narrow: address, middle: `${site}:${high.toString(16)}::/56`, wide: `${site}::/48` }
  }
  const [, block] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? []
  return block === undefined ? { narrow: address } : { narrow: address, wide: `${block}.0/24` }
}
