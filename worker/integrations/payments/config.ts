import * as z from 'zod'
import type { Coin } from '../../../contract/values/payments/payments'
import { listed, type SecretGuard } from '../../policy/secret-guard'
import { parseChain } from './chain/parse-config'

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

export interface RazorpayConfig {
  base: string
  keyId: string
  keySecret: string
  /** Newest first: a retry carries the old one's signature. */
  webhookSecrets: string[]
  accountId: string
  script: string
}

export interface UpiConfig {
  payee: string
  payeeName: string
}

export interface ChainConfig {
  addresses: Partial<Record<Coin, string>>
  /** Two independent explorers per coin: both must agree. */
  explorers: Partial<Record<Coin, readonly [string, string]>>
}

/**
 * Methods without their secrets are null. `problems` describes errors in full sentences, for log and
 * administrator.
 */
export interface PaymentsConfig {
  paypal: PayPalConfig | null
  razorpay: RazorpayConfig | null
  upi: UpiConfig | null
  chain: ChainConfig | null
  problems: string[]
}

/**
 * A configurable base address could be a switch for free premium: production accepts only the providers' own
 * hosts.
 */
const liveHosts = {
  PAYPAL_BASE: ['https://api-m.paypal.com'],
  PAYPAL_SCRIPT: ['https://www.paypal.com/sdk/js'],
  RAZORPAY_BASE: ['https://api.razorpay.com/v1'],
  RAZORPAY_SCRIPT: ['https://checkout.razorpay.com/v1/checkout.js'],
} as const

const text = z.string().trim().default('')
const schema = z.object({
  PAYPAL_BASE: z.string().default(liveHosts.PAYPAL_BASE[0]),
  PAYPAL_SCRIPT: z.string().default(liveHosts.PAYPAL_SCRIPT[0]),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_SECRET: text,
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_MERCHANT_ID: text,
  RAZORPAY_BASE: z.string().default(liveHosts.RAZORPAY_BASE[0]),
  RAZORPAY_SCRIPT: z.string().default(liveHosts.RAZORPAY_SCRIPT[0]),
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRETS: text,
  RAZORPAY_ACCOUNT_ID: text,
  UPI_VPA: text,
  UPI_NAME: text,
  /** `BTC=address,ETH=address` */
  CHAIN_ADDRESSES: text,
  /** `BTC=https://one|https://two,…` */
  CHAIN_EXPLORERS: text,
})
type Vars = z.infer<typeof schema>

/**
 * Never throws: a misconfigured payment method is unavailable, and the site stays open. `guard` judges the
 * secrets; it knows those of the site itself.
 */
export function parsePayments(env: unknown, production: boolean, guard: SecretGuard): PaymentsConfig {
  const vars = schema.parse(env)
  const problems: string[] = []
  const refused = (name: keyof typeof liveHosts) => {
    if (!production || (liveHosts[name] as readonly string[]).includes(vars[name])) return false
    problems.push(`${name} is not the provider's live address, so payments by it are off in production.`)
    return true
  }
  const complete = (names: (keyof Vars)[]) => {
    // A list of nothing is nothing, too.
    const missing = names.filter((name) => vars[name].replaceAll(/[,\s]/g, '') === '')
    // None set: a method that isn't offered. Some set: a mistake.
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${missing.join(', ')} missing, so that method of payment is off.`)
    return missing.length === 0
  }
  const unsafe = (name: SecretName) => {
    const faults = new Set(listed(vars[name]).flatMap((secret) => guard(name, secret) ?? []))
    for (const fault of faults) problems.push(`${name} ${fault}, so payments by it are off in production.`)
    return faults.size > 0
  }
  return {
    paypal: paypalOf(vars, complete, refused, unsafe),
    razorpay: razorpayOf(vars, complete, refused, unsafe, production, problems),
    upi: vars.UPI_VPA ? { payee: vars.UPI_VPA, payeeName: vars.UPI_NAME || 'Membership' } : null,
    chain: parseChain(vars, production, problems),
    problems,
  }
}

type Complete = (names: (keyof Vars)[]) => boolean
type Refused = (name: keyof typeof liveHosts) => boolean
type SecretName = 'PAYPAL_SECRET' | 'RAZORPAY_KEY_SECRET' | 'RAZORPAY_WEBHOOK_SECRETS'
type Unsafe = (name: SecretName) => boolean

function paypalOf(vars: Vars, complete: Complete, refused: Refused, unsafe: Unsafe): PayPalConfig | null {
  const names = ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_MERCHANT_ID'] as const
  if (!complete([...names])) return null
  const faults = [refused('PAYPAL_BASE'), refused('PAYPAL_SCRIPT'), unsafe('PAYPAL_SECRET')]
  if (faults.includes(true)) return null
  return {
    base: vars.PAYPAL_BASE,
    clientId: vars.PAYPAL_CLIENT_ID,
    secret: vars.PAYPAL_SECRET,
    webhookId: vars.PAYPAL_WEBHOOK_ID,
    merchantId: vars.PAYPAL_MERCHANT_ID,
    script: vars.PAYPAL_SCRIPT,
  }
}

function razorpayOf(
  vars: Vars,
  complete: Complete,
  refused: Refused,
  unsafe: Unsafe,
  production: boolean,
  problems: string[],
): RazorpayConfig | null {
  const names = [
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRETS',
    'RAZORPAY_ACCOUNT_ID',
  ] as const
  if (!complete([...names])) return null
  const hosts = [refused('RAZORPAY_BASE'), refused('RAZORPAY_SCRIPT')]
  const secrets = [unsafe('RAZORPAY_KEY_SECRET'), unsafe('RAZORPAY_WEBHOOK_SECRETS')]
  if ([...hosts, ...secrets].includes(true)) return null
  if (production && !vars.RAZORPAY_KEY_ID.startsWith('rzp_live_')) {
    problems.push('RAZORPAY_KEY_ID is not a live key, so payments by it are off in production.')
    return null
  }
  return {
    base: vars.RAZORPAY_BASE,
    keyId: vars.RAZORPAY_KEY_ID,
    keySecret: vars.RAZORPAY_KEY_SECRET,
    webhookSecrets: listed(vars.RAZORPAY_WEBHOOK_SECRETS),
    accountId: vars.RAZORPAY_ACCOUNT_ID,
    script: vars.RAZORPAY_SCRIPT,
  }
}
