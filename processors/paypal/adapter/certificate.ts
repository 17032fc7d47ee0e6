import type { X509Certificate } from 'node:crypto'
import type { Outside } from '#worker/integrations/payments/http'
import { ProviderDown } from '#worker/integrations/payments/provider'
import { parseCertificate } from '#worker/integrations/payments/signatures'
import { readText } from '#worker/integrations/read-text'
import { isolateState } from '#worker/isolate-state'

/** Hosts of PayPal's signing certificates, live and sandbox. Exact names, not suffixes. */
const hostsOf: Record<string, string[]> = {
  'https://api-m.paypal.com': ['https://api.paypal.com', 'https://api-m.paypal.com'],
  'https://api-m.sandbox.paypal.com': ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'],
}
const folder = '/v1/notifications/certs/'
/** In the certificates' subjects, live and sandbox. */
const commonName = /^CN=messageverificationcerts(\.sandbox)?\.paypal\.com$/m

/** A chain of three is some 6 kB. */
const longestFile = 64 * 1024
const timeout = 5_000

/** By address, 16 at most. PayPal has a handful at a time, each under an address of its own. */
const known = isolateState(() => new Map<string, X509Certificate>())
const mostKnown = 16

/**
 * Returns the certificate at an address that a delivery names, or null if it isn't PayPal's or isn't valid
 * now. Anyone may name any address, so only PayPal's own is fetched. Throws ProviderDown when that fails.
 */
export async function certificateAt(
  address: string,
  base: string,
  outside: Outside,
): Promise<X509Certificate | null> {
  if (!isCertificateAddress(address, base)) return null
  const certificate = known.value.get(address) ?? (await load(address, outside))
  if (!certificate) return null
  const from = Date.parse(certificate.validFrom)
  const to = Date.parse(certificate.validTo)
  if (!commonName.test(certificate.subject) || outside.now < from || outside.now > to) return null
  if (known.value.size >= mostKnown) known.value.clear()
  known.value.set(address, certificate)
  return certificate
}

/**
 * Compares the text itself, in the one form that PayPal writes: parsing it might differ between parsers. A
 * base that isn't PayPal's, which production refuses, keeps its certificates below itself.
 */
export function isCertificateAddress(address: string, base: string): boolean {
  const roots = hostsOf[new URL(base).origin] ?? [base]
  return roots.some((root) => {
    const start = root + folder
    return address.startsWith(start) && /^[\w-]{1,128}$/.test(address.slice(start.length))
  })
}

/** Certificates asked for in the present minute; a flood of made-up addresses isn't passed on to PayPal. */
const asked = isolateState(() => ({ since: 0, times: 0 }))
const askedAtMost = 20

function countAsking(now: number): void {
  const isNewMinute = now < asked.value.since || now - asked.value.since >= 60_000
  asked.value = isNewMinute ? { since: now, times: 1 } : { ...asked.value, times: asked.value.times + 1 }
  if (asked.value.times > askedAtMost) throw new ProviderDown('certificate-limit')
}

/**
 * Not counted as a call to the API: a stranger's delivery may cause it, and mustn't be able to open the
 * circuit.
 */
async function load(address: string, { fetch, now }: Outside): Promise<X509Certificate | null> {
  countAsking(now)
  let response: Response
  let pem: string | null
  try {
    response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    pem = await readText(response, longestFile)
  } catch (error) {
    throw new ProviderDown('certificate', { cause: error })
  }
  if (response.status >= 500 || response.status === 429) throw new ProviderDown('certificate')
  return response.status === 200 && pem !== null ? parseCertificate(pem) : null
}
