import * as z from 'zod'
import type { AnalyticsApi } from './integrations/analytics/analytics-engine'
import { type MailApi, type MailProvider, mailProviders, originOf } from './integrations/mail/api-mailer'
import { type PaymentsConfig, parsePayments } from './integrations/payments/config'
import { areSecure, listed, type SecretGuard, secretGuard } from './policy/secret-guard'

/** At least 32 bytes: a shorter secret could be guessed offline from one signature. */
const tooShort = 'is missing or shorter than 32 characters'
const secret = z.string({ error: tooShort }).min(32, tooShort)

/**
 * `kid:secret`, newest first, at most two: the first signs, both are accepted while one is being replaced.
 */
const keyRing = z
  .string({ error: 'is missing' })
  .transform((text) =>
    listed(text).map((entry) => {
      const colon = entry.indexOf(':')
      return { id: entry.slice(0, Math.max(colon, 0)), secret: entry.slice(colon + 1) }
    }),
  )
  .refine((keys) => keys.length >= 1 && keys.length <= 2, 'needs one or two entries of the form id:secret')
  .refine((keys) => keys.every((key) => /^\w{1,16}$/.test(key.id)), 'needs entries of the form id:secret')
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'gives two secrets the same id')
  .refine((keys) => keys.every((key) => key.secret.length >= 32), 'holds a secret shorter than 32 characters')

/** `provider:key`; empty for Cloudflare's own. */
const mailApi = z
  .string()
  .default('')
  .transform((text) => {
    const colon = text.indexOf(':')
    return text === '' ? null : { provider: text.slice(0, Math.max(colon, 0)), key: text.slice(colon + 1) }
  })
  .refine(
    (api): api is { provider: MailProvider; key: string } | null =>
      api === null || (mailProviders.some((name) => name === api.provider) && api.key !== ''),
    `needs the form provider:key, with one of ${mailProviders.join(', ')}`,
  )

/** `account:token`; empty where Analytics Engine isn't used. */
const analyticsApi = z
  .string()
  .default('')
  .refine((text) => text === '' || /^[\da-f]{32}:\S+$/.test(text), 'needs the form account:token')
  .transform((text) => (text === '' ? null : { account: text.slice(0, 32), token: text.slice(33) }))

/**
 * N = 2^14 with 16 MiB, the smallest of OWASP's scrypt settings with r = 8 and p = 5. Production takes no
 * other: the time of an older hash would tell an existing name from an unknown one.
 */
export const productionCost = 14
const wrongCost = `is not a whole number from 4 to ${productionCost}`

/** Lists may still show a hidden video for twice this long, plus the delay of a replica. */
const nearSecondsAtMost = 10
const wrongSeconds = `is not a whole number from 0 to ${nearSecondsAtMost}`

const wrongShare = 'is not a number from 0 to 1'

const schema = z
  .object({
    ENVIRONMENT: z.enum(['local', 'test', 'production']),
    SITE_ORIGIN: z.url('is not an address'),
    IMPORT_ALLOWED_ORIGINS: z.string().default(''),
    MAIL_FROM: z.string({ error: 'is missing' }).min(3, 'is missing'),
    MAIL_SANDBOX: z.union([z.literal(''), z.url('is not an address')]).default(''),
    MAIL_API: mailApi,
    MAIL_API_ORIGIN: z.union([z.literal(''), z.url('is not an address')]).default(''),
    MEDIA_BUCKET: z.string({ error: 'is missing' }).min(3, 'is missing'),
    SESSION_KEYS: keyRing,
    PASSWORD_PEPPER: keyRing,
    PASSWORD_COST: z.coerce
      .number(wrongCost)
      .int(wrongCost)
      .min(4, wrongCost)
      .max(productionCost, wrongCost)
      .default(productionCost),
    NEAR_SECONDS: z.coerce
      .number(wrongSeconds)
      .int(wrongSeconds)
      .min(0, wrongSeconds)
      .max(nearSecondsAtMost, wrongSeconds)
      .default(nearSecondsAtMost),
    FIELD_SHARE: z.coerce.number(wrongShare).min(0, wrongShare).max(1, wrongShare).default(0.02),
    FIELD_DATASET: z.string({ error: 'is missing' }).regex(/^\w{1,64}$/, 'is no name of a dataset'),
    ANALYTICS_API: analyticsApi,
    MEDIA_KEY: secret,
    VIEWER_KEY: secret,
    HEALTH_TOKEN: z.union([z.literal(''), secret]).default(''),
  })
  .refine(
    ({ ENVIRONMENT, PASSWORD_COST }) => ENVIRONMENT !== 'production' || PASSWORD_COST === productionCost,
    {
      path: ['PASSWORD_COST'],
      error: `is below ${productionCost}, which production needs`,
    },
  )

export interface Key {
  id: string
  secret: string
}

/** Parameters of scrypt: N is 2 ** ln. */
export interface PasswordCost {
  ln: number
  r: number
  p: number
}

export interface Config {
  production: boolean
  /** Whether this is a developer's computer, rather than production or a test of it. */
  isLocal: boolean
  /** Scheme, host and port, no slash at the end. */
  siteOrigin: string
  /**
   * Cookies without `Secure` and `__Host-`, which WebKit drops on http://localhost: for local runs over http
   * alone.
   */
  plainCookies: boolean
  importAllowedOrigins: string[]
  mailFrom: string
  /** Whether email can be sent: the sender isn't the placeholder. */
  mailWorks: boolean
  /** URL that gets emails instead of the binding; always empty in production. */
  mailSandbox: string
  /** The provider that sends emails instead of the binding. */
  mailApi: MailApi | null
  /** Name of the R2 bucket, for display. */
  mediaBucket: string
  sessionKeys: Key[]
  passwordPeppers: Key[]
  /** Cost of new password hashes; a stored hash names its own. */
  passwordCost: PasswordCost
  /**
   * Seconds for which public rows from the edge cache are fresh; for as long again, they may be served stale.
   */
  nearSeconds: number
  /** Share of the pages that report how they loaded. */
  fieldShare: number
  /** Name of the dataset in Analytics Engine. */
  fieldDataset: string
  /** API that reads the dataset; null if none is set, and the database counts instead. */
  analyticsApi: AnalyticsApi | null
  mediaKey: string
  viewerKey: string
  /** Token that opens the report of the site's health; if null, only a local site has that report. */
  healthToken: string | null
  payments: PaymentsConfig
}

/** Returns whether an address is a set-up placeholder, which can neither send nor receive email. */
export function isPlaceholder(mailAddress: string): boolean {
  return /@(localhost|(.+\.)?example\.(com|org|net)|[^.]+)>?$/i.test(mailAddress)
}

/**
 * Reads vars and secrets. Throws one sentence that names each variable that is missing or, in production,
 * unsafe, but quotes no value.
 */
export function parseConfig(env: unknown): Config {
  const parsed = schema.safeParse(env)
  if (!parsed.success)
    throw unusable(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const values = parsed.data
  const production = values.ENVIRONMENT === 'production'
  const guard = production ? secretGuard() : () => null
  const faults = production ? productionFaults(values, guard) : []
  if (faults.length > 0) throw unusable(faults)
  const site = new URL(values.SITE_ORIGIN)
  return {
    production,
    isLocal: values.ENVIRONMENT === 'local',
    siteOrigin: site.origin,
    plainCookies: values.ENVIRONMENT === 'local' && site.protocol === 'http:',
    importAllowedOrigins: listed(values.IMPORT_ALLOWED_ORIGINS),
    mailFrom: values.MAIL_FROM,
    mailWorks: !isPlaceholder(values.MAIL_FROM),
    // The owner of this address could read every password reset link.
    mailSandbox: production ? '' : values.MAIL_SANDBOX,
    mailApi: values.MAIL_API && {
      ...values.MAIL_API,
      // The owner of another address could read every password reset link.
      origin: (!production && values.MAIL_API_ORIGIN) || originOf(values.MAIL_API.provider),
    },
    mediaBucket: values.MEDIA_BUCKET,
    sessionKeys: values.SESSION_KEYS,
    passwordPeppers: values.PASSWORD_PEPPER,
    passwordCost: { ln: values.PASSWORD_COST, r: 8, p: 5 },
    nearSeconds: values.NEAR_SECONDS,
    fieldShare: values.FIELD_SHARE,
    fieldDataset: values.FIELD_DATASET,
    analyticsApi: values.ANALYTICS_API,
    mediaKey: values.MEDIA_KEY,
    viewerKey: values.VIEWER_KEY,
    healthToken: values.HEALTH_TOKEN || null,
    payments: parsePayments(env, production, guard),
  }
}

function unusable(faults: string[]): Error {
  return new Error(`Configuration: ${faults.join('; ')}. See .dev.vars.example.`)
}

/** Returns the faults that only production refuses: addresses without https, and unsafe secrets. */
function productionFaults(values: z.infer<typeof schema>, guard: SecretGuard): string[] {
  const { SITE_ORIGIN, IMPORT_ALLOWED_ORIGINS, SESSION_KEYS, PASSWORD_PEPPER, MEDIA_KEY, VIEWER_KEY } = values
  const { MAIL_API, ANALYTICS_API, HEALTH_TOKEN } = values
  const addresses = { SITE_ORIGIN: [SITE_ORIGIN], IMPORT_ALLOWED_ORIGINS: listed(IMPORT_ALLOWED_ORIGINS) }
  const secrets = {
    SESSION_KEYS: SESSION_KEYS.map((key) => key.secret),
    PASSWORD_PEPPER: PASSWORD_PEPPER.map((key) => key.secret),
    MEDIA_KEY: [MEDIA_KEY],
    VIEWER_KEY: [VIEWER_KEY],
    MAIL_API: MAIL_API ? [MAIL_API.key] : [],
    ANALYTICS_API: ANALYTICS_API ? [ANALYTICS_API.token] : [],
    HEALTH_TOKEN: HEALTH_TOKEN ? [HEALTH_TOKEN] : [],
  }
  return [
    ...Object.entries(addresses)
      .filter(([, named]) => !areSecure(named))
      .map(([name]) => `${name} is not https`),
    ...Object.entries(secrets).flatMap(([name, each]) =>
      each.flatMap((one) => {
        const fault = guard(name, one)
        return fault === null ? [] : [`${name} ${fault}`]
      }),
    ),
  ]
}
