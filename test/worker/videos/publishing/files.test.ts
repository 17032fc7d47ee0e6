import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import type { UploadKind } from '#contract/values/uploads/upload'
import { always } from '#db/conditions'
import { approvedTexts, videos } from '#db/schema'
import { d1Cost, type TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import {
  makeUpload,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { decide } from '#test/support/moderation/review'
import { removalsOf } from '#test/support/moderation/safety'
import { acceptFile } from '#test/support/videos/accept-file'
import { sendCaptions, vtt } from '#test/support/videos/captions'
import { addLadder, makeCmafUpload } from '#test/support/videos/ladder'
import { filesOutOfStep } from '#test/support/videos/named-files'
import { ownBulk } from '#test/support/videos/own-bulk'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { restore, takeDown } from '#worker/services/moderation/takedown/index'
import { prunePending } from '#worker/services/shared/objects/prune-pending'

const db = testDb()
let admin: TestClient
let adminId: number

beforeAll(async () => {
  const user = await makeUser({ isAdmin: true })
  adminId = user.id
  admin = await signInAs(user)
})

async function outOfStep() {
  const [first, second] = await env.DB.batch(
    Object.values(filesOutOfStep).map((each) => env.DB.prepare(each)),
  )
  return [...(first?.results ?? []), ...(second?.results ?? [])]
}

interface Scene {
  owner: { id: number; username: string }
  client: TestClient
  /** A video that was published, and may be in any state now. */
  id: number
}

const upload = async ({ owner }: Scene, kind: UploadKind) => (await makeUpload(owner.id, kind)).id
const patch = ({ client, id }: Scene, json: unknown) => client.request('PATCH', `/api/videos/${id}`, { json })

async function filesOfStudio(scene: Scene) {
  return {
    renditions: [await upload(scene, 'rendition')],
    storyboardFile: await upload(scene, 'storyboard'),
    previewFile: await upload(scene, 'preview'),
  }
}

async function publish(scene: Scene, json: object) {
  const thumbnailFile = await upload(scene, 'image')
  const body = { title: 'A walk at dusk', categoryId: 1, thumbnailFile, ...json }
  const response = await scene.client.request('POST', '/api/videos', { json: body })
  if (response.status === 201) scene.id = (await response.json<Video>()).id
  return response
}

/** Every kind of change to a video's files, or to the video itself. Each returns whether it took effect. */
const changes: Record<string, (scene: Scene) => Promise<unknown>> = {
  publish: async (scene) => (await publish(scene, { videoFile: await upload(scene, 'video') })).ok,
  'publish a source in segments, with all that the studio makes': async (scene) => {
    const videoFile = (await makeCmafUpload(scene.owner.id)).id
    const blurredFile = await upload(scene, 'blurred')
    return (await publish(scene, { videoFile, blurredFile, ...(await filesOfStudio(scene)) })).ok
  },
  'import for an account': async (scene) => {
    const json = {
      owner: scene.owner.username,
      title: 'From another site',
      categoryId: 1,
      videoFile: (await makeUpload(scene.owner.id, 'video', { openedBy: adminId })).id,
      thumbnailFile: (await makeUpload(scene.owner.id, 'image', { openedBy: adminId })).id,
    }
    const response = await admin.request('POST', '/api/admin/library/videos', { json })
    if (response.ok) scene.id = (await response.json<Video>()).id
    return response.ok
  },
  'replace the source': async (scene) => (await patch(scene, { videoFile: await upload(scene, 'video') })).ok,
  'replace source and poster': async (scene) => {
    const videoFile = (await makeCmafUpload(scene.owner.id)).id
    return (await patch(scene, { videoFile, thumbnailFile: await upload(scene, 'image') })).ok
  },
  'accept the new source': async ({ id }) => {
    const before = await videoRow(id)
    await acceptFile(id)
    return before?.status === 'processing'
  },
  // The bytes of a factory's upload are no real file, so reading it fails.
  'refuse the new source': async ({ id }) => {
    const before = await videoRow(id)
    await hashSource(await jobContext(), id)
    return before?.sourceKey && (await videoRow(id))?.sourceKey !== before.sourceKey
  },
  'replace the poster': async (scene) =>
    (await patch(scene, { thumbnailFile: await upload(scene, 'image') })).ok,
  'blur the poster': async (scene) =>
    (await patch(scene, { blurredFile: await upload(scene, 'blurred') })).ok,
  'add derived files': async (scene) => (await patch(scene, await filesOfStudio(scene))).ok,
  'add a trailer': async (scene) => (await patch(scene, { trailerFile: await upload(scene, 'trailer') })).ok,
  'take the trailer away': async (scene) => {
    const before = await videoRow(scene.id)
    return (await patch(scene, { trailerFile: null })).ok && before?.trailerKey
  },
  'caption it': async ({ client, id }) => (await sendCaptions(client, id, 'en', vtt(randomLetters(8)))).ok,
  'take captions away': async ({ client, id }) =>
    (await client.request('DELETE', `/api/videos/${id}/captions/en`)).ok,
  approve: async ({ id }) => {
    await db.update(videos).set({ review: 'pending', waitingSince: 1 }).where(eq(videos.id, id))
    return (await decide(admin, 'approve', id)).ok
  },
  'correct its captions': async ({ id }) => {
    const path = `/api/admin/videos/${id}/captions/en`
    const headers = { 'content-type': 'text/vtt' }
    return (await admin.request('PUT', path, { body: vtt(randomLetters(8)), headers })).ok
  },
  'revert to what was approved': async ({ id }) => {
    const [row] = await db.select().from(approvedTexts).where(eq(approvedTexts.videoId, id))
    const json = { decision: 'revert', changes: row?.changes ?? 0, note: 'As it was approved.' }
    return (await admin.request('POST', `/api/admin/videos/${id}/changes`, { json })).ok
  },
  trash: async ({ client, id }) => (await client.request('DELETE', `/api/videos/${id}`)).ok,
  'take out of the trash': async ({ client, id }) =>
    (await ownBulk(client, { ids: [id], action: 'restore' }))[0]?.ok,
  'delete for good': async ({ client, id }) => {
    await client.request('DELETE', `/api/videos/${id}`)
    return (await ownBulk(client, { ids: [id], action: 'delete-for-good' }))[0]?.ok
  },
  'take down': async ({ id }) => {
    const ctx = await jobContext()
    await ctx.db.batch(takeDown(ctx, { videoId: id, reason: 'copyright', statement: 'It breaks the terms.' }))
    return (await videoRow(id))?.hold === 'removed'
  },
  'reverse the removal': async ({ id }) => {
    const ctx = await jobContext()
    const [removal] = await removalsOf(id)
    await ctx.db.batch(restore(ctx, removal?.id ?? 0, always))
    return removal && (await videoRow(id))?.hold === null
  },
}

describe('the files of videos', () => {
  it('are those that their rows name, after every kind of change in any order', async () => {
    const effective = new Set<string>()
    const names = Object.keys(changes)
    const sequence = fc.array(fc.constantFrom(...names), { minLength: 12, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(sequence, async (given) => {
        const owner = await makeUser()
        const scene: Scene = { owner, client: await signInAs(owner), id: 0 }
        const { id } = await makeVideo(owner.id, { duration: 9.5, isPremium: true })
        await addLadder({ id, userId: owner.id })
        scene.id = id
        for (const name of given) {
          if (await changes[name]?.(scene)) effective.add(name)
          expect([name, await outOfStep()]).toEqual([name, []])
        }
        await prunePending(await jobContext())
      }),
      { seed: 65, numRuns: 20, endOnFailure: true },
    )
    expect(names.filter((name) => !effective.has(name))).toEqual([])
  })
})

describe('publishing', () => {
  it.each([
    ['a file and a poster', [], 23],
    ['what the studio makes of it as well', ['rendition', 'storyboard', 'preview', 'blurred'], 40],
  ] as const)('%s writes few rows', async (_, derived, rows) => {
    const user = await makeUser()
    const client = await signInAs(user)
    const scene: Scene = { owner: user, client, id: 0 }
    // An account's first change, and a day's first, make the rows that count them.
    await publish(scene, { videoFile: await upload(scene, 'video') })
    const [renditions, storyboardFile, previewFile, blurredFile] = await Promise.all(
      derived.map((kind) => upload(scene, kind)),
    )
    const videoFile = await upload(scene, 'video')
    const json = {
      videoFile,
      renditions: renditions ? [renditions] : [],
      storyboardFile,
      previewFile,
      blurredFile,
    }
    const response = await publish(scene, json)
    expect(response.status).toBe(201)
    expect(d1Cost(response).rowsWritten).toBeLessThanOrEqual(rows)
  })
})
