import type { ConfigReader } from '#worker/integrations/payments/config-reader'
import { ownHostFault } from '#worker/integrations/payments/own-host'
import { listed } from '#worker/policy/secret-guard'

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
  const fault = ownHostFault(vars.BTCPAY_BASE, read.production)
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
