import { createDb, type D1Counts, type Db } from '../db/client'
import { type Config, parseConfig } from './config'
import { createApiMailer } from './integrations/mail/api-mailer'
import { createBindingMailer } from './integrations/mail/binding-mailer'
import type { Mailer } from './integrations/mail/mailer'
import { createSandboxMailer } from './integrations/mail/sandbox-mailer'
import { isolateState } from './isolate-state'
import { describeError, log } from './log'
import { type Actor, type Client, type ServiceContext, visitor } from './services/context'
import { loadSettings } from './services/shared/settings'
import { readCommonPasswords } from './storage/common-passwords'
import { createMediaStore, type R2Counts } from './storage/media-store'
import {
  createSettingsCopy,
  readSettingsCopy,
  type Settings,
  writeSettingsCopy,
} from './storage/settings-store'

/** A request's or job's use of each binding. */
export interface Counts {
  d1: D1Counts
  r2: R2Counts
  kv: { reads: number }
}

const parsed = isolateState<{ env: Env; config: Config } | null>(() => null)

/**
 * Configuration is parsed once an isolate; a fault is thrown at the first request and names every variable.
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

/** The composition root: the one place that knows every concrete store. */
export async function compose(
  env: Env,
  origin: Origin,
  identify: (db: Db, config: Config) => Promise<Actor> = async () => visitor,
): Promise<{ ctx: ServiceContext; counts: Counts }> {
  const config = configOf(env)
  const counts: Counts = {
    d1: { queries: 0, rowsRead: 0, rowsWritten: 0 },
    r2: { reads: 0, writes: 0 },
    kv: { reads: 0 },
  }
  const db = createDb(env.DB, counts.d1)
  const [settings, actor] = await Promise.all([
    currentSettings(env, db, origin, counts),
    identify(db, config),
  ])
  const ctx: ServiceContext = {
    ...origin,
    actor,
    db,
    settings,
    settingsCopy: createSettingsCopy(env.SETTINGS, origin.now),
    config,
    media: createMediaStore(env.MEDIA, counts.r2),
    jobs: env.JOBS as ServiceContext['jobs'],
    imports: env.IMPORTS as ServiceContext['imports'],
    mailer: mailerOf(env, config),
    commonPasswords: () => readCommonPasswords(env.ASSETS),
    fetch: (input, init) => fetch(input, init),
  }
  return { ctx, counts }
}

function mailerOf(env: Env, { mailSandbox, mailApi, mailFrom }: Config): Mailer {
  if (mailSandbox) return createSandboxMailer(mailSandbox, mailFrom)
  if (mailApi) return createApiMailer(mailApi, mailFrom, (input, init) => fetch(input, init))
  return createBindingMailer(env.MAIL, mailFrom)
}

/**
 * Returns KV's copy of the settings; without one, the row, and copies it to KV. KV takes one write per second
 * and key, so when many isolates copy at once, some fail and simply use the row.
 */
async function currentSettings(env: Env, db: Db, origin: Origin, counts: Counts): Promise<Settings> {
  const copy = await readSettingsCopy(env.SETTINGS, origin.now, () => {
    counts.kv.reads += 1
  })
  if (copy) return copy
  const settings = await loadSettings(db)
  await writeSettingsCopy(env.SETTINGS, settings, origin.now).catch((error: unknown) =>
    log('warn', 'settings.not-copied', { requestId: origin.requestId, ...describeError(error) }),
  )
  return settings
}
