import { and, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { auditLog, sessions, users } from '../../../../db/schema'
import { signSessionToken } from '../../../../worker/services/accounts/sessions/token'
import { randomId } from '../../../../worker/storage/keys'
import { problemOf, TestClient } from '../../../support/client'
import { makeUser, signInAs, testDb } from '../../../support/factories'
import { auditOf } from '../../../support/moderation/removals'
import { config } from '../../../support/videos/media'

const db = testDb()

async function signedIn(options: Parameters<typeof makeUser>[0] = {}) {
  const user = await makeUser(options)
  return { ...user, client: await signInAs(user) }
}

type Person = Awaited<ReturnType<typeof signedIn>>

function act(client: TestClient, id: number | string, verb: 'promote' | 'demote') {
  return client.request('POST', `/api/admin/users/${id}/${verb}`)
}

async function isAdministrator(client: TestClient): Promise<boolean> {
  return (await client.get('/api/admin/users?limit=1')).status === 200
}

let boss: Person
beforeEach(async () => {
  boss = await signedIn({ isAdmin: true })
})

describe('promoting and demoting', () => {
  it('gives and takes the role, each time with the end of the sessions', async () => {
    const person = await signedIn()
    const promoted = await act(boss.client, person.id, 'promote')
    expect(await promoted.json<AdminUser>()).toMatchObject({ id: person.id, isAdmin: true })
    expect((await person.client.get('/api/auth/me')).status).toBe(401)
    const again = await signInAs(person)
    expect(await isAdministrator(again)).toBe(true)

    const demoted = await act(boss.client, person.id, 'demote')
    expect(await demoted.json<AdminUser>()).toMatchObject({ id: person.id, isAdmin: false })
    expect((await again.get('/api/auth/me')).status).toBe(401)
    expect(await isAdministrator(await signInAs(person))).toBe(false)
  })

  it('is written down with before and after', async () => {
    const person = await makeUser()
    await act(boss.client, person.id, 'promote')
    await act(boss.client, person.id, 'demote')
    expect(await auditOf('user', person.id)).toEqual([
      expect.objectContaining({
        ...{ action: 'user.promote', subject: 'user', actorId: boss.id },
        details: '{"before":{"isAdmin":false},"after":{"isAdmin":true}}',
      }),
      expect.objectContaining({
        ...{ action: 'user.demote', subject: 'user', actorId: boss.id },
        details: '{"before":{"isAdmin":true},"after":{"isAdmin":false}}',
      }),
    ])
  })

  it('has one effect when two do it at once, and the second is told', async () => {
    const other = await signedIn({ isAdmin: true })
    const person = await makeUser()
    const answers = await Promise.all([
      act(boss.client, person.id, 'promote'),
      act(other.client, person.id, 'promote'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await auditOf('user', person.id)).length).toBe(1)
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect(row?.tokenVersion).toBe(1)
  })
})

describe('administrators who demote one another at once', () => {
  /** Signs in without hashing a password each, which would take longer than the rest. */
  async function seat(): Promise<Person> {
    const user = await makeUser({ isAdmin: true })
    const [sessionId, now] = [randomId(), Date.now()]
    const session = { id: sessionId, userId: user.id, tokenVersion: 0, createdAt: now, seenAt: now }
    await db.insert(sessions).values(session)
    const client = new TestClient()
    const claims = { userId: user.id, sessionId, tokenVersion: 0, premiumUntil: null, isAdmin: true }
    client.setCookie('__Host-session', await signSessionToken(config, claims, now, 3600))
    return { ...user, client }
  }

  /** Creates this many administrators, the only ones of the site. */
  async function crowd(size: number): Promise<Person[]> {
    await db.update(users).set({ isAdmin: false })
    return Promise.all(Array.from({ length: size }, seat))
  }

  const left = () => db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))

  it('leave one at least, of fifty', async () => {
    const people = await crowd(50)
    const answers = await Promise.all(
      people.map(({ client }, at) => act(client, people[(at + 1) % people.length]?.id ?? 0, 'demote')),
    )
    const remaining = await left()
    expect(remaining.length).toBeGreaterThan(0)
    const demoted = answers.filter(({ status }) => status === 200).length
    expect(demoted).toBe(50 - remaining.length)
    expect(demoted).toBeGreaterThan(0)
    // Those demoted meanwhile had lost the permission.
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect((await problemOf(answer)).status).toSatisfy((status) => status === 403 || status === 401)
    const ids = people.map(({ id }) => String(id))
    const isOurs = and(eq(auditLog.action, 'user.demote'), inArray(auditLog.subjectId, ids))
    const entries = await db.select().from(auditLog).where(isOurs)
    expect(entries.length).toBe(demoted)
  })

  it('leave one, of two', async () => {
    const [first, second] = await crowd(2)
    if (!first || !second) throw new Error('Two were made')
    await Promise.all([act(first.client, second.id, 'demote'), act(second.client, first.id, 'demote')])
    expect((await left()).length).toBe(1)
  })

  it('leave one whom nobody has banned, where some ban instead', async () => {
    const people = await crowd(10)
    await Promise.all(
      people.map(({ client }, at) => {
        const { id = 0 } = people[(at + 1) % people.length] ?? {}
        if (at % 2) return act(client, id, 'demote')
        return client.request('POST', `/api/admin/users/${id}/ban`, {
          json: { reason: 'A row.', days: null },
        })
      }),
    )
    const rows = await db.select().from(users).where(eq(users.isAdmin, true))
    expect(rows.filter(({ banReason }) => banReason === null).length).toBeGreaterThan(0)
  })
})
