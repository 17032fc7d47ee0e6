import { beforeAll, describe, expect, it } from 'vitest'
import { decisionLength } from '#contract/values/moderation/safety'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'

const owner = ownerOfVideos()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function decide(client: TestClient, verdict: string, id: number | string, json: unknown = {}) {
  return client.request('POST', `/api/admin/videos/${id}/${verdict}`, { json })
}

async function refusal(response: Response) {
  const { code } = await problemOf(response)
  return [response.status, code]
}

describe.each(['approve', 'reject'])('to %s', (verdict) => {
  it('is for administrators, the owner not among them', async () => {
    const { id } = await makeVideo(owner.id, { review: 'pending' })
    expect(await refusal(await decide(new TestClient(), verdict, id))).toEqual([401, 'unauthenticated'])
    for (const client of [owner.client, await signInAs(await makeUser())]) {
      expect(await refusal(await decide(client, verdict, id))).toEqual([403, 'forbidden'])
    }
    expect((await videoRow(id))?.review).toBe('pending')
  })

  it.each(['999999999', '0', '1e3', 'x'])('the video %s is 404', async (id) => {
    expect(await refusal(await decide(admin, verdict, id))).toEqual([404, 'not_found'])
  })

  it.each([
    { status: 'processing' },
    { status: 'failed' },
    { hold: 'quarantine' },
    { hold: 'removed' },
    { hold: 'ban' },
    { hold: 'deletion' },
  ] as const)('a video with %o is refused, and stays as it is', async (state) => {
    const { id } = await makeVideo(owner.id, { review: 'pending', ...state })
    const before = await videoRow(id)
    expect(await refusal(await decide(admin, verdict, id))).toEqual([409, 'conflict'])
    expect(await videoRow(id)).toEqual(before)
  })

  it.each([{ revision: 'x' }, { revision: 1.5 }, { other: true }])('with %o is refused', async (json) => {
    const { id } = await makeVideo(owner.id, { review: 'pending' })
    expect(await refusal(await decide(admin, verdict, id, json))).toEqual([400, 'invalid_input'])
  })

  it('what nobody decided about says so without a name', async () => {
    const review = verdict === 'approve' ? 'approved' : 'rejected'
    const { id } = await makeVideo(owner.id, { review })
    const answer = await decide(admin, verdict, id)
    expect((await problemOf(answer)).detail).toBe(`This video is ${review} already.`)
  })
})

it.each([{ reason: 'ugly' }, { note: 'x'.repeat(decisionLength.max + 1) }])(
  'a rejection with %o is refused',
  async (json) => {
    const { id } = await makeVideo(owner.id, { review: 'pending' })
    expect(await refusal(await decide(admin, 'reject', id, json))).toEqual([400, 'invalid_input'])
    expect((await videoRow(id))?.review).toBe('pending')
  },
)

describe('to send in again', () => {
  const send = (id: number, client: TestClient) => client.request('POST', `/api/videos/${id}/resubmit`)

  it('is for the owner alone', async () => {
    const { id } = await makeVideo(owner.id, { review: 'rejected', isPublic: false })
    expect(await refusal(await send(id, new TestClient()))).toEqual([401, 'unauthenticated'])
    expect(await refusal(await send(id, await signInAs(await makeUser())))).toEqual([404, 'not_found'])
    expect(await refusal(await send(id, admin))).toEqual([403, 'forbidden'])
    expect((await videoRow(id))?.review).toBe('rejected')
  })

  it.each(['approved', 'pending'] as const)('what is %s is a conflict', async (review) => {
    const { id } = await makeVideo(owner.id, { review })
    expect(await refusal(await send(id, owner.client))).toEqual([409, 'conflict'])
  })

  it('what is looked into is refused', async () => {
    const { id } = await makeVideo(owner.id, { review: 'rejected', hold: 'quarantine' })
    expect(await refusal(await send(id, owner.client))).toEqual([403, 'forbidden'])
  })
})
