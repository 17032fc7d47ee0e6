import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { User } from '#contract/schemas/accounts/auth'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import type { Video } from '#contract/schemas/videos/video'
import { partSize } from '#contract/values/shared/limits'
import { faultsInRows } from '../support/fuzz/invariants'
import { answered, Film } from './support/films'
import { KillableSite, type Person, storageFaults, withStore } from './support/kill'
import { Audience, Payer, Remover, Uploader, type Writer } from './support/writers'

const rounds = Number(process.env.KILL_ROUNDS ?? 20)
const minute = 60_000
/** Longer than a lease that a killed run leaves behind. */
const afterKill = 3 * minute
/** Views are counted after the answer, but within this time. */
const viewsLateMs = 1000
/**
 * Readings are claimed by the clock of the jobs, which is the real one: a killed reading leaves a lease of
 * two minutes, and a reading killed twice is repeated after ten.
 */
const readMs = 15 * minute
const people = 16
/** A film takes a dozen answers, while the other writers get as many. */
const answersUntilKill = 120

test('killed under four writers, the site loses nothing that it acknowledged, and has nothing half', async () => {
  const info = test.info()
  test.setTimeout((5 + 3 * rounds) * minute)
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-writes-'))
  const site = new KillableSite(join(folder, 'state'), 8871, {
    // A low cost, since many sign up, and no password is guessed.
    vars: { PASSWORD_COST: '4' },
  })
  try {
    await site.open()
    const run = await KilledRun.begin(site)
    for (let round = 0; round < rounds; round += 1) await run.round()
    await run.end()
    for (const description of run.figures()) info.annotations.push({ type: 'figure', description })
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

class KilledRun {
  private readonly writers: Writer[]
  /** The cron's clock, which is ahead of the requests. */
  private clock = Date.now()
  private kills = 0
  private cutOff = 0
  private runsKilled = 0

  private constructor(
    private readonly site: KillableSite,
    private readonly admin: Person,
    private readonly uploader: Uploader,
    private readonly audience: Audience,
    private readonly payer: Payer,
    private readonly remover: Remover,
  ) {
    this.writers = [uploader, audience, payer, remover]
  }

  static async begin(site: KillableSite): Promise<KilledRun> {
    const admin = await site.administrator()
    await answered(admin, 'PATCH', '/api/admin/settings', { commentsEnabled: true })
    const shown = new Film(await site.person())
    await shown.publish()
    const id = Number(shown.videoId)
    const status = async () => (await shown.person.get<Video>(`/api/videos/${id}`)).status
    await expect.poll(status, { timeout: 60_000 }).toBe('ready')
    const viewers: Person[] = []
    for (let count = 0; count < people; count += 1) viewers.push(await site.person())
    // The kill is most likely to come while parts are sent.
    const uploader = new Uploader(site, 2 * partSize)
    const remover = new Remover(site, admin, uploader.published, id)
    return new KilledRun(site, admin, uploader, new Audience(site, viewers, id), new Payer(site), remover)
  }

  async round(): Promise<void> {
    let isKilled = false
    const until = async (act: () => Promise<void>) => {
      while (!isKilled) await act()
    }
    const acting = [...this.writers.map((writer) => () => writer.act()), () => this.tick()].map((act) =>
      until(act).then(
        () => false,
        (error: unknown) => {
          if (isKilled) return true
          throw error
        },
      ),
    )
    const killAt = this.site.answers + randomInt(answersUntilKill)
    const killing = (async () => {
      while (this.site.answers < killAt) await Promise.race([wait(5), Promise.all(acting)])
      isKilled = true
      await this.site.kill()
      return Date.now()
    })()
    const [killedAt, ...cut] = await Promise.all([killing, ...acting])
    this.kills += 1
    this.runsKilled += cut.pop() ? 1 : 0
    this.cutOff += cut.filter(Boolean).length
    await this.checkRows(killedAt)
    await this.site.startWorker()
    this.clock += afterKill
    for (const writer of this.writers) await writer.check()
  }

  /** Runs the work that all kills left over, and checks that the outcome is complete. */
  async end(): Promise<void> {
    const { left } = this.remover
    const erased = async () => {
      await this.tick(10)
      const users = left.map(({ userId }) => this.admin.get<AdminUserDetail>(`/api/admin/users/${userId}`))
      return (await Promise.all(users)).filter(
        ({ username }, at) => username !== `deleted-${left[at]?.userId}`,
      )
    }
    await expect.poll(erased, { timeout: 120_000 }).toEqual([])
    for (const writer of this.writers) await writer.check()
    await this.payer.checkTerms()
    await this.checkFilms()
    await this.site.kill()
    await this.checkRows()
    await this.checkStorage()
  }

  figures(): string[] {
    const { uploader, audience, payer, remover } = this
    const paid = payer.orders.filter(({ isAcknowledged }) => isAcknowledged).length
    return [
      `${this.kills} kills, which cut off ${this.cutOff} acts of the writers and ${this.runsKilled} runs of cron`,
      `acknowledged, and none lost: ${uploader.parts} parts, ${uploader.completed} files, ${uploader.published.length + remover.removed.length + remover.left.length} films (${uploader.resumed} went on after a kill), ${audience.likes} likes, ${audience.comments.length} comments, ${paid} payments of ${payer.orders.length} orders, ${remover.removed.length} removals, ${remover.receipts.length} requests, ${remover.left.length} accounts erased`,
      `all films read ${Math.ceil(this.readAfterMs / 1000)} s after the last of the others' writes was checked`,
      `views: ${audience.views.length} acknowledged, ${this.viewsLost} not counted, each of them in the second before a kill`,
    ]
  }

  private viewsLost = 0
  private readAfterMs = 0

  /** Runs cron for the next minutes. */
  private async tick(minutes = 1): Promise<void> {
    this.clock = Math.floor(this.clock / (minutes * minute) + 1) * minutes * minute
    await this.site.cron(this.clock)
  }

  /** Checks the rows as the kill has left them. Makes the erasure of those who left due. */
  private async checkRows(killedAt = Date.now()): Promise<void> {
    await withStore(this.site, async ({ d1 }) => {
      expect(await faultsInRows(d1)).toEqual([])
      const { comments, views, videoId } = this.audience
      const [rows, counted] = await d1.batch<Record<string, number>>([
        d1.prepare(`select id from comments where video_id = ?`).bind(videoId),
        d1
          .prepare(
            `select views, (select coalesce(sum(views), 0) from video_days where video_id = ?1) as days
             from videos where id = ?1`,
          )
          .bind(videoId),
        d1.prepare('update users set delete_at = 1 where delete_at > 1'),
      ])
      const kept = new Set(rows?.results.map(({ id }) => id))
      expect(comments.filter((id) => !kept.has(id))).toEqual([])
      const counts = counted?.results[0]
      expect(counts?.days).toBe(counts?.views)
      const due = views.filter((at) => at < killedAt - viewsLateMs).length - this.viewsLost
      expect(counts?.views).toBeGreaterThanOrEqual(due)
      this.viewsLost = views.length - Number(counts?.views)
    })
  }

  /** Expects that every video not taken down is there, byte for byte. */
  private async checkFilms(): Promise<void> {
    const from = Date.now()
    for (const { person, videoId, clip, sendings } of this.uploader.published) {
      const video = async () => person.get<Video>(`/api/videos/${videoId}`)
      const ready = async () => {
        await this.tick(10)
        return (await video()).status
      }
      await expect.poll(ready, { timeout: readMs }).toBe('ready')
      this.readAfterMs = Date.now() - from
      const media = await fetch(this.site.origin + (await video()).videoUrl, {
        headers: { cookie: person.cookie },
      })
      const body = Buffer.from(await media.arrayBuffer())
      expect(body.length).toBe(sendings.video.bytes.length)
      // Data before the pictures may have been emptied, as padding was.
      const pictures = clip.subarray(clip.indexOf('mdat'))
      expect(body.indexOf(pictures), `the pictures of film ${videoId}`).toBe(clip.indexOf('mdat'))
      expect(await person.get<User>('/api/auth/me')).toMatchObject({ username: person.name })
    }
  }

  /**
   * Expects that each file has its row and each row its file, and that neither is left of the accounts that
   * were erased.
   */
  private async checkStorage(): Promise<void> {
    await withStore(this.site, async (store) => {
      expect(await storageFaults(store)).toEqual([])
      const owners = await store.d1.prepare('select owner_id from media_objects').all<{ owner_id: number }>()
      const left = new Set(this.remover.left.map(({ userId }) => userId))
      expect(owners.results.filter(({ owner_id }) => left.has(owner_id))).toEqual([])
    })
  }
}
