import { createDb, type D1Access, type D1Counts, type Db, zeroCounts } from '#db/client'
import { jobLimits, Patience, RetryAllowance, requestLimits } from '#db/patience'
import { type Config, parseConfig } from './config'
import { type AnalyticsEngine, createAnalyticsEngine } from './integrations/analytics/analytics-engine'
import { createApiMailer } from './integrations/mail/api-mailer'
import { createBindingMailer } from './integrations/mail/binding-mailer'
import type { Mailer } from './integrations/mail/mailer'
import { createSandboxMailer } from './integrations/mail/sandbox-mailer'
import { isolateState } from './isolate-state'
import { log } from './log'
import { type Client, type ServiceContext, visitor } from './services/context'
import { loadSettings } from './services/shared/settings'
import { readCommonPasswords } from './storage/common-passwords'
import { type CacheCounts, openEdgeCache } from './storage/edge-cache'
import { createMediaStore, type R2Counts } from './storage/media-store'
import { createNearMedia } from './storage/near-media'
import { createNearRows } from './storage/near-rows'
import { createSettingsCopy, currentSettings } from './storage/settings-store'

/** A request's or job's use of each binding. */
export interface Counts {
  d1: D1Counts
  r2: R2Counts
  kv: { reads: number; ms: number }
  cache: CacheCounts
}

/** Holds a single number, however much traffic there is. */
const retries = isolateState(() => new RetryAllowance())

const parsed = isolateState<{ env: Env; config: Config } | null>(() => null)

/**
 * Returns the configuration, which is parsed once per isolate. Throws at the first request for missing or
 * unsafe variables, and names them all.
 */
export function configOf(env: Env): Config {
  if (parsed.value?.env === env) return parsed.value.config
  const config = parseConfig(env)
  parsed.value = { env, config }
  for (const problem of config.payments.problems) log('error', 'payments.misconfigured', { problem })
  return config
}

export interface Origin {
  now: number
  requestId: string
  client: Client
  defer(work: Promise<unknown>): void
}

/** How a request reads the database. */
export interface Reading {
  /** The database, or a session of it. */
  d1: D1Access
  /** Whether reads begin at the primary; otherwise at the nearest replica. */
  isPrimary: boolean
  /** Whether public rows may come from the edge's cache. */
  near: boolean
}

/**
 * The composition root: the one place that knows every concrete store. No one is signed in yet. `primary` is
 * the same context for reads that must be current: from the primary, without copies. Jobs have no other.
 */
export async function compose(
  env: Env,
  origin: Origin,
  reading?: Reading,
): Promise<{ ctx: ServiceContext; primary: ServiceContext; counts: Counts }> {
  const config = configOf(env)
  const counts: Counts = {
    d1: zeroCounts(),
    r2: { reads: 0, writes: 0, ms: 0 },
    kv: { reads: 0, ms: 0 },
    cache: { hits: 0, misses: 0 },
  }
  const { d1, isPrimary, near } = reading ?? { d1: env.DB, isPrimary: true, near: false }
  const patience = new Patience(reading ? requestLimits : jobLimits, retries.value)
  const db = createDb(d1, counts.d1, patience)
  const nearRows = (of: Db, seconds: number) =>
    createNearRows({
      db: of,
      seconds,
      version: env.VERSION.id,
      cache: openEdgeCache('rows', config.siteOrigin, counts.cache),
      ...origin,
    })
  const media = createMediaStore(env.MEDIA, counts.r2)
  const ctx: ServiceContext = {
    ...origin,
    actor: visitor,
    db,
    near: nearRows(db, near ? config.nearSeconds : 0),
    settings: await currentSettings({
      kv: env.SETTINGS,
      row: () => loadSettings(db),
      ...origin,
      onRead: (ms) => {
        counts.kv.reads += 1
        counts.kv.ms += ms
      },
    }),
    settingsCopy: createSettingsCopy(env.SETTINGS, origin.now),
    config,
    version: env.VERSION.id,
    media,
    nearMedia: createNearMedia(media, openEdgeCache('media', config.siteOrigin, counts.cache), origin),
    jobs: env.JOBS as ServiceContext['jobs'],
    imports: env.IMPORTS as ServiceContext['imports'],
    mailer: mailerOf(env, config),
    analytics: analyticsOf(env, config),
    commonPasswords: () => readCommonPasswords(env.ASSETS),
    fetch: (input, init) => fetch(input, init),
  }
  if (isPrimary) return { ctx, primary: ctx, counts }
  const first = createDb(env.DB, counts.d1, patience)
  return { ctx, primary: { ...ctx, db: first, near: nearRows(first, 0) }, counts }
}

function mailerOf(env: Env, { mailSandbox, mailApi, mailFrom }: Config): Mailer {
  if (mailSandbox) return createSandboxMailer(mailSandbox, mailFrom)
  if (mailApi) return createApiMailer(mailApi, mailFrom, (input, init) => fetch(input, init))
  return createBindingMailer(env.MAIL, mailFrom)
}

function analyticsOf(env: Env, { analyticsApi: api, fieldDataset: dataset }: Config): AnalyticsEngine | null {
  const send: typeof fetch = (input, init) => fetch(input, init)
  return api && createAnalyticsEngine({ binding: env.FIELD_DATA, dataset, api, fetch: send })
}
