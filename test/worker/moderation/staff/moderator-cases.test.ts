import { beforeAll, expect, it } from 'vitest'
import type { AdminRemovalRequest, AdminReport } from '#contract/schemas/moderation/safety'
import type { Video } from '#contract/schemas/videos/video'
import { removalRequests } from '#db/schema'
import { TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'

let owner: number
let moderator: { id: number; client: TestClient }
let administrator: TestClient

beforeAll(async () => {
  owner = (await makeUser()).id
  const user = await makeUser({ staff: 'moderator' })
  moderator = { id: user.id, client: await signInAs(user) }
  administrator = await signInAs(await makeUser({ isAdmin: true }))
})

const open = (client: TestClient, id: number) => client.get(`/api/admin/videos/${id}/case`)

const requestRemoval = (videoId: number) =>
  testDb()
    .insert(removalRequests)
    .values({
      token: `case-${videoId}`,
      url: `/video/${videoId}`,
      videoId,
      ownerId: owner,
      reason: 'other',
      relation: 'depicted',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      statement: 'It is me.',
      signature: 'Ada Lovelace',
      createdAt: 0,
      dueAt: 1,
    })

it('a look at what is held is written down, and one at what everyone sees is not', async () => {
  const held = await makeVideo(owner, { hold: 'quarantine' })
  const shown = await makeVideo(owner)
  for (const { id } of [held, shown]) expect((await open(moderator.client, id)).status).toBe(200)
  expect(await auditOf('video', held.id)).toEqual([
    expect.objectContaining({
      action: 'video.open',
      actorId: moderator.id,
      details: '{"hold":"quarantine"}',
    }),
  ])
  expect(await auditOf('video', shown.id)).toEqual([])
})

it('a private video becomes a case by a report or a request, and stays out of the catalogue', async () => {
  const { id } = await makeVideo(owner, { isPublic: false })
  expect((await open(moderator.client, id)).status).toBe(404)
  await requestRemoval(id)
  expect((await open(moderator.client, id)).status).toBe(200)
  expect((await moderator.client.get(`/api/videos/${id}`)).status).toBe(404)
})

it('contacts are masked for moderators', async () => {
  const { id } = await makeVideo(owner)
  await requestRemoval(id)
  const requests = (client: TestClient) =>
    client.json<AdminRemovalRequest[]>('GET', '/api/admin/removal-requests')
  const ofAda = ({ videoId }: AdminRemovalRequest) => videoId === id
  const masked = { name: 'A. L.', signature: 'A. L.', email: null }
  expect((await requests(moderator.client)).find(ofAda)).toMatchObject(masked)
  const whole = { name: 'Ada Lovelace', signature: 'Ada Lovelace', email: 'ada@example.com' }
  expect((await requests(administrator)).find(ofAda)).toMatchObject(whole)

  const json = { reason: 'spam', email: 'bob@example.com' }
  expect((await new TestClient().request('POST', `/api/videos/${id}/report`, { json })).status).toBe(201)
  const reports = (client: TestClient) =>
    client.json<AdminReport[]>('GET', `/api/admin/reports?videoId=${id}`)
  expect(await reports(moderator.client)).toEqual([expect.objectContaining({ email: null, hasEmail: true })])
  expect(await reports(administrator)).toEqual([
    expect.objectContaining({ email: 'bob@example.com', hasEmail: true }),
  ])
})

it('shows no place of recording', async () => {
  const { id } = await makeVideo(owner, { review: 'pending', latitude: 1, longitude: 2 })
  const video = await (await open(moderator.client, id)).json<Video>()
  expect('locationData' in video).toBe(false)
})
