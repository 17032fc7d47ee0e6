import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountByUsername } from '#db/queries/accounts/users'
import { beginDeletion } from '#db/queries/leaving/delete-account'
import { users } from '#db/schema'
import { enter } from '#worker/services/accounts/entry/enter'
import { deleteDueAccounts } from '#worker/services/leaving/account-deletion/delete-due'
import { startImport } from '#worker/services/uploads/imports/index'
import { makeBoss, signInTo, statusOf } from '../../support/accounts/bans'
import {
  deleteAllDue,
  leave,
  letWindowsEnd,
  over,
  type Person,
  stillStored,
} from '../../support/accounts/leaving'
import { TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { makeUser, testDb, testPassword, videoRow } from '../../support/factories'
import { liveFully, makeVideosWithTraces } from '../../support/full-life'
import { auditOf } from '../../support/moderation/removals'
import { marksOf, tracesOf } from '../../support/moderation/traces'
import { scene, videoUrl } from '../../support/videos/import-scene'
import { deliver, holdingsOf } from '../../support/videos/imports'

const db = testDb()

let person: Person
beforeEach(async () => {
  person = await makeUser()
})

const account = async ({ id }: Person) => (await db.select().from(users).where(eq(users.id, id)))[0]

describe('signing in at the moment when the erasing begins', () => {
  it('comes too late after it, whatever was read before', async () => {
    await leave(person)
    const [read] = await accountByUsername(db, person.username)
    if (!read) throw new Error('There is no such account')
    await beginDeletion(db, over, 10)
    await expect(enter(await jobContext(over), read)).rejects.toMatchObject({ code: 'bad_credentials' })
    expect(await account(person)).toMatchObject({ deletingAt: over })
  })

  it('keeps the account when it comes first', async () => {
    await leave(person)
    const [read] = await accountByUsername(db, person.username)
    if (!read) throw new Error('There is no such account')
    await enter(await jobContext(over), read)
    await deleteDueAccounts(await jobContext(over))
    expect(await account(person)).toMatchObject({
      username: person.username,
      deletingAt: null,
      deleteAt: null,
    })
  })

  it('ends in a whole account or in none, of many at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => makeUser()))
    for (const each of people) {
      await makeVideosWithTraces(each.id, 1)
      await leave(each)
    }
    const ctx = await jobContext(over)
    const [answers] = await Promise.all([
      Promise.all(people.map(({ username }) => signInTo(username, over))),
      deleteDueAccounts(ctx),
    ])
    await deleteAllDue()
    for (const [index, each] of people.entries()) {
      const isIn = answers[index]?.status === 200
      expect(await account(each)).toMatchObject(
        isIn
          ? { username: each.username, deleteAt: null, deletingAt: null }
          : { username: `deleted-${each.id}`, deletingAt: over },
      )
      const sources = [`m/${each.id}-source-0`]
      expect(await stillStored(sources)).toEqual(isIn ? sources : [])
    }
  })
})

describe('erasing', () => {
  it('done by several jobs at once does nothing twice', async () => {
    const { keys, other } = await liveFully(person)
    keys.push(...(await makeVideosWithTraces(person.id, 120)))
    const marks = await marksOf(env.DB, person)
    await leave(person)
    const contexts = await Promise.all([jobContext(over), jobContext(over), jobContext(over)])
    await Promise.all(contexts.map(deleteDueAccounts))
    await deleteAllDue()
    const acts = (await auditOf('user', person.id)).map(({ action }) => action)
    expect(acts.filter((action) => action === 'user.delete')).toHaveLength(1)
    expect((await videoRow(other))?.likes).toBe(0)
    expect(await stillStored(keys)).toEqual([])
    await letWindowsEnd()
    expect((await tracesOf(env.DB, marks)).named).toEqual([])
  })

  it('takes an account that was banned meanwhile, and its ban with it', async () => {
    const boss = await makeBoss()
    await leave(person)
    expect((await boss.ban(person.id, null, 'Spam.')).status).toBe(200)
    await deleteAllDue()
    expect(await account(person)).toMatchObject({ username: `deleted-${person.id}`, banReason: null })
    await letWindowsEnd()
    expect((await tracesOf(env.DB, { names: [person.username], ids: [] })).named).toEqual([])
    expect((await boss.ban(person.id)).status).toBe(409)
  })

  it('leaves nothing of an import that is being fetched', async () => {
    const { ctx, sent } = await scene()
    const { id, username } = ctx.actor
    await startImport(ctx, { url: videoUrl })
    await db.update(users).set({ deleteAt: over }).where(eq(users.id, id))
    let isErased = false
    const fetch: typeof ctx.fetch = async (...given) => {
      if (!isErased) await deleteAllDue()
      isErased = true
      return ctx.fetch(...given)
    }
    await deliver({ ...ctx, fetch }, sent)
    expect(isErased).toBe(true)
    expect(await holdingsOf(id)).toEqual({ uploads: [], objects: [], parts: [] })
    await letWindowsEnd()
    expect((await tracesOf(env.DB, { names: [username], ids: [] })).named).toEqual([])
  })

  it('frees the name for somebody who signs up at once', async () => {
    await leave(person)
    await deleteAllDue()
    const client = new TestClient()
    client.now = over
    const json = {
      username: person.username,
      email: `${person.username}@example.com`,
      password: testPassword,
    }
    expect((await client.request('POST', '/api/auth/signup', { json })).status).toBe(201)
    expect(await statusOf(client, '/api/auth/me')).toBe(200)
  })
})
