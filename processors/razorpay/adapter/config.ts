import type { ConfigReader } from '#worker/integrations/payments/config-reader'
import { listed } from '#worker/policy/secret-guard'

export interface RazorpayConfig {
  base: string
  keyId: string
  keySecret: string
  /** Newest first: a retry carries the old one's signature. */
  webhookSecrets: string[]
  accountId: string
  script: string
}

const liveBase = 'https://api.razorpay.com/v1'
const liveScript = 'https://checkout.razorpay.com/v1/checkout.js'

export function parseRazorpay(read: ConfigReader): RazorpayConfig | null {
  const vars = read.all([
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRETS',
    'RAZORPAY_ACCOUNT_ID',
  ])
  if (!vars) return null
  const base = read.text('RAZORPAY_BASE', liveBase)
  const script = read.text('RAZORPAY_SCRIPT', liveScript)
  const checks = [
    read.isLive('RAZORPAY_BASE', base, [liveBase]),
    read.isLive('RAZORPAY_SCRIPT', script, [liveScript]),
    read.isSafe('RAZORPAY_KEY_SECRET'),
    read.isSafe('RAZORPAY_WEBHOOK_SECRETS'),
  ]
  if (checks.includes(false)) return null
  if (read.production && !vars.RAZORPAY_KEY_ID.startsWith('rzp_live_')) {
    read.problem('RAZORPAY_KEY_ID is not a live key, so payments by it are off in production.')
    return null
  }
  return {
    base,
    script,
    keyId: vars.RAZORPAY_KEY_ID,
    keySecret: vars.RAZORPAY_KEY_SECRET,
    webhookSecrets: listed(vars.RAZORPAY_WEBHOOK_SECRETS),
    accountId: vars.RAZORPAY_ACCOUNT_ID,
  }
}
