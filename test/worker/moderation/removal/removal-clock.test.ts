import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { escalationHours, removalClockMs } from '#contract/values/moderation/safety'
import { createDb, zeroCounts } from '#db/client'
import { cronRuns, removalRequests, users } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { ban, changeSettings, makeUser, testDb } from '#test/support/factories'
import { askedRow, mailsOf, signInAt } from '#test/support/moderation/removals'
import { runCron } from '#worker/jobs/cron'
import type { ServiceContext } from '#worker/services/context'
import { remindOfRequests } from '#worker/services/moderation/removal-requests/index'

const db = testDb()
const hour = 3600_000
const contact = 'safety@nocturne.test'
/** Time of a test's requests; each test has days of its own. */
let start = Date.UTC(2031, 0, 1)

beforeEach(async () => {
  start += 100 * 24 * hour
  // Closes the cases of earlier tests, and demotes their administrators.
  await db.update(users).set({ isAdmin: false })
  await db.update(removalRequests).set({ status: 'refused' })
  await changeSettings({ contactEmail: contact })
})

function asked(at: number) {
  const client = new TestClient()
  client.now = at
  return askedRow({}, client)
}

async function clockAt(at: number): Promise<void> {
  await remindOfRequests(await jobContext(at))
}

/** Returns the reminders about a request: each stage and recipient, as in `24 ada@example.com`. */
async function reminders(id: number): Promise<string[]> {
  const mails = await mailsOf(`removal-request:${id}:clock:`)
  return mails
    .map(({ dedupeKey, recipient }) => `${dedupeKey.split(':')[3]} ${recipient.toLowerCase()}`)
    .sort()
}

async function makeAdministrator(): Promise<string> {
  const { username } = await makeUser({ isAdmin: true })
  return `${username}@example.com`
}

describe('the clock of a removal request', () => {
  it('reminds at 24, 36 and 44 hours, not a minute before and never twice', async () => {
    const admin = await makeAdministrator()
    const { id } = await asked(start)
    const expected: string[] = []
    for (const stage of escalationHours) {
      await clockAt(start + stage * hour - 1)
      expect(await reminders(id)).toEqual(expected)
      for (const late of [0, 60_000, 2 * 60_000]) await clockAt(start + stage * hour + late)
      expected.push(...[admin, contact].map((address) => `${stage} ${address}`).sort())
      expect(await reminders(id)).toEqual(expected)
      expect((await db.select().from(removalRequests).where(eq(removalRequests.id, id)))[0]?.escalated).toBe(
        stage,
      )
    }
    await clockAt(start + 60 * hour)
    expect(await reminders(id)).toEqual(expected)
  })

  it('grows more urgent, and names neither video nor person', async () => {
    const row = await asked(start)
    for (const stage of escalationHours) await clockAt(start + stage * hour)
    const mails = await mailsOf(`removal-request:${row.id}:clock:`)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Urgent: a removal request must be decided within 4 hours',
      'A removal request must be decided within 12 hours',
      'A removal request must be decided within 24 hours',
    ])
    for (const { body } of mails) {
      expect(body).toContain('/admin?tab=removals')
      expect(body).not.toMatch(new RegExp(`Ada|${row.email}|${row.statement}`))
    }
  })

  it('goes to the site’s address and to every administrator who isn’t banned, each once', async () => {
    const [one, two] = [await makeAdministrator(), await makeAdministrator()]
    await ban((await makeUser({ isAdmin: true })).id)
    const wasBanned = await makeUser({ isAdmin: true })
    await ban(wasBanned.id, start)
    await makeUser()
    await changeSettings({ contactEmail: one.toUpperCase() })
    const { id } = await asked(start)
    await clockAt(start + 24 * hour)
    const expected = [one, two, `${wasBanned.username}@example.com`].map((address) => `24 ${address}`)
    expect(await reminders(id)).toEqual(expected.sort())
  })

  it('is kept by the cron of each minute', async () => {
    const { id } = await asked(start)
    // A minute in which no other daily task is due.
    await runCron(await jobContext(start + 24 * hour + 60_000))
    expect(await reminders(id)).toEqual([`24 ${contact}`])
  })

  it('skips the milder reminders after a standstill', async () => {
    const { id } = await asked(start)
    await clockAt(start + 50 * hour)
    expect(await reminders(id)).toEqual([`44 ${contact}`])
    expect((await mailsOf(`removal-request:${id}:clock:44`))[0]?.subject).toBe(
      'Urgent: a removal request is overdue',
    )
  })

  it('says how little is left when a standstill ends in the last hour', async () => {
    const { id } = await asked(start)
    await clockAt(start + removalClockMs - 30 * 60_000)
    expect((await mailsOf(`removal-request:${id}:clock:44`))[0]?.subject).toBe(
      'Urgent: a removal request must be decided within the hour',
    )
  })

  it('reads none of those of which everybody was reminded', async () => {
    await env.DB.prepare(
      `insert into removal_requests (token, url, reason, relation, name, email, statement, signature, created_at, due_at,
         escalated)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
       select 'late' || i, '', 'other', 'other', '', '', '', '', 0, 0, ? from n`,
    )
      .bind(Math.max(...escalationHours))
      .run()
    const counts = zeroCounts()
    await remindOfRequests({ ...(await jobContext(start)), db: createDb(env.DB, counts) })
    expect([counts.queries, counts.rowsRead <= 5]).toEqual([1, true])
  })

  it('stops with the decision', async () => {
    const { id } = await asked(start)
    const admin = await signInAt(await makeUser({ isAdmin: true }), start + 20 * hour)
    const json = { decision: 'refuse', note: 'We could not confirm it.' }
    expect((await admin.request('POST', `/api/admin/removal-requests/${id}/decide`, { json })).status).toBe(
      200,
    )
    for (const stage of escalationHours) await clockAt(start + stage * hour)
    expect(await reminders(id)).toEqual([])
  })
})

/** Returns a context whose database fails after this many batches, as when the platform kills a run. */
function dyingAfter(ctx: ServiceContext, batches: number): ServiceContext {
  let left = batches
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name !== 'batch') return Reflect.get(target, name)
      return (...given: Parameters<typeof target.batch>) => {
        if (left === 0) throw new Error('Killed')
        left -= 1
        return target.batch(...given)
      }
    },
  })
  return { ...ctx, db }
}

describe('a cron that is killed and started again', () => {
  it.each([0, 1, 2])('after %i of three requests loses no reminder and doubles none', async (done) => {
    const admin = await makeAdministrator()
    const ids: number[] = []
    for (const minute of [0, 1, 2]) ids.push((await asked(start + minute * 60_000)).id)
    const at = start + 24 * hour + 5 * 60_000
    await expect(remindOfRequests(dyingAfter(await jobContext(at), done))).rejects.toThrow('Killed')
    const whole = [`24 ${admin}`, `24 ${contact}`].sort()
    const after = await Promise.all(ids.map(reminders))
    expect(after).toEqual(ids.map((_, place) => (place < done ? whole : [])))
    await clockAt(at + 60_000)
    await clockAt(at + 2 * 60_000)
    expect(await Promise.all(ids.map(reminders))).toEqual([whole, whole, whole])
  })

  it('waits for what a killed one has claimed, and goes on then', async () => {
    const { id } = await asked(start)
    const at = start + 24 * hour + 60_000
    const killed = { done: 0, by: 'killed', until: at + 15 * 60_000 }
    await db.delete(cronRuns)
    await db.insert(cronRuns).values({ id: 1, at, tasks: { 'removal-clock': killed } })
    await runCron(await jobContext(at + 60_000))
    expect(await reminders(id)).toEqual([])
    await runCron(await jobContext(at + 16 * 60_000))
    expect(await reminders(id)).toEqual([`24 ${contact}`])
  })

  it('twice at the same time reminds once', async () => {
    const ids = [(await asked(start)).id, (await asked(start)).id]
    await Promise.all([clockAt(start + 36 * hour), clockAt(start + 36 * hour), clockAt(start + 36 * hour)])
    for (const id of ids) expect(await reminders(id)).toEqual([`36 ${contact}`])
  })

  it('takes a bounded batch, those first whose time runs out first, and goes on with the rest', async () => {
    const ids: number[] = []
    for (let minute = 0; minute < 23; minute += 1) ids.push((await asked(start + minute * 60_000)).id)
    const at = start + 25 * hour
    await clockAt(at)
    const reminded = async () => (await Promise.all(ids.map(reminders))).map((mails) => mails.length)
    expect(await reminded()).toEqual(ids.map((_, place) => (place < 20 ? 1 : 0)))
    await clockAt(at + 60_000)
    expect(await reminded()).toEqual(ids.map(() => 1))
  })
})
