import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Video, VideoDetails } from '#contract/schemas/videos/video'
import { imports, videos } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, TestClient } from '#test/support/client'
import {
  changeSettings,
  day,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { revokedBelow } from '#test/support/moderation/revoked-below'

const db = testDb()
const owner = ownerOfVideos()
let stranger: TestClient
let admin: TestClient

beforeAll(async () => {
  stranger = await signInAs(await makeUser())
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

afterEach(() => changeSettings({ requireContentApproval: false }))

function patch(id: number, json: unknown, client = owner.client) {
  return client.request('PATCH', `/api/videos/${id}`, { json })
}

async function filesOf(userId: number) {
  const [source, poster] = [await makeUpload(userId), await makeUpload(userId, 'image')]
  return { videoFile: source.id, thumbnailFile: poster.id }
}

async function refusal(response: Response) {
  const { code, detail } = await problemOf(response)
  return [response.status, code, detail]
}

describe('PATCH /api/videos/:id by the owner', () => {
  it('changes what it names and nothing else', async () => {
    const before = await makeVideo(owner.id, { description: 'Old' })
    const response = await patch(before.id, { title: 'Ünder-Bridge', allowDownload: true })
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ title: 'Ünder-Bridge', description: 'Old', allowDownload: true }),
    ])
    const { source, poster, ...row } = before
    expect(await videoRow(before.id)).toEqual({
      ...row,
      title: 'Ünder-Bridge',
      titleFolded: 'under-bridge',
      titleForms: 'underbridge',
      allowDownload: true,
      editedAt: expect.any(Number),
    })
  })

  it.each(['POST', 'PATCH'])('keeps each of the details by a %s', async (method) => {
    // With its type, so that a new detail must be added here, with a value other than its default.
    const details: VideoDetails = {
      title: 'Each detail',
      description: 'Said',
      tags: ['each'],
      categoryId: 1,
      isPremium: true,
      visibility: 'private',
      publishAt: new Date(Date.now() + day).toISOString(),
      allowDownload: true,
      posterStyle: 'blurred',
    }
    const member = await makeUser({ premiumUntil: Date.now() + 30 * day })
    const given = method === 'POST' ? await filesOf(member.id) : {}
    const path = method === 'POST' ? '/api/videos' : `/api/videos/${(await makeVideo(member.id)).id}`
    const response = await (await signInAs(member)).request(method, path, { json: { ...details, ...given } })
    expect([response.status, await response.json()]).toEqual([
      method === 'POST' ? 201 : 200,
      expect.objectContaining({ ...details, tags: [expect.objectContaining({ name: 'each' })] }),
    ])
  })

  it('empties what may be empty', async () => {
    const { id } = await makeVideo(owner.id, { description: 'Said' })
    await patch(id, { tags: ['said'] })
    expect((await patch(id, { description: ' ', tags: [] })).status).toBe(200)
    const shown = await stranger.json<Video>('GET', `/api/videos/${id}`)
    expect(shown).toMatchObject({ description: '', tags: [], title: shown.title })
  })

  it.each([{}, { duration: 77 }])('takes %o for no change', async (json) => {
    const { source, poster, ...row } = await makeVideo(owner.id)
    expect((await patch(row.id, json)).status).toBe(200)
    expect(await videoRow(row.id)).toEqual(row)
  })

  it('takes the video’s own addresses sent back for no change', async () => {
    const { source, poster, ...row } = await makeVideo(owner.id)
    const shown = await owner.client.json<Video>('GET', `/api/videos/${row.id}`)
    const response = await patch(row.id, { videoUrl: shown.videoUrl, thumbnailUrl: shown.thumbnailUrl })
    expect(response.status).toBe(200)
    expect(await videoRow(row.id)).toEqual(row)
    expect(await db.select().from(imports).where(eq(imports.videoId, row.id))).toEqual([])
  })

  it('starts an import for another address, and refuses those of another video', async () => {
    const [mine, other] = [await makeVideo(owner.id), await makeVideo(owner.id)]
    const shown = await owner.client.json<Video>('GET', `/api/videos/${other.id}`)
    expect(await refusal(await patch(mine.id, { videoUrl: shown.videoUrl }))).toEqual([
      400,
      'invalid_input',
      'Please enter a valid video URL',
    ])
    expect(await refusal(await patch(mine.id, { thumbnailUrl: shown.thumbnailUrl }))).toEqual([
      400,
      'invalid_input',
      'Please enter a valid thumbnail URL',
    ])
    expect((await patch(mine.id, { videoUrl: 'http://sandbox.test:8790/good.mp4' })).status).toBe(200)
    const started = await db.select().from(imports).where(eq(imports.videoId, mine.id))
    expect(started.map(({ kind, url }) => [kind, url])).toEqual([
      ['video', 'http://sandbox.test:8790/good.mp4'],
    ])
  })

  it('clears a location with null, and rounds a new one', async () => {
    const { id } = await makeVideo(owner.id, { latitude: 1.25, longitude: 2.5 })
    expect(await (await patch(id, { locationData: null })).json()).toMatchObject({ locationData: null })
    const locationData = { latitude: 12.345_67, longitude: 0.004 }
    expect(await (await patch(id, { locationData })).json()).toMatchObject({
      locationData: { latitude: 12.35, longitude: 0 },
    })
  })
})

describe('the premium flag', () => {
  it('is a lapsed member’s to send back, not to change', async () => {
    const user = await makeUser({ premiumUntil: Date.now() - day })
    const client = await signInAs(user)
    const { id } = await makeVideo(user.id, { isPremium: true })
    expect((await patch(id, { title: 'New title', isPremium: true }, client)).status).toBe(200)
    expect(await refusal(await patch(id, { isPremium: false }, client))).toEqual([
      403,
      'forbidden',
      'Upgrade to premium to upload premium content.',
    ])
    const free = await makeVideo(user.id)
    expect((await patch(free.id, { title: 'Newer', isPremium: true }, client)).status).toBe(403)
    expect((await videoRow(free.id))?.title).toBe(free.title)
  })
})

describe('hiding a video', () => {
  it.each([{ isPublic: false }, { isPremium: true }])(
    '%o raises the revision and revokes what was printed',
    async (json) => {
      const user = await makeUser({ premiumUntil: Date.now() + day })
      const video = await makeVideo(user.id)
      expect((await patch(video.id, json, await signInAs(user))).status).toBe(200)
      expect((await videoRow(video.id))?.revision).toBe(2)
      expect([await revokedBelow(video.sourceKey), await revokedBelow(video.posterKey)]).toEqual([2, 2])
    },
  )

  it('closes its old addresses within thirty seconds, and shows it again under new ones', async () => {
    const { id } = await makeVideo(owner.id)
    const visitor = new TestClient()
    visitor.now = Date.now()
    const { videoUrl } = await visitor.json<Video>('GET', `/api/videos/${id}`)
    const status = async (path: string | null) => {
      const response = await visitor.get(path ?? '')
      await response.arrayBuffer()
      return response.status
    }
    expect(await status(videoUrl)).toBe(200)
    await patch(id, { isPublic: false })
    visitor.now += 30_001
    expect([await status(videoUrl), await status(`/api/videos/${id}`)]).toEqual([404, 404])
    await patch(id, { isPublic: true })
    visitor.now += 30_001
    const again = await visitor.json<Video>('GET', `/api/videos/${id}`)
    expect([await status(videoUrl), await status(again.videoUrl)]).toEqual([404, 200])
  })

  it('is no change where it is hidden already', async () => {
    const { id } = await makeVideo(owner.id, { isPublic: false })
    await patch(id, { isPublic: false, title: 'Still hidden' })
    expect((await videoRow(id))?.revision).toBe(1)
  })
})

describe('PATCH by others', () => {
  it('is refused where they may see the video, unknown where they may not', async () => {
    const shown = await makeVideo(owner.id)
    const hidden = await makeVideo(owner.id, { isPublic: false })
    expect(await refusal(await patch(shown.id, { title: 'Mine now' }, stranger))).toEqual([
      403,
      'forbidden',
      'You can only edit your own videos',
    ])
    expect(await refusal(await patch(hidden.id, { title: 'Mine now' }, stranger))).toEqual([
      404,
      'not_found',
      "The video you're looking for doesn't exist or has been removed.",
    ])
    expect((await videoRow(shown.id))?.title).toBe(shown.title)
  })

  it('is an administrator’s for class and visibility alone, and on record', async () => {
    const { id, title } = await makeVideo(owner.id)
    for (const json of [
      { title: 'Theirs' },
      { isPublic: false, description: 'x' },
      { videoUrl: 'http://x.example' },
    ]) {
      expect(await refusal(await patch(id, json, admin))).toEqual([
        403,
        'forbidden',
        'You can only edit your own videos',
      ])
    }
    expect((await patch(id, { isPremium: true, isPublic: false }, admin)).status).toBe(200)
    expect(await videoRow(id)).toMatchObject({ title, isPremium: true, isPublic: false, revision: 2 })
    const [entry] = await auditOf('video', id)
    expect(entry).toMatchObject({
      action: 'video.update',
      details: JSON.stringify({
        before: { isPremium: false, isPublic: true },
        after: { isPremium: true, isPublic: false },
      }),
    })
  })

  it('of an administrator’s own video that is evidence says so', async () => {
    const boss = await makeUser({ isAdmin: true })
    const { id, title } = await makeVideo(boss.id, { hold: 'quarantine' })
    const client = await signInAs(boss)
    expect(await refusal(await patch(id, { title: 'Cut' }, client))).toEqual([
      409,
      'conflict',
      'This video is evidence in a case, so its files are kept until the case is closed.',
    ])
    expect((await patch(id, { isPublic: false }, client)).status).toBe(200)
    expect(await videoRow(id)).toMatchObject({ title, isPublic: false })
  })

  it('of an owner in quarantine is refused with the reason', async () => {
    const { id } = await makeVideo(owner.id, { hold: 'quarantine' })
    const [status, code, detail] = await refusal(await patch(id, { title: 'New title' }))
    expect([status, code]).toEqual([403, 'forbidden'])
    expect(detail).toContain('under review')
    const [row] = await db.select({ hold: videos.hold }).from(videos).where(eq(videos.id, id))
    expect(row?.hold).toBe('quarantine')
  })
})
