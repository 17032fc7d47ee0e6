import type { Health, HealthCheck } from '#contract/schemas/site/health'
import { minute } from '#contract/values/shared/time'
import {
  databaseBytesMax,
  databaseFill,
  type HealthId,
  healthNames,
  healthyFailure,
  healthyPause,
  healthyWait,
} from '#contract/values/site/health'
import { waitingCountMax } from '#contract/values/site/overview'
import type { CronTasks } from '#db/queries/shared/cron'
import { databaseSize, type HealthFacts, healthFacts } from '#db/queries/site/health'
import type { ServiceContext } from '../../context'
import { datedSettings } from '../../shared/settings'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** No object has this key, so a look for it costs one read and nothing else. */
const nowhere = 'health'
/** KV takes a minute or more to spread a change. */
const spreadMs = 2 * minute

/** Checks whether the bindings answer and nothing waits for too long. Never throws. */
export async function checkHealth(ctx: ServiceContext): Promise<Health> {
  const [[database, facts], size, storage, settings] = await Promise.all([
    readFacts(ctx),
    checkSize(ctx),
    timed('storage', () => ctx.media.size(nowhere)),
    checkCopy(ctx),
  ])
  const ofRows = facts ? checksOf(facts, ctx.now) : []
  const known = new Map([database, size, storage, settings, ...ofRows].map((check) => [check.id, check]))
  const ids = Object.keys(healthNames) as HealthId[]
  const checks = ids.map((id) => known.get(id) ?? { id, ok: null })
  return {
    ok: checks.every(({ ok }) => ok !== false),
    at: isoTime(ctx.now),
    version: ctx.version,
    checks,
  }
}

/**
 * Checks the copy of the settings. If the row can't be read, it is unknown what the copy should be. After a
 * change the copy may differ until every place has it.
 */
async function checkCopy(ctx: ServiceContext): Promise<HealthCheck> {
  const row = await datedSettings(ctx.db).catch(() => null)
  if (!row) return { id: 'settings', ok: null }
  const isSpreading = ctx.now - row.updatedAt < spreadMs
  return timed('settings', async () => (await ctx.settingsCopy.equals(row.settings)) || isSpreading)
}

async function checkSize(ctx: ServiceContext): Promise<HealthCheck> {
  const answer = await databaseSize(ctx.db).catch(() => null)
  if (!answer) return { id: 'size', ok: null }
  const bytes = answer.meta.size_after
  return { id: 'size', ok: bytes < databaseFill.wrong * databaseBytesMax, bytes }
}

async function readFacts(ctx: ServiceContext): Promise<[HealthCheck, HealthFacts | undefined]> {
  let facts: HealthFacts | undefined
  const check = await timed('database', async () => {
    ;[facts] = await healthFacts(ctx.db, waitingCountMax)
  })
  return [check, facts]
}

/** Times a check, which succeeds unless it throws or returns false. */
async function timed(id: HealthId, look: () => Promise<unknown>): Promise<HealthCheck> {
  const from = Date.now()
  try {
    const found = await look()
    return { id, ok: found !== false, ms: Date.now() - from }
  } catch {
    return { id, ok: false, ms: Date.now() - from }
  }
}

function checksOf(facts: HealthFacts, now: number): HealthCheck[] {
  /** Returns the time at which late work was due; null if it isn't late. */
  const late = (due: number | null) => (due !== null && due < now ? due : null)
  const within = (since: number | null, minutes: number) => since === null || now - since <= minutes * minute
  const states = JSON.parse(facts.tasks ?? '{}') as CronTasks
  const tasks = Object.keys(states).filter((name) => !within(states[name]?.failing ?? null, healthyFailure))
  const isRunning = facts.cronAt !== null && within(facts.cronAt, healthyPause)
  return [
    { id: 'cron', ok: isRunning && tasks.length === 0, since: isoTimeOrNull(facts.cronAt), tasks },
    {
      id: 'files',
      ok: within(late(facts.filesDue), healthyWait),
      count: facts.files,
      since: isoTimeOrNull(late(facts.filesDue)),
    },
    {
      id: 'imports',
      ok: within(facts.importsSince, healthyWait),
      count: facts.imports,
      since: isoTimeOrNull(facts.importsSince),
    },
    { id: 'jobs', ok: facts.jobs === 0, count: facts.jobs, since: isoTimeOrNull(facts.jobsSince) },
    {
      id: 'mail',
      ok: facts.mailFailed === 0 && within(late(facts.mailDue), healthyWait),
      count: facts.mailFailed,
      since: isoTimeOrNull(late(facts.mailDue)),
    },
    { id: 'payments', ok: facts.alerts === 0, count: facts.alerts, since: isoTimeOrNull(facts.alertsSince) },
    {
      id: 'removals',
      ok: facts.removalDue === null || now < facts.removalDue,
      count: facts.removals,
      since: isoTimeOrNull(facts.removalDue),
    },
    {
      id: 'scan',
      ok: (facts.missingFiles ?? 0) === 0,
      count: facts.missingFiles ?? 0,
      since: isoTimeOrNull(facts.scannedAt),
    },
  ]
}
