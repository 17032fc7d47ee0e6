import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { libraryMessages, savedMax } from '#contract/values/videos/library'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs } from '#test/support/factories'

let ownerId: number
let client: TestClient

beforeAll(async () => {
  ownerId = (await makeUser()).id
  client = await signInAs(await makeUser())
})

async function refusal(method: string, path: string, json?: unknown, from = client) {
  const response = await from.request(method, path, json === undefined ? {} : { json })
  return [response.status, (await problemOf(response)).code]
}

describe('saving refuses', () => {
  it('a visitor', async () => {
    const { id } = await makeVideo(ownerId)
    for (const method of ['PUT', 'DELETE']) {
      const answer = await refusal(method, `/api/videos/${id}/save`, undefined, new TestClient())
      expect(answer).toEqual([401, 'unauthenticated'])
    }
  })

  it('a hidden video as it does one that never was, and what is no id', async () => {
    const hidden = await makeVideo(ownerId, { isPublic: false })
    const held = await makeVideo(ownerId, { hold: 'ban' })
    const answers = await Promise.all(
      [hidden.id, held.id, 999_999_999, '1e3', 'x'].map(async (id) => {
        const response = await client.request('PUT', `/api/videos/${id}/save`)
        return [response.status, await response.text()]
      }),
    )
    expect(answers[0]?.[0]).toBe(404)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('what goes beyond a full list, says so, and goes on once there is room', async () => {
    const user = await makeUser()
    const full = await signInAs(user)
    await env.DB.prepare(
      `insert into saved_videos (user_id, video_id, saved_at, place)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < ?2)
       select ?1, -i, 0, i from n`,
    )
      .bind(user.id, savedMax)
      .run()
    const { id } = await makeVideo(ownerId)
    const response = await full.request('PUT', `/api/videos/${id}/save`)
    const { status, code, detail } = await problemOf(response)
    expect([status, code, detail]).toEqual([409, 'conflict', libraryMessages.savedFull])
    await env.DB.prepare('delete from saved_videos where user_id = ? and video_id = -1').bind(user.id).run()
    expect(await full.json('PUT', `/api/videos/${id}/save`)).toEqual({ saved: true })
    expect(await full.json('PUT', `/api/videos/${id}/save`)).toEqual({ saved: true })
  })

  it('more than sixty a minute', async () => {
    const eager = await signInAs(await makeUser())
    eager.now = Date.now()
    const { id } = await makeVideo(ownerId)
    const statuses = await Promise.all(
      Array.from({ length: 61 }, async () => (await eager.request('PUT', `/api/videos/${id}/save`)).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('lists refuse', () => {
  const wrong = [
    'history?limit=0',
    'history?limit=51',
    'history?cursor=abc',
    'history?cursor=W10',
    'history?page=2',
    `history?q=${'x'.repeat(81)}`,
    'history?order=own',
    'saved?order=title',
    'saved?limit=x',
    'saved?cursor=',
    `saved?cursor=${btoa('["a",1]')}`,
  ]

  it.each(wrong)('%s', async (query) => {
    expect(await refusal('GET', `/api/account/${query}`)).toEqual([400, 'invalid_input'])
  })
})

describe('places refuse', () => {
  it.each([{}, { before: 0 }, { before: '7' }, { before: 1.5 }, { before: 1, after: 2 }, []])(
    '%j',
    async (place) => {
      expect(await refusal('PUT', '/api/account/saved/1/place', place)).toEqual([400, 'invalid_input'])
    },
  )

  it.each(['x', '0', '1.5', '-1'])('the video %s', async (id) => {
    const answer = await refusal('PUT', `/api/account/saved/${id}/place`, { before: null })
    expect(answer).toEqual([400, 'invalid_input'])
  })
})

describe('preferences refuse', () => {
  it.each([
    { saveWatchHistory: 'yes' },
    { emailNotifications: null },
    { mails: { videos: false } },
    { isAdmin: true },
    [],
  ])('%j', async (change) => {
    expect(await refusal('PATCH', '/api/account/preferences', change)).toEqual([400, 'invalid_input'])
  })
})
