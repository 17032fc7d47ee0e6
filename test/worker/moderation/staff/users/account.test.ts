import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import { users } from '#db/schema'
import {
  ban,
  day,
  makePayment,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
} from '#test/support/factories'

async function detailOf(id: number, now = Date.now()): Promise<AdminUserDetail> {
  const client = await signInAs(await makeUser({ isAdmin: true }))
  client.now = now
  return client.json('GET', `/api/admin/users/${id}`)
}

it('an account at a glance shows what it uploaded, stored, bought and reported', async () => {
  const premiumUntil = Date.now() + day
  const person = await makeUser({ premiumUntil })
  await makeVideo(person.id)
  await makeVideo(person.id, { review: 'rejected', isPublic: false })
  await makeUpload(person.id)
  await makePayment(person.id)
  const theirs = await makeVideo((await makeUser()).id)
  const client = await signInAs(person)
  await client.request('POST', `/api/videos/${theirs.id}/report`, { json: { reason: 'spam' } })
  const detail = await detailOf(person.id)
  expect(detail).toMatchObject({
    id: person.id,
    username: person.username,
    email: `${person.username}@example.com`,
    isPremium: true,
    premiumUntil: new Date(premiumUntil).toISOString(),
    isAdmin: false,
    ban: null,
    sessions: 1,
    storedBytes: 11_700,
    reportsMade: 1,
    payments: 2,
  })
  expect(detail.record).toEqual({ videos: 2, approved: 1, rejected: 1, removed: 0, openReports: 0 })
})

it('an account at a glance counts the sessions that are open', async () => {
  const person = await makeUser()
  for (let each = 0; each < 2; each += 1) await signInAs(person)
  expect((await detailOf(person.id)).sessions).toBe(2)
  await testDb().update(users).set({ tokenVersion: 1 }).where(eq(users.id, person.id))
  expect((await detailOf(person.id)).sessions).toBe(0)
  await signInAs(person)
  expect((await detailOf(person.id)).sessions).toBe(1)
})

it('an account at a glance says why and for how long it is banned, and nothing of a ban that is over', async () => {
  const [person, over] = [await makeUser(), await makeUser()]
  const until = Date.now() + day
  await ban(person.id, until)
  await ban(over.id, Date.now() - 1)
  const shown = { reason: 'spam', until: new Date(until).toISOString() }
  expect(await detailOf(person.id)).toMatchObject({ ban: shown })
  expect(await detailOf(over.id)).toMatchObject({ ban: null })
})
