import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { day, hour, minute } from '#contract/values/shared/time'
import { randomAddress } from '../e2e/support/site'
import { faultsInRows } from '../support/fuzz/invariants'
import { tableNames } from '../support/moderation/traces'
import { answered, Film } from './support/films'
import { figureOf } from './support/heap'
import { KillableSite, type Person, storageFaults, withStore } from './support/kill'
import { Audience, Payer, Remover, Uploader } from './support/writers'

/** An hour simulates a month, and a shorter run a part of it. */
const minutes = Number(process.env.SOAK_MINUTES ?? 60)
const busyDays = Math.max(2, Math.round(minutes / 2))
const idleDays = Math.ceil(busyDays / 5)
const allowedHeapGrowth = 24 * 2 ** 20

/** The longest that abandoned uploads may stay: two days, and until cron runs. */
const uploadsKeptMs = 2 * day + hour

const actsADay = 24
const kindsOfActs = 6
/**
 * Tables that grow without people, and their most rows a day: the day's statistics, and the emails and
 * records about terms, accounts and videos that end that day.
 */
const byItself: Record<string, number> = {
  daily_stats: 20,
  ...Object.fromEntries(
    ['mail_outbox', 'notices', 'audit_log', 'deleted_accounts'].map(
      (table) => [table, (2 * actsADay) / kindsOfActs] as const,
    ),
  ),
}

test('through a month of all that people do, nothing grows but what they made', async () => {
  const info = test.info()
  test.setTimeout((4 * minutes + 20) * minute)
  const figure = (description: string) => info.annotations.push({ type: 'figure', description })
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-soak-'))
  const site = new KillableSite(join(folder, 'state'), 8891, {
    entry: 'test/long/support/clocked-worker.ts',
    vars: { PASSWORD_COST: '4' },
  })
  try {
    await site.open()
    const month = await Month.begin(site)
    await month.live(1)
    const heapBefore = await site.heaps()
    const first = month.rows()
    await month.live(busyDays / 2)
    const middle = month.rows()
    await month.live(busyDays / 2)
    const last = month.rows()
    const heapAfter = await site.heaps()

    await month.pass(idleDays)
    const quiet = month.rows()
    await month.pass(idleDays)
    const end = month.rows()
    figure(`${month.days()} days in ${month.runs} runs of cron, ${month.acts} acts of people`)
    figure(`rows after half of them, after all, and when nobody was there: ${largest(middle, last, end)}`)
    figure(`memory at first: ${figureOf(heapBefore)}`)
    figure(`memory at the end: ${figureOf(heapAfter)}`)
    const grown = Object.entries(end).filter(
      ([table, count]) => count > (quiet[table] ?? 0) + (byItself[table] ?? 0) * idleDays,
    )
    expect(fasterIn(first, middle, last)).toEqual([])
    expect(grown, 'grown while nobody was there').toEqual([])
    await month.checkRest()

    expect(heapAfter.ours - heapBefore.ours).toBeLessThan(allowedHeapGrowth)
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

type Rows = Record<string, number>

/** People's acts, in turn, one every hour. */
class Month {
  runs = 0
  acts = 0
  private clock = Math.ceil(Date.now() / hour) * hour
  private readonly began = { clock: this.clock, at: Date.now() }

  private constructor(
    private readonly site: KillableSite,
    private readonly admin: Person,
    private readonly film: Film,
    private readonly uploader: Uploader,
    private readonly payer: Payer,
    private readonly remover: Remover,
  ) {}

  static async begin(site: KillableSite): Promise<Month> {
    const admin = await site.administrator()
    await answered(admin, 'PATCH', '/api/admin/settings', { commentsEnabled: true })
    const film = new Film(await site.person())
    await film.publish()
    const status = async () => (await film.person.get<Video>(`/api/videos/${film.videoId}`)).status
    await expect.poll(status, { timeout: 60_000 }).toBe('ready')
    const uploader = new Uploader(site, 0)
    const remover = new Remover(site, admin, uploader.published, Number(film.videoId))
    return new Month(site, admin, film, uploader, new Payer(site), remover)
  }

  /** Lets people act the same way each day. */
  async live(days: number): Promise<void> {
    for (let count = 0; count < Math.round(days); count += 1) {
      const viewers = [await this.site.person(), await this.site.person()]
      const audience = new Audience(this.site, viewers, Number(this.film.videoId))
      const doings = [
        () => this.uploader.act(),
        () => audience.act(),
        () => this.payer.act(),
        () => this.moderate(),
        () => this.abandon(),
        () => this.mistake(viewers[0] as Person),
      ]
      for (let hours = 0; hours < actsADay; hours += 1) {
        await doings[hours % doings.length]?.()
        this.acts += 1
        await this.passHour()
      }
    }
  }

  /** Lets days pass without people. */
  async pass(days: number): Promise<void> {
    for (let hours = 0; hours < 24 * days; hours += 1) await this.passHour()
  }

  days(): number {
    return Math.round((this.clock - this.began.clock) / day)
  }

  /** Returns the number of rows of each table. Reads the file, since the database is the worker's. */
  rows(): Rows {
    const [file = ''] = globSync(
      join(this.site.stateDir, 'v3/d1/miniflare-D1DatabaseObject/[0-9a-f]*.sqlite'),
    )
    const database = new DatabaseSync(file, { readOnly: true })
    const count = (table: string) => database.prepare(`select count(*) as rows from "${table}"`).get()?.rows
    const rows = Object.fromEntries(tableNames().map((table) => [table, Number(count(table))] as const))
    database.close()
    return rows
  }

  /** Expects that no work is left over, and that all rows and files are consistent. */
  async checkRest(): Promise<void> {
    await this.site.kill()
    await withStore(this.site, async (store) => {
      const { d1 } = store
      const left = await d1.batch([
        d1.prepare('select name from leases'),
        d1.prepare('select body from dead_letters'),
        d1.prepare('select last_error from mail_outbox where sent_at is null'),
        d1.prepare("select id from videos where status = 'processing'"),
        d1
          .prepare("select id from uploads where status in ('open', 'completing') and touched_at < ?")
          .bind(this.clock - uploadsKeptMs),
        d1.prepare('select key from media_objects where pending_deletion_since is not null'),
      ])
      expect(left.map(({ results }) => results)).toEqual(left.map(() => []))
      expect(await faultsInRows(d1)).toEqual([])
      expect(await storageFaults(store)).toEqual([])
    })
  }

  /**
   * Passes an hour, with as many runs of cron as there is time for: one a minute, as on the platform, or
   * fewer.
   */
  private async passHour(): Promise<void> {
    const share = (Date.now() - this.began.at) / (minutes * minute)
    const due = this.began.clock + share * (busyDays + 2 * idleDays + 1) * day
    const early = (this.clock - due) / hour
    const step = early < 0 ? hour : early < 3 ? 10 * minute : minute
    for (const end = this.clock + hour; this.clock < end; ) {
      this.clock += step
      await this.site.cron(this.clock)
      this.runs += 1
    }
    await this.site.control('/clock/set', [this.clock])
  }

  /** Acts as staff with a password just entered, which grave acts require. */
  private async moderate(): Promise<void> {
    this.remover.staff = await this.site.signIn(this.admin)
    await this.remover.act()
  }

  /** Sends a video, and closes the browser before it is complete. */
  private async abandon(): Promise<void> {
    const person = await this.site.person()
    const send: Person['send'] = (method, path, ...rest) =>
      path.endsWith('/complete') ? Promise.reject(new Error('closed')) : person.send(method, path, ...rest)
    await expect(new Film({ ...person, send }).publish()).rejects.toThrow('closed')
  }

  /** Mistypes the password, and asks for a reset. */
  private async mistake({ name }: Person): Promise<void> {
    const wrong = await this.ask('/api/auth/login', { username: name, password: 'not the password' })
    expect(wrong).toBe(401)
    expect(await this.ask('/api/auth/forgot', { email: `${name}@example.com` })).toBe(202)
  }

  private async ask(path: string, body: unknown): Promise<number> {
    const response = await fetch(this.site.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': randomAddress() },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }
}

/** Returns the tables that grew more in the second half than in the first, although people acted the same. */
function fasterIn(first: Rows, middle: Rows, last: Rows): string[] {
  return Object.entries(last).flatMap(([table, count]) => {
    const before = (middle[table] ?? 0) - (first[table] ?? 0)
    const after = count - (middle[table] ?? 0)
    return after > 1.2 * before + 4 ? [`${table}: ${before} rows, then ${after}`] : []
  })
}

function largest(...times: Rows[]): string {
  const [, last = {}] = times
  return Object.keys(last)
    .toSorted((one, other) => (last[other] ?? 0) - (last[one] ?? 0))
    .slice(0, 12)
    .map((table) => `${table} ${times.map((rows) => rows[table]).join(', ')}`)
    .join('; ')
}
