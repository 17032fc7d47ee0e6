import type { ConfigReader } from '#worker/integrations/payments/config-reader'

export interface PayPalConfig {
  base: string
  clientId: string
  secret: string
  webhookId: string
  /** The payee that every order must name. */
  merchantId: string
  /** The browser's script, without its query. */
  script: string
}

const liveBase = 'https://api-m.paypal.com'
const liveScript = 'https://www.paypal.com/sdk/js'

export function parsePayPal(read: ConfigReader): PayPalConfig | null {
  const vars = read.all(['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_MERCHANT_ID'])
  if (!vars) return null
  const base = read.text('PAYPAL_BASE', liveBase)
  const script = read.text('PAYPAL_SCRIPT', liveScript)
  const checks = [
    read.isLive('PAYPAL_BASE', base, [liveBase]),
    read.isLive('PAYPAL_SCRIPT', script, [liveScript]),
    read.isSafe('PAYPAL_SECRET'),
  ]
  if (checks.includes(false)) return null
  return {
    base,
    script,
    clientId: vars.PAYPAL_CLIENT_ID,
    secret: vars.PAYPAL_SECRET,
    webhookId: vars.PAYPAL_WEBHOOK_ID,
    merchantId: vars.PAYPAL_MERCHANT_ID,
  }
}
