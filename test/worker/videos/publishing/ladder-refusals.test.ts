import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { renditions, segmentIndexes } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, type TestClient } from '#test/support/client'
import { makeUpload, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { addLadder, makeCmafUpload } from '#test/support/videos/ladder'

const db = testDb()
const owner = ownerOfVideos()
let strangerId: number
let admin: TestClient

beforeAll(async () => {
  strangerId = (await makeUser()).id
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

async function refusal(response: Response) {
  const { detail, errors } = await problemOf(response)
  return [response.status, errors?.map(({ path }) => path).join(), detail]
}

type Field = 'renditions' | 'storyboardFile' | 'previewFile'
const kinds = { renditions: 'rendition', storyboardFile: 'storyboard', previewFile: 'preview' } as const
const fields = Object.keys(kinds) as Field[]

function named(field: Field, id: string) {
  return { [field]: field === 'renditions' ? [id] : id }
}

async function publish(files: Record<string, unknown>): Promise<Response> {
  const poster = await makeUpload(owner.id, 'image')
  const json = { title: 'A title', categoryId: 1, thumbnailFile: poster.id, ...files }
  return owner.client.request('POST', '/api/videos', { json })
}

/** Sets the second at which decoding of a CMAF object begins. */
async function beginAt(objectKey: string, firstTime: number): Promise<void> {
  await db.update(segmentIndexes).set({ firstTime }).where(eq(segmentIndexes.objectKey, objectKey))
}

/** Sends a change both when publishing, and for an existing video of the same shape and length. */
async function both(change: Record<string, unknown>): Promise<Response[]> {
  const source = await makeUpload(owner.id)
  const { id } = await makeVideo(owner.id, { duration: 9.5 })
  return [
    await publish({ videoFile: source.id, ...change }),
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: change }),
  ]
}

const unknown = 'This upload is unknown. Please upload the file again.'

describe.each(fields)('%s', (field) => {
  it.each<[string, string, () => Promise<string>]>([
    ['of another account', unknown, async () => (await makeUpload(strangerId, kinds[field])).id],
    ['of another kind', unknown, async () => (await makeUpload(owner.id, 'video')).id],
    ['that never was', unknown, async () => 'unknown-upload'],
    [
      'that is not finished',
      "This upload isn't finished.",
      async () => (await makeUpload(owner.id, kinds[field], { status: 'open' })).id,
    ],
    [
      'that another video has',
      'This file is already in use.',
      async () => (await makeUpload(owner.id, kinds[field], { status: 'used' })).id,
    ],
  ])('%s is refused: %s', async (_, detail, make) => {
    for (const response of await both(named(field, await make()))) {
      expect(await refusal(response)).toEqual([400, field, detail])
    }
  })

  it('is refused before the video has a file of its own', async () => {
    const upload = await makeUpload(owner.id, kinds[field])
    const waiting = await makeVideo(owner.id, { sourceKey: null, status: 'processing' })
    const answer = await owner.client.request('PATCH', `/api/videos/${waiting.id}`, {
      json: named(field, upload.id),
    })
    const expected = [400, field, "This needs the video's own file, which isn't there yet."]
    expect(await refusal(answer)).toEqual(expected)
    const poster = await makeUpload(owner.id, 'image')
    const json = {
      title: 'A title',
      categoryId: 1,
      thumbnailFile: poster.id,
      ...named(field, upload.id),
      videoUrl: 'http://sandbox.test:8790/good.mp4',
    }
    expect(await refusal(await owner.client.request('POST', '/api/videos', { json }))).toEqual(expected)
  })

  it('is refused from staff, and from others', async () => {
    const { id } = await makeVideo(owner.id, { duration: 9.5 })
    const json = named(field, (await makeUpload(owner.id, kinds[field])).id)
    const stranger = await signInAs(await makeUser())
    for (const client of [admin, stranger]) {
      const answer = await client.request('PATCH', `/api/videos/${id}`, { json })
      expect(await refusal(answer)).toEqual([403, undefined, 'You can only edit your own videos'])
    }
  })
})

describe('a rendition', () => {
  it.each([
    ['that is longer', { duration: 10.5 }, 'The 360p file lasts 10.5 s, the video 9.5 s.'],
    ['of another shape', { width: 480 }, 'The 360p file has another shape than the video.'],
    ['of the same quality', { width: 1280, height: 720 }, 'The video itself is 720p already.'],
    ['of a higher one', { width: 1920, height: 1080 }, "A 1080p file can't come from a video of 720p."],
  ])('%s is refused', async (_, change, detail) => {
    const { id } = await makeUpload(owner.id, 'rendition', change)
    for (const response of await both({ renditions: [id] })) {
      expect(await refusal(response)).toEqual([400, 'renditions', detail])
    }
  })

  it('that begins at another time is refused', async () => {
    const { id, objectKey } = await makeUpload(owner.id, 'rendition')
    await beginAt(objectKey, 2)
    const detail = 'The 360p file begins at 2 s, the video at 0 s.'
    for (const response of await both({ renditions: [id] })) {
      expect(await refusal(response)).toEqual([400, 'renditions', detail])
    }
    const source = await makeCmafUpload(owner.id)
    await beginAt(source.objectKey, 2)
    expect((await publish({ videoFile: source.id, renditions: [id] })).status).toBe(201)
  })

  it('given twice, or beside another of its quality, is refused', async () => {
    const [one, two] = [await makeUpload(owner.id, 'rendition'), await makeUpload(owner.id, 'rendition')]
    for (const response of await both({ renditions: [one.id, one.id] })) {
      expect(await refusal(response)).toEqual([400, 'renditions', 'The same file was given twice.'])
    }
    for (const response of await both({ renditions: [one.id, two.id] })) {
      expect(await refusal(response)).toEqual([400, 'renditions', 'The video has a 360p file already.'])
    }
  })

  it('of a quality that the video has is refused, whatever else is asked for', async () => {
    const video = await makeVideo(owner.id, { duration: 9.5 })
    await addLadder(video)
    const { id } = await makeUpload(owner.id, 'rendition')
    const json = { title: 'Not this title', renditions: [id] }
    const answer = await owner.client.request('PATCH', `/api/videos/${video.id}`, { json })
    expect(await refusal(answer)).toEqual([400, 'renditions', 'The video has a 360p file already.'])
    expect((await videoRow(video.id))?.title).toBe(video.title)
    expect(await db.select().from(renditions).where(eq(renditions.videoId, video.id))).toHaveLength(2)
  })

  it('that was made from an earlier file is refused, and nothing else is changed', async () => {
    const [source, other] = [await makeUpload(owner.id), await makeUpload(owner.id)]
    const poster = await makeUpload(owner.id, 'image')
    const body = { title: 'A title', categoryId: 1, videoFile: source.id, thumbnailFile: poster.id }
    const { id } = await (await owner.client.request('POST', '/api/videos', { json: body })).json<{
      id: number
    }>()
    const rendition = await makeUpload(owner.id, 'rendition')
    const patch = (json: unknown) => owner.client.request('PATCH', `/api/videos/${id}`, { json })
    const made = { renditions: [rendition.id], madeFrom: source.id }

    expect((await patch({ videoFile: other.id })).status).toBe(200)
    const detail = "The video's file has since been replaced."
    expect(await refusal(await patch(made))).toEqual([400, 'madeFrom', detail])
    const foreign = await makeUpload(strangerId)
    expect(await refusal(await patch({ ...made, madeFrom: foreign.id }))).toEqual([400, 'madeFrom', detail])
    expect((await patch({ ...made, madeFrom: other.id })).status).toBe(200)
  })

  it('may be as high as a WebM, which is no rendition itself', async () => {
    const video = await makeVideo(owner.id, { duration: 9.5, sourceType: 'webm' })
    const { id } = await makeUpload(owner.id, 'rendition', { width: 1280, height: 720 })
    const answer = await owner.client.request('PATCH', `/api/videos/${video.id}`, {
      json: { renditions: [id] },
    })
    expect(answer.status).toBe(200)
  })

  it('more than eight are refused', async () => {
    const ids = Array.from({ length: 9 }, (_, at) => `upload-number-${at}`)
    for (const response of await both({ renditions: ids })) {
      expect((await refusal(response)).slice(0, 2)).toEqual([400, 'renditions'])
    }
  })
})

describe('a preview', () => {
  it.each([
    ['of more pixels', { width: 1280, height: 720 }, 'A preview may have 240p; this one has 720p.'],
    ['with one long side', { width: 4096, height: 240 }, 'The preview has another shape than the video.'],
    ['of another shape', { width: 320, height: 240 }, 'The preview has another shape than the video.'],
  ])('%s is refused', async (_, change, detail) => {
    const { id } = await makeUpload(owner.id, 'preview', change)
    for (const response of await both({ previewFile: id })) {
      expect(await refusal(response)).toEqual([400, 'previewFile', detail])
    }
  })
})

describe('a storyboard', () => {
  it.each([
    ['of another width', { width: 1440 }],
    ['with half a row', { height: 135 }],
    ['of another shape', { width: 900, height: 160 }],
  ])('%s is refused', async (_, change) => {
    const { id } = await makeUpload(owner.id, 'storyboard', change)
    for (const response of await both({ storyboardFile: id })) {
      expect(await refusal(response)).toEqual([
        400,
        'storyboardFile',
        'A storyboard of this video has rows of 10 tiles of 160 x 90.',
      ])
    }
  })

  it('with too many rows is refused', async () => {
    const { id } = await makeUpload(owner.id, 'storyboard', { height: 21 * 90 })
    for (const response of await both({ storyboardFile: id })) {
      expect(await refusal(response)).toEqual([400, 'storyboardFile', 'A storyboard has at most 20 rows.'])
    }
  })

  it('of the old file is refused with a new one', async () => {
    const video = await makeVideo(owner.id, { duration: 9.5 })
    const storyboard = await makeUpload(owner.id, 'storyboard')
    const path = `/api/videos/${video.id}`
    const first = await owner.client.request('PATCH', path, { json: { storyboardFile: storyboard.id } })
    expect(first.status).toBe(200)
    const json = { videoFile: (await makeUpload(owner.id)).id, storyboardFile: storyboard.id }
    expect(await refusal(await owner.client.request('PATCH', path, { json }))).toEqual([
      400,
      'storyboardFile',
      'This file is already in use.',
    ])
    expect((await videoRow(video.id))?.sourceKey).toBe(video.sourceKey)
  })
})
