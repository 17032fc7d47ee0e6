import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminUser, AdminUserDetail } from '#contract/schemas/moderation/users'
import type { Video } from '#contract/schemas/videos/video'
import type { StaffRole } from '#contract/values/accounts/roles'
import { always, type Condition, never } from '#db/conditions'
import { whereBelow, whereOfRole } from '#db/queries/shared/account-standing'
import { auditLog, sessions, users } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { day, makeUser, makeVideo, signInAs, testDb, testPassword } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { config } from '#test/support/videos/media'
import { signSessionToken } from '#worker/services/accounts/sessions/token'
import { randomId } from '#worker/storage/keys'

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
  boss = await signedIn({ staff: 'owner' })
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
        action: 'user.promote',
        subject: 'user',
        actorId: boss.id,
        details: '{"before":{"role":null},"after":{"role":"administrator"}}',
      }),
      expect.objectContaining({
        action: 'user.demote',
        subject: 'user',
        actorId: boss.id,
        details: '{"before":{"role":"administrator"},"after":{"role":null}}',
      }),
    ])
  })

  it('has one effect when two do it at once, and the second is told', async () => {
    const other = await signedIn({ staff: 'owner' })
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

const changeRole = (client: TestClient, id: number, role: StaffRole | null) =>
  client.request('PUT', `/api/admin/users/${id}/role`, { json: { role } })

describe('who names whom', () => {
  it('an administrator names moderators and support, and no administrator', async () => {
    const administrator = await signedIn({ isAdmin: true })
    const person = await signedIn()
    const named = await changeRole(administrator.client, person.id, 'moderator')
    expect(await named.json<AdminUser>()).toMatchObject({ staff: 'moderator', isAdmin: false })
    // The session that she had as a member has ended.
    expect((await person.client.get('/api/auth/me')).status).toBe(401)
    const again = await signInAs(person)
    expect(await (await again.get('/api/auth/me')).json()).toMatchObject({
      staff: 'moderator',
      isAdmin: false,
    })
    expect((await changeRole(administrator.client, person.id, 'support')).status).toBe(200)
    for (const role of ['administrator', 'owner'] as const) {
      const refused = await changeRole(administrator.client, person.id, role)
      expect((await problemOf(refused)).detail).toBe('Only the site owner names and removes administrators.')
    }
    expect((await act(administrator.client, person.id, 'promote')).status).toBe(403)
    const other = await makeUser({ isAdmin: true })
    expect((await act(administrator.client, other.id, 'demote')).status).toBe(403)
    expect((await changeRole(administrator.client, other.id, 'support')).status).toBe(403)
    expect((await changeRole(administrator.client, administrator.id, 'support')).status).toBe(403)
  })

  it('nobody demotes or bans a site owner', async () => {
    for (const options of [{ isAdmin: true }, { staff: 'owner' }] as const) {
      const { client } = await signedIn(options)
      expect((await changeRole(client, boss.id, null)).status).toBe(403)
      const json = { reason: 'A row.', days: 7 }
      expect((await client.request('POST', `/api/admin/users/${boss.id}/ban`, { json })).status).toBe(403)
    }
    expect((await boss.client.get('/api/auth/me')).status).toBe(200)
  })

  it('a site owner steps down only while there is another', async () => {
    await db
      .update(users)
      .set({ staff: null })
      .where(and(eq(users.staff, 'owner'), ne(users.id, boss.id)))
    const alone = await changeRole(boss.client, boss.id, null)
    expect((await problemOf(alone)).detail).toBe("You're the only site owner. Name another one first.")
    const person = await makeUser()
    expect((await changeRole(boss.client, person.id, 'owner')).status).toBe(200)
    const setPerson = (change: object) => db.update(users).set(change).where(eq(users.id, person.id))
    for (const gone of [{ banReason: 'Spam' }, { banReason: null, deleteAt: Date.now() + 86_400_000 }]) {
      await setPerson(gone)
      expect((await changeRole(boss.client, boss.id, 'administrator')).status).toBe(alone.status)
    }
    await setPerson({ deleteAt: null })
    expect((await changeRole(boss.client, boss.id, 'administrator')).status).toBe(200)
    expect((await boss.client.get('/api/auth/me')).status).toBe(401)
    const [row] = await db.select().from(users).where(eq(users.id, boss.id))
    expect(row).toMatchObject({ isAdmin: true, staff: null })
  })

  it('a role taken away closes the media that it opened, in seconds', async () => {
    const moderator = await signedIn({ staff: 'moderator' })
    const video = await makeVideo((await makeUser()).id, { hold: 'quarantine' })
    const shown = await moderator.client.json<Video>('GET', `/api/admin/videos/${video.id}/case`)
    const open = async () => (await moderator.client.get(shown.videoUrl ?? '', { range: 'bytes=0-9' })).status
    expect(await open()).toBe(206)
    await changeRole(boss.client, moderator.id, null)
    moderator.client.now = Date.now() + 11_000
    expect(await open()).toBe(403)
  })
})

describe('a moderator', () => {
  const ban = (client: TestClient, id: number, days: number | null) =>
    client.request('POST', `/api/admin/users/${id}/ban`, { json: { reason: 'Spam again.', days } })

  it('bans for seven days at most, and nobody with a role', async () => {
    const { client } = await signedIn({ staff: 'moderator' })
    const person = await makeUser()
    expect((await problemOf(await ban(client, person.id, null))).detail).toContain('up to 7 days')
    expect((await ban(client, person.id, 30)).status).toBe(403)
    expect((await ban(client, person.id, 7)).status).toBe(200)
    expect((await client.request('DELETE', `/api/admin/users/${person.id}/ban`)).status).toBe(200)
    expect((await ban(boss.client, person.id, 30)).status).toBe(200)
    const kept = await client.request('DELETE', `/api/admin/users/${person.id}/ban`)
    expect((await problemOf(kept)).detail).toBe('Only an administrator can end this ban.')
    for (const options of [{ staff: 'support' }, { staff: 'moderator' }, { isAdmin: true }] as const)
      expect((await ban(client, (await makeUser(options)).id, 1)).status).toBe(403)
  })

  it('reads no address and nothing of money, nor finds an account by its address', async () => {
    const { client } = await signedIn({ staff: 'moderator' })
    const member = await makeUser({ premiumUntil: Date.now() + day })
    await db
      .update(users)
      .set({ emailCanonical: `zz${member.id}@example.net` })
      .where(eq(users.id, member.id))
    const hidden = { email: null, isPremium: null, premiumUntil: null }
    const detail = await client.json<AdminUserDetail>('GET', `/api/admin/users/${member.id}`)
    expect(detail).toMatchObject({ ...hidden, payments: null })
    const byName = await client.json<AdminUser[]>('GET', `/api/admin/users?q=${member.username}`)
    expect(byName).toEqual([expect.objectContaining({ id: member.id, ...hidden })])
    expect(await client.json<AdminUser[]>('GET', `/api/admin/users?q=zz${member.id}`)).toEqual([])
    expect(await client.json<AdminUser[]>('GET', `/api/admin/users?filter=banned&q=zz${member.id}`)).toEqual(
      [],
    )
    expect((await client.get('/api/admin/users?filter=premium')).status).toBe(403)
    const found = await boss.client.json<AdminUser[]>('GET', `/api/admin/users?q=zz${member.id}`)
    expect(found.map(({ id }) => id)).toEqual([member.id])
  })
})

describe('site owners who step down at once', () => {
  /** Creates a signed-in person without hashing a password, which would take longer than everything else. */
  async function seat(): Promise<Person> {
    const user = await makeUser({ staff: 'owner' })
    const [sessionId, now] = [randomId(), Date.now()]
    const session = { id: sessionId, userId: user.id, tokenVersion: 0, createdAt: now, seenAt: now }
    await db.insert(sessions).values(session)
    const client = new TestClient()
    const claims = {
      userId: user.id,
      sessionId,
      tokenVersion: 0,
      premiumUntil: null,
      staff: 'owner' as const,
    }
    client.setCookie('__Host-session', await signSessionToken(config, claims, now, 3600))
    return { ...user, client }
  }

  /** Creates this many site owners, the only administrators of the site. */
  async function crowd(size: number): Promise<Person[]> {
    await db.update(users).set({ isAdmin: false, staff: null })
    return Promise.all(Array.from({ length: size }, seat))
  }

  it.each([2, 50])('leave one owner, of %i', async (size) => {
    const people = await crowd(size)
    const answers = await Promise.all(
      people.map(({ client, id }, at) => changeRole(client, id, at % 2 ? 'administrator' : null)),
    )
    const left = await db.select({ id: users.id }).from(users).where(eq(users.staff, 'owner'))
    expect(left.length).toBe(1)
    const demoted = answers.filter(({ status }) => status === 200).length
    expect(demoted).toBe(size - 1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(1)
    const ids = people.map(({ id }) => String(id))
    const isOurs = and(eq(auditLog.action, 'user.demote'), inArray(auditLog.subjectId, ids))
    expect((await db.select().from(auditLog).where(isOurs)).length).toBe(demoted)
  })

  it('leave one where each deletes the own account instead', async () => {
    const people = await crowd(6)
    await Promise.all(
      people.map(({ client, id }, at) =>
        at % 2
          ? changeRole(client, id, null)
          : client.request('DELETE', '/api/account', { json: { password: testPassword } }),
      ),
    )
    const rows = await db.select().from(users).where(eq(users.staff, 'owner'))
    expect(rows.filter(({ deleteAt }) => deleteAt === null).length).toBe(1)
  })
})

describe('the condition of an act by staff', () => {
  const now = Date.now()
  const holds = async (which: Condition) => {
    const [row] = await db.all<{ held: number }>(sql`select ${which} as held`)
    return row?.held === 1
  }
  const change = (id: number, set: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(set).where(eq(users.id, id))

  it('is that they have their role still, whoever else has it, and are neither banned nor leaving', async () => {
    const { id } = await makeUser({ staff: 'moderator' })
    await makeUser({ staff: 'support' })
    const asked = async () => [
      await holds(whereOfRole(id, 'moderator', now)),
      await holds(whereOfRole(id, 'support', now)),
    ]
    expect(await asked()).toEqual([true, false])
    for (const [gone, back] of [
      [{ staff: null }, { staff: 'moderator' }],
      [{ banReason: 'Sold a place' }, { banReason: null }],
      [{ deleteAt: now }, { deleteAt: null }],
    ] as const) {
      await makeUser({ staff: 'moderator' })
      await change(id, gone)
      expect([gone, await asked()]).toEqual([gone, [false, false]])
      await change(id, back)
    }
  })

  it('is that the other account is of a role below, and as it was looked at', async () => {
    const [actor, equal, lower] = [
      await makeUser({ staff: 'moderator' }),
      await makeUser({ staff: 'moderator' }),
      await makeUser(),
    ]
    const below = (id: number, target = always) =>
      holds(whereBelow({ id: actor.id, staff: 'moderator' }, id, now, target))
    expect([await below(lower.id), await below(equal.id), await below(0)]).toEqual([true, false, false])
    expect(await below(lower.id, never)).toBe(false)
    await change(lower.id, { deletingAt: now })
    expect(await below(lower.id)).toBe(false)
    await change(lower.id, { deletingAt: null })
    await change(actor.id, { staff: null })
    expect(await below(lower.id)).toBe(false)
  })
})
