import { listed } from '../../../policy/secret-guard'
import type { ConfigReader } from '../config-reader'

export interface BtcpayConfig {
  /** Origin of the operator's own server. */
  base: string
  storeId: string
  apiKey: string
  /** Newest first: a retry carries the old one's signature. */
  webhookSecrets: string[]
}

export function parseBtcpay(read: ConfigReader): BtcpayConfig | null {
  const vars = read.all(['BTCPAY_BASE', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRETS'])
  if (!vars) return null
  const fault = faultOf(vars.BTCPAY_BASE, read.production)
  if (fault !== null) read.problem(`BTCPAY_BASE ${fault}, so payments by it are off.`)
  const checks = [fault === null, read.isSafe('BTCPAY_API_KEY'), read.isSafe('BTCPAY_WEBHOOK_SECRETS')]
  if (checks.includes(false)) return null
  return {
    base: vars.BTCPAY_BASE.replace(/\/$/, ''),
    storeId: vars.BTCPAY_STORE_ID,
    apiKey: vars.BTCPAY_API_KEY,
    webhookSecrets: listed(vars.BTCPAY_WEBHOOK_SECRETS),
  }
}

/** Names that lead nowhere but home, and servers whose coins cost nothing. */
const unreal = /(^|\.)(localhost|local|internal|invalid|test|testnet|signet|regtest|sandbox)(\.|$)/

/** The server is the operator's, so there is no list of live hosts: whatever can't be one is refused. */
function faultOf(base: string, production: boolean): string | null {
  if (!URL.canParse(base)) return 'is not an address'
  if (!production) return null
  const { protocol, username, password, pathname, search, hash, hostname } = new URL(base)
  if (protocol !== 'https:') return 'does not begin with https'
  if (username || password) return 'contains a name or a password'
  if (pathname !== '/' || search || hash) return 'has a path or a query'
  if (/^\[|^[\d.]+$/.test(hostname) || !hostname.includes('.')) return 'has no host name'
  return unreal.test(hostname) ? 'is not a server that takes money' : null
}
