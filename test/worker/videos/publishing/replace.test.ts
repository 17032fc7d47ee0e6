import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { imports, mediaObjects } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { jobContext, userContext } from '#test/support/context'
import { changeSettings, makeUpload, makeUser, makeVideo, testDb, videoRow } from '#test/support/factories'
import { holdWrites } from '#test/support/hold-writes'
import { revokedBelow } from '#test/support/moderation/revoked-below'
import { acceptFile } from '#test/support/videos/accept-file'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { updateVideo } from '#worker/services/videos/publishing/update'

const db = testDb()
const owner = ownerOfVideos()

afterEach(() => changeSettings({ requireContentApproval: false }))

function patch(id: number, json: unknown, client = owner.client) {
  return client.request('PATCH', `/api/videos/${id}`, { json })
}

describe('a new file', () => {
  it('sent again after a lost answer is no change', async () => {
    const video = await makeVideo(owner.id)
    const [source, poster] = [await makeUpload(owner.id), await makeUpload(owner.id, 'image')]
    const body = { videoFile: source.id, thumbnailFile: poster.id }
    expect((await patch(video.id, body)).status).toBe(200)
    expect((await patch(video.id, body)).status).toBe(200)
    expect(await videoRow(video.id)).toMatchObject({ sourceKey: source.objectKey, revision: 2 })
    expect((await patch((await makeVideo(owner.id)).id, body)).status).toBe(400)
  })

  it('that another video takes first leaves the addresses of this one in force', async () => {
    const ctx = await userContext()
    const [video, other] = [await makeVideo(ctx.actor.id), await makeVideo(ctx.actor.id)]
    const upload = await makeUpload(ctx.actor.id)
    const batch: typeof ctx.db.batch = async (statements) => {
      await updateVideo(ctx, other.id, { videoFile: upload.id })
      return ctx.db.batch(statements)
    }
    const late = { ...ctx, db: Object.assign(Object.create(ctx.db), { batch }) }
    await expect(updateVideo(late, video.id, { videoFile: upload.id })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect([await revokedBelow(video.sourceKey), await revokedBelow(other.sourceKey)]).toEqual([undefined, 2])
  })

  it('takes the place of the old one, which is revoked and removed', async () => {
    const video = await makeVideo(owner.id)
    const upload = await makeUpload(owner.id)
    expect((await patch(video.id, { videoFile: upload.id })).status).toBe(200)
    expect(await videoRow(video.id)).toMatchObject({
      sourceKey: upload.objectKey,
      sourceBytes: upload.bytes.length,
      duration: 9.5,
      posterKey: video.posterKey,
      status: 'processing',
      revision: 2,
    })
    expect(await revokedBelow(video.sourceKey)).toBe(2)
    await acceptFile(video.id)
    await prunePending(await jobContext())
    expect(await env.MEDIA.head(video.sourceKey ?? '')).toBeNull()
    expect(await env.MEDIA.head(video.posterKey ?? '')).not.toBeNull()
    const [row] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, video.sourceKey ?? ''))
    expect(row).toBeUndefined()
  })

  it.each(['videoFile', 'thumbnailFile'] as const)(
    '%s has been refunded to review when approval is on',
    async (field) => {
      await changeSettings({ requireContentApproval: true })
      const { id } = await makeVideo(owner.id)
      const upload = await makeUpload(owner.id, field === 'videoFile' ? 'video' : 'image')
      await patch(id, { title: 'Still approved' })
      expect((await videoRow(id))?.review).toBe('approved')
      await patch(id, { [field]: upload.id })
      expect((await videoRow(id))?.review).toBe('pending')
    },
  )

  it('of somebody else is refused', async () => {
    const { id, sourceKey } = await makeVideo(owner.id)
    const foreign = await makeUpload((await makeUser()).id)
    expect((await patch(id, { videoFile: foreign.id })).status).toBe(400)
    expect((await videoRow(id))?.sourceKey).toBe(sourceKey)
  })
})

describe('two changes at once', () => {
  it('lets one win, and leaves nothing of the other', async () => {
    const ctx = await userContext()
    const { id } = await makeVideo(ctx.actor.id)
    const held = holdWrites(ctx)
    const first = updateVideo(held.ctx, id, {
      title: 'First',
      isPublic: false,
      thumbnailUrl: 'http://sandbox.test:8790/poster.jpg',
    })
    // It has read the video by now.
    await held.reached
    await updateVideo(ctx, id, { isPremium: false, isPublic: false, title: 'Second' })
    held.release()
    await expect(first).rejects.toMatchObject({ code: 'conflict' })
    expect(await videoRow(id)).toMatchObject({ isPublic: false, title: 'Second', revision: 2 })
    expect(await db.select().from(imports).where(eq(imports.videoId, id))).toEqual([])
  })
})
