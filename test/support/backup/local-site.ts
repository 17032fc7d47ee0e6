import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { type OpenSite, openSite } from '#tools/backup/open-site'
import worker from '#worker/index'
import { forgetAll } from '#worker/isolate-state'
import { scheduleAll } from '../cron'
import { testVars } from '../vars'

/** A local site in a folder of its own, whose worker runs here. */
export interface LocalSite extends OpenSite {
  /** Runs statements in batches. */
  run(statements: readonly string[]): Promise<void>
  all<Row>(sql: string): Promise<Row[]>
}

/** Opens an empty local site, without tables. */
export async function emptyLocalSite(scratch: string): Promise<LocalSite> {
  const site = await openSite({ stateDir: mkdtempSync(join(scratch, 'site-')) })
  return {
    ...site,
    run: async (statements) => {
      for (let from = 0; from < statements.length; from += 100)
        await site.db.batch(statements.slice(from, from + 100).map((sql) => site.db.prepare(sql)))
    },
    all: async <Row>(sql: string) => (await site.db.prepare(sql).all<Row>()).results,
  }
}

/** Opens a local site with the tables of this version, as `npm run db:migrate` leaves it. */
export async function migratedLocalSite(scratch: string): Promise<LocalSite> {
  const site = await emptyLocalSite(scratch)
  const migrations = await readD1Migrations('migrations')
  await site.run([
    `create table d1_migrations (id integer primary key autoincrement, name text unique,
      applied_at timestamp default current_timestamp not null)`,
    ...migrations.map(({ name }) => `insert into d1_migrations (name) values ('${name}')`),
    ...migrations.flatMap(({ queries }) => queries),
  ])
  return site
}

export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nocturne-backup-'))
}

/** A browser of a local site. */
export class LocalVisitor {
  readonly #cookies = new Map([['age_verified', '1']])
  readonly #env: Env
  readonly #address: string

  constructor(
    site: LocalSite,
    private readonly now: number,
    address = 1,
  ) {
    this.#env = envOf(site)
    this.#address = `10.1.1.${address}`
  }

  async request(method: string, path: string, json?: unknown): Promise<Response> {
    // Two sites share this process, and so the worker's state of one would reach the other.
    forgetAll()
    const waiting: Promise<unknown>[] = []
    const execution = {
      waitUntil: (work: Promise<unknown>) => waiting.push(work),
      passThroughOnException() {},
    }
    const response = await worker.fetch(
      new Request(`http://localhost:8787${path}`, {
        method,
        headers: {
          'cf-connecting-ip': this.#address,
          'user-agent': 'Mozilla/5.0 (test)',
          'sec-fetch-site': 'same-origin',
          'x-test-now': String(this.now),
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }) as never,
      this.#env,
      execution as unknown as ExecutionContext,
    )
    await Promise.all(waiting)
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
    return response
  }

  async status(method: string, path: string, json?: unknown): Promise<number> {
    const response = await this.request(method, path, json)
    await response.arrayBuffer()
    return response.status
  }
}

/** Runs the site's cron at a time. */
export async function runCronOf(site: LocalSite, at: number): Promise<void> {
  forgetAll()
  const waiting: Promise<unknown>[] = []
  const execution = {
    waitUntil: (work: Promise<unknown>) => waiting.push(work),
  } as unknown as ExecutionContext
  await scheduleAll(at, envOf(site), execution)
  await Promise.all(waiting)
}

const envs = new WeakMap<LocalSite, Env>()

/** Returns one object for each site: the worker keeps its configuration only while it gets the same one. */
function envOf(site: LocalSite): Env {
  const env = envs.get(site) ?? ({ ...site.env, ...testVars, ENVIRONMENT: 'local' } as unknown as Env)
  envs.set(site, env)
  return env
}
