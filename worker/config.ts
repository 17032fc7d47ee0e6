import * as z from 'zod'
import { type PaymentsConfig, parsePayments } from './integrations/payments/config'

/** At least 32 bytes: a shorter secret could be guessed offline from one signature. */
const tooShort = 'is missing or shorter than 32 characters'
const secret = z.string({ error: tooShort }).min(32, tooShort)

/** `kid:secret`, newest first, at most two: the first signs, both are accepted while one is being replaced. */
const keyRing = z
  .string({ error: 'is missing' })
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => {
        const colon = entry.indexOf(':')
        return { id: entry.slice(0, Math.max(colon, 0)), secret: entry.slice(colon + 1) }
      }),
  )
  .refine((keys) => keys.length >= 1 && keys.length <= 2, 'needs one or two entries of the form id:secret')
  .refine((keys) => keys.every((key) => /^\w{1,16}$/.test(key.id)), 'needs entries of the form id:secret')
  .refine((keys) => keys.every((key) => key.secret.length >= 32), 'holds a secret shorter than 32 characters')

const schema = z.object({
  ENVIRONMENT: z.enum(['local', 'test', 'production']),
  SITE_ORIGIN: z.url('is not an address'),
  IMPORT_ALLOWED_ORIGINS: z.string().default(''),
  MAIL_FROM: z.string({ error: 'is missing' }).min(3, 'is missing'),
  MAIL_SANDBOX: z.union([z.literal(''), z.url('is not an address')]).default(''),
  MEDIA_BUCKET: z.string({ error: 'is missing' }).min(3, 'is missing'),
  SESSION_KEYS: keyRing,
  PASSWORD_PEPPER: keyRing,
  MEDIA_KEY: secret,
  VIEWER_KEY: secret,
})

export interface Key {
  id: string
  secret: string
}

export interface Config {
  production: boolean
  /** Scheme, host and port, no slash at the end. */
  siteOrigin: string
  importAllowedOrigins: string[]
  mailFrom: string
  /** Whether mail can arrive: a sender was set instead of the one that the site comes with. */
  mailWorks: boolean
  /** Where mails go instead of the binding; empty in production, whatever is set. */
  mailSandbox: string
  /** Name of the R2 bucket, to be shown. */
  mediaBucket: string
  sessionKeys: Key[]
  passwordPeppers: Key[]
  mediaKey: string
  viewerKey: string
  payments: PaymentsConfig
}

/** Whether no mail arrives from or at such an address: those that the site is set up with. */
export function isPlaceholder(mailAddress: string): boolean {
  return /@(localhost|(.+\.)?example\.(com|org|net)|[^.]+)>?$/i.test(mailAddress)
}

/** Reads vars and secrets once. Throws one sentence that names every one that is missing or too short. */
export function parseConfig(env: unknown): Config {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
    throw new Error(`Configuration: ${faults.join('; ')}. See .dev.vars.example.`)
  }
  const values = parsed.data
  const production = values.ENVIRONMENT === 'production'
  return {
    production,
    siteOrigin: new URL(values.SITE_ORIGIN).origin,
    importAllowedOrigins: values.IMPORT_ALLOWED_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    mailFrom: values.MAIL_FROM,
    mailWorks: !isPlaceholder(values.MAIL_FROM),
    // Who holds this address would read every link for a new password.
    mailSandbox: production ? '' : values.MAIL_SANDBOX,
    mediaBucket: values.MEDIA_BUCKET,
    sessionKeys: values.SESSION_KEYS,
    passwordPeppers: values.PASSWORD_PEPPER,
    mediaKey: values.MEDIA_KEY,
    viewerKey: values.VIEWER_KEY,
    payments: parsePayments(env, production),
  }
}
