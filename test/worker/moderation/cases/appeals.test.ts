import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnRemoval } from '#contract/schemas/moderation/safety'
import { appealMs } from '#contract/values/moderation/safety'
import { removals } from '#db/schema'
import { TestClient } from '#test/support/client'
import { makeUser, signInAs, testDb, videoRow } from '#test/support/factories'
import { neverExisted } from '#test/support/matrix/matrix'
import { appeal, appealText, refusal, removedAtRequest } from '#test/support/moderation/appeals'

const db = testDb()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

describe('a removal of one’s own', () => {
  it('says what was removed, why, and until when one may appeal; never who asked', async () => {
    const { owner, video, removal, request } = await removedAtRequest(admin)
    expect(removal).toEqual({
      id: removal.id,
      videoId: video.id,
      videoTitle: video.title,
      reason: 'copyright',
      statement: 'Nobody agreed to it.',
      at: expect.any(String),
      appealUntil: new Date(new Date(removal.at).getTime() + appealMs).toISOString(),
      appeal: null,
    })
    const shown = await (await owner.get(`/api/removals/${removal.id}`)).text()
    expect(JSON.parse(shown)).toEqual(removal)
    expect(shown).not.toMatch(new RegExp(`${request.email}|Ada`))
    expect(await refusal(await owner.get(`/api/videos/${video.id}`))).toEqual([404, 'not_found'])
  })

  it('is nobody else’s, administrators among them', async () => {
    const { removal } = await removedAtRequest(admin)
    const other = await signInAs(await makeUser())
    for (const client of [other, admin]) {
      expect(await refusal(await client.get(`/api/removals/${removal.id}`))).toEqual([404, 'not_found'])
      expect(await refusal(await appeal(client, removal.id))).toEqual([404, 'not_found'])
      const listed = await client.json<OwnRemoval[]>('GET', '/api/removals')
      expect(listed.map(({ id }) => id)).not.toContain(removal.id)
    }
    expect(await refusal(await new TestClient().get('/api/removals'))).toEqual([401, 'unauthenticated'])
    expect(await refusal(await other.get(`/api/removals/${neverExisted}`))).toEqual([404, 'not_found'])
  })

  it('is listed newest first, page after page', async () => {
    const user = await makeUser()
    const rows = [1, 2, 3].map((videoId) => ({
      videoId: neverExisted + user.id * 10 + videoId,
      videoTitle: `Clip ${videoId}`,
      ownerId: user.id,
      reason: 'spam' as const,
      statement: 'Spam.',
      removedAt: Date.now(),
      preserveUntil: Date.now(),
    }))
    await db.insert(removals).values(rows)
    const owner = await signInAs(user)
    const titles: string[] = []
    let path = '/api/removals?limit=2'
    while (path) {
      const response = await owner.get(path)
      titles.push(...(await response.json<OwnRemoval[]>()).map(({ videoTitle }) => videoTitle))
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(titles).toEqual(['Clip 3', 'Clip 2', 'Clip 1'])
  })
})

describe('an appeal', () => {
  it('is made once, however often it is sent', async () => {
    const { owner, removal, video } = await removedAtRequest(admin)
    const answers = await Promise.all([appeal(owner, removal.id), appeal(owner, removal.id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const another = await appeal(owner, removal.id, { text: `${appealText} Really.` })
    expect(await refusal(another)).toEqual([409, 'conflict'])
    const shown = await owner.json<OwnRemoval>('GET', `/api/removals/${removal.id}`)
    expect(shown).toMatchObject({
      appealUntil: null,
      appeal: { text: appealText, status: 'open', note: null },
    })
    expect((await videoRow(video.id))?.hold).toBe('removed')
  })

  it('is possible until the last moment, and not after it', async () => {
    const { removal, user } = await removedAtRequest(admin)
    const end = new Date(removal.at).getTime() + appealMs
    const owner = await signInAs(user)
    owner.now = end
    expect(await refusal(await appeal(owner, removal.id))).toEqual([410, 'gone'])
    const late = await owner.json<OwnRemoval>('GET', `/api/removals/${removal.id}`)
    expect(late.appealUntil).toBeNull()
    owner.now = end - 1
    expect((await appeal(owner, removal.id)).status).toBe(201)
  })

  it.each([
    ['a word', { text: 'No.' }],
    ['a book', { text: 'x'.repeat(5001) }],
    ['nothing', {}],
    ['more than words', { text: appealText, status: 'upheld' }],
  ])('is refused with %s', async (_, json) => {
    const { owner, removal } = await removedAtRequest(admin)
    expect(await refusal(await appeal(owner, removal.id, json))).toEqual([400, 'invalid_input'])
  })
})
