import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema'
import { problemOf, type TestClient } from '#test/support/client'
import { ban, makeUser, signInAs, testDb } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'

let boss: { id: number; username: string; client: TestClient }
beforeEach(async () => {
  const user = await makeUser({ isAdmin: true })
  boss = { ...user, client: await signInAs(user) }
})

function act(client: TestClient, id: number | string, verb: 'promote' | 'demote') {
  return client.request('POST', `/api/admin/users/${id}/${verb}`)
}

describe('a change of role is refused', () => {
  it('of one’s own role', async () => {
    const response = await act(boss.client, boss.id, 'demote')
    const problem = await problemOf(response)
    expect([problem.status, problem.detail]).toEqual([
      403,
      "You can't change your own role. Ask another administrator.",
    ])
    expect((await boss.client.get('/api/admin/users?limit=1')).status).toBe(200)
    expect(await auditOf('user', boss.id)).toEqual([])
  })

  it('of what is so already, of who is banned and of nobody', async () => {
    await testDb().update(users).set({ staff: 'owner' }).where(eq(users.id, boss.id))
    boss.client = await signInAs({ username: boss.username })
    const admin = await makeUser({ isAdmin: true })
    const [person, banned, erased] = [await makeUser(), await makeUser(), await makeUser()]
    await ban(banned.id)
    await testDb().update(users).set({ deletingAt: 1 }).where(eq(users.id, erased.id))
    const cases = [
      [erased.id, 'promote', 409, 'This account was deleted.'],
      [admin.id, 'promote', 409, 'This account is already an administrator.'],
      [person.id, 'demote', 409, 'This account has no role.'],
      [banned.id, 'promote', 409, 'This account is banned. Lift the ban first.'],
      [999_999, 'promote', 404, "The account doesn't exist or has been removed."],
      ['me', 'promote', 400, expect.any(String)],
    ] as const
    for (const [id, verb, status, detail] of cases) {
      const problem = await problemOf(await act(boss.client, id, verb))
      expect([id, problem.status, problem.detail]).toEqual([id, status, detail])
    }
    for (const { id } of [person, banned, erased]) expect(await auditOf('user', id)).toEqual([])
  })

  it('lets a banned administrator be demoted', async () => {
    const owner = await signInAs(await makeUser({ staff: 'owner' }))
    const other = await makeUser({ isAdmin: true })
    await ban(other.id)
    expect((await act(owner, other.id, 'demote')).status).toBe(200)
  })
})

it('an account at a glance is refused of nobody', async () => {
  expect((await problemOf(await boss.client.get('/api/admin/users/999999'))).code).toBe('not_found')
})
