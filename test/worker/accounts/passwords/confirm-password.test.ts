import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmedMs } from '#contract/values/accounts/account'
import { sessions } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb, testPassword } from '#test/support/factories'

const start = Date.UTC(2027, 2, 1)

/** Tries a sensitive action on a missing account: 404 if the password was typed recently. */
async function tryGraveAct(client: TestClient): Promise<string> {
  return (await problemOf(await client.request('POST', '/api/admin/users/999999/promote'))).code
}

function confirm(client: TestClient, password = testPassword) {
  return client.request('POST', '/api/auth/confirm', { json: { password } })
}

async function administrator(): Promise<TestClient> {
  const { username } = await makeUser({ isAdmin: true })
  const client = new TestClient()
  client.now = start
  await client.request('POST', '/api/auth/login', { json: { username, password: testPassword } })
  return client
}

describe('a grave act', () => {
  let client: TestClient
  beforeEach(async () => {
    client = await administrator()
  })

  it('is let through for half an hour after the sign-in, then asks for the password', async () => {
    client.now = start + confirmedMs
    expect(await tryGraveAct(client)).toBe('not_found')
    client.now = start + confirmedMs + 1
    const response = await client.request('POST', '/api/admin/users/999999/promote')
    const problem = await problemOf(response)
    expect([problem.status, problem.code]).toEqual([403, 'password_required'])
    expect((await client.get('/api/admin/users?limit=1')).status).toBe(200)
  })

  it('is let through again once the password was typed, in that session alone', async () => {
    const { username } = await makeUser({ isAdmin: true })
    const [desk, forgotten] = [new TestClient(), new TestClient()]
    for (const each of [desk, forgotten]) {
      each.now = start
      await each.request('POST', '/api/auth/login', { json: { username, password: testPassword } })
      each.now = start + 2 * confirmedMs
    }
    const response = await confirm(desk)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await tryGraveAct(desk)).toBe('not_found')
    expect(await tryGraveAct(forgotten)).toBe('password_required')
    desk.now = start + 3 * confirmedMs + 1
    expect(await tryGraveAct(desk)).toBe('password_required')
  })

  it('goes by the sign-in for a session from before it was noted', async () => {
    const { id, username } = await makeUser({ isAdmin: true })
    const old = await signInAs({ username })
    await testDb().update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, id))
    expect(await tryGraveAct(old)).toBe('not_found')
    await testDb()
      .update(sessions)
      .set({ createdAt: Date.now() - 2 * confirmedMs })
      .where(eq(sessions.userId, id))
    expect(await tryGraveAct(old)).toBe('password_required')
  })

  it('asks before it looks at what was sent, and never who may not do it', async () => {
    client.now = start + 2 * confirmedMs
    const response = await client.request('POST', '/api/admin/users/nobody/ban', { json: { days: 'x' } })
    expect((await problemOf(response)).code).toBe('password_required')
    const user = await signInAs(await makeUser())
    expect(await tryGraveAct(user)).toBe('forbidden')
    expect(await tryGraveAct(new TestClient())).toBe('unauthenticated')
  })
})

const decision = (verb: string) => ({ decision: verb, note: 'It has to be so.' })

/** Every action that requires the password, with input that reaches that check. */
const graveActs: [string, string, unknown?][] = [
  ['POST', '/api/admin/users/1/promote'],
  ['POST', '/api/admin/users/1/demote'],
  ['POST', '/api/admin/users/1/ban', { reason: 'Spam.', days: 1 }],
  ['DELETE', '/api/admin/users/1/ban'],
  ['PATCH', '/api/admin/settings', { maintenanceMode: true }],
  ['POST', '/api/admin/legal/terms', { title: 'Terms', body: 'None.', version: 1 }],
  ['POST', '/api/admin/payments/1/refund', { reason: 'Asked for.' }],
  ['POST', '/api/admin/claims/1/approve', {}],
  ['POST', '/api/admin/storage/orphans/clean'],
  ['POST', '/api/admin/videos/bulk', { ids: [1], action: 'delete' }],
  ['POST', '/api/admin/videos/1/remove', { reason: 'illegal', note: 'It has to be so.' }],
  ['GET', '/api/admin/videos/1/evidence'],
  ['POST', '/api/admin/reports/1/decide', decision('remove')],
  ['POST', '/api/admin/removal-requests/1/decide', decision('remove')],
  ['POST', '/api/admin/appeals/1/decide', decision('restore')],
]

it('is asked for before every grave act', async () => {
  const client = await administrator()
  client.now = start + confirmedMs + 1
  for (const [method, path, json] of graveActs) {
    const response = await client.request(method, path, json === undefined ? {} : { json })
    expect([path, (await problemOf(response)).code]).toEqual([path, 'password_required'])
  }
})

it('is asked for before somebody else’s video is deleted, and never of its owner or who may not', async () => {
  const user = await makeUser({ isAdmin: true })
  const [admin, stranger] = [await signInAs(user), await signInAs(await makeUser())]
  const [own, other] = [await makeVideo(user.id), await makeVideo((await makeUser()).id)]
  const late = Date.now() + 2 * confirmedMs
  for (const client of [admin, stranger]) client.now = late
  const tryDelete = (client: TestClient, { id }: { id: number }) =>
    client.request('DELETE', `/api/videos/${id}`)
  expect((await problemOf(await tryDelete(admin, other))).code).toBe('password_required')
  expect((await problemOf(await tryDelete(stranger, other))).code).toBe('forbidden')
  expect((await tryDelete(admin, own)).status).toBe(204)
  await confirm(admin)
  expect((await tryDelete(admin, other)).status).toBe(204)
})

describe('POST /api/auth/confirm', () => {
  it('refuses a wrong password, and changes nothing', async () => {
    const client = await administrator()
    client.now = start + 2 * confirmedMs
    const problem = await problemOf(await confirm(client, 'wrong'))
    expect([problem.status, problem.code]).toEqual([401, 'bad_credentials'])
    expect(await tryGraveAct(client)).toBe('password_required')
  })

  it('refuses visitors, other fields and no password', async () => {
    expect((await problemOf(await confirm(new TestClient()))).code).toBe('unauthenticated')
    const client = await signInAs(await makeUser())
    for (const json of [{}, { password: '' }, { password: 1 }, { password: testPassword, now: 1 }]) {
      const response = await client.request('POST', '/api/auth/confirm', { json })
      expect([json, (await problemOf(response)).code]).toEqual([json, 'invalid_input'])
    }
  })

  it('lets ten wrong guesses through, then not even the right one for the rest of the quarter', async () => {
    const client = await administrator()
    for (let guess = 0; guess < 10; guess += 1)
      expect((await problemOf(await confirm(client, `guess ${guess}`))).code).toBe('bad_credentials')
    const refused = await confirm(client)
    expect((await problemOf(refused)).code).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBe(15 * 60)
    client.now = start + 15 * 60_000
    expect((await confirm(client)).status).toBe(204)
  })

  it('doesn’t count a right one, and isn’t used up by guesses at the front door', async () => {
    const { username } = await makeUser({ isAdmin: true })
    const client = await signInAs({ username })
    const stranger = new TestClient()
    for (let guess = 0; guess < 11; guess += 1)
      await stranger.request('POST', '/api/auth/login', { json: { username, password: 'guess' } })
    for (let time = 0; time < 12; time += 1) expect((await confirm(client)).status).toBe(204)
  })
})
