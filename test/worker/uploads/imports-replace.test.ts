import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { always } from '#db/conditions'
import { mediaObjects, renditions, revocations } from '#db/schema'
import { changeSettingsRow, makeVideo, testDb, videoRow } from '../../support/factories'
import { revokedBelow } from '../../support/moderation/revoked-below'
import { add, pictureUrl, scene, settle, videoUrl } from '../../support/videos/import-scene'
import { deliver } from '../../support/videos/imports'
import { addLadder } from '../../support/videos/ladder'

const db = testDb()

describe('a file that replaces another by its address', () => {
  it('takes its place, and what was printed before is refused', async () => {
    const all = await scene()
    const before = await makeVideo(all.ctx.actor.id)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await settle(all)
    const after = await videoRow(before.id)
    expect(after).toMatchObject({ status: 'ready', review: 'approved', revision: before.revision + 1 })
    expect(after?.sourceKey).not.toBe(before.sourceKey)
    expect(after?.posterKey).toBe(before.posterKey)
    const [old] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, before.sourceKey ?? ''))
    expect(old?.pendingDeletionSince).toBe(all.ctx.now)
    const revoked = await db.select().from(revocations)
    expect(revoked).toContainEqual(
      expect.objectContaining({ kind: 'object', target: before.sourceKey, below: before.revision + 1 }),
    )
  })

  it('takes the ladder of the old one with it, and is a rendition of its own when it comes in segments', async () => {
    const all = await scene({ clip: 'cmaf.mp4' })
    const before = await makeVideo(all.ctx.actor.id)
    const { low, storyboard, captioned } = await addLadder(before)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await settle(all)
    const after = await videoRow(before.id)
    expect(after).toMatchObject({ status: 'ready', storyboardKey: null, previewKey: null })
    const rows = await db.select().from(renditions).where(eq(renditions.videoId, before.id))
    expect(rows.map(({ quality, objectKey }) => [quality, objectKey])).toEqual([[180, after?.sourceKey]])
    const objects = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, all.ctx.actor.id))
    const pending = objects
      .filter(({ pendingDeletionSince }) => pendingDeletionSince !== null)
      .map(({ key }) => key)
    expect(pending).toEqual(expect.arrayContaining([low.objectKey, storyboard.objectKey, before.sourceKey]))
    expect(pending).not.toContain(captioned.objectKey)
    expect(await revokedBelow(low.objectKey)).toBe(before.revision + 1)
  })

  it('leaves a ready video ready while only its poster changes', async () => {
    const all = await scene()
    const before = await makeVideo(all.ctx.actor.id)
    const { low } = await addLadder(before)
    await add(all, { kind: 'image', url: pictureUrl, videoId: before.id, onlyIf: always })
    await deliver(all.ctx, all.sent)
    const after = await videoRow(before.id)
    expect(after).toMatchObject({ status: 'ready', sourceKey: before.sourceKey, posterType: 'jpg' })
    expect(after?.posterKey).not.toBe(before.posterKey)
    const [rendition] = await db.select().from(renditions).where(eq(renditions.videoId, before.id))
    expect(rendition?.objectKey).toBe(low.objectKey)
  })

  it('goes to review where files are reviewed', async () => {
    const all = await scene()
    const before = await makeVideo(all.ctx.actor.id)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await changeSettingsRow({ requireContentApproval: true })
    await settle(all)
    await changeSettingsRow({ requireContentApproval: false })
    expect(await videoRow(before.id)).toMatchObject({ status: 'ready', review: 'pending' })
  })

  it('leaves one that waits for review where it stands, and sends a rejected one in without its reason', async () => {
    const all = await scene()
    const waiting = { review: 'pending', waitingSince: 7 } as const
    const { id: first } = await makeVideo(all.ctx.actor.id, waiting)
    const { id: second } = await makeVideo(all.ctx.actor.id, { review: 'rejected', reason: 'Too dark.' })
    for (const videoId of [first, second])
      await add(all, { kind: 'image', url: pictureUrl, videoId, onlyIf: always })
    await changeSettingsRow({ requireContentApproval: true })
    await deliver(all.ctx, all.sent)
    await changeSettingsRow({ requireContentApproval: false })
    expect(await videoRow(first)).toMatchObject(waiting)
    const sentIn = { review: 'pending', waitingSince: all.ctx.now, reason: null }
    expect(await videoRow(second)).toMatchObject(sentIn)
  })

  it('that never comes leaves the old one, and says why', async () => {
    const all = await scene({ clip: null })
    const before = await makeVideo(all.ctx.actor.id)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await settle(all)
    expect(await videoRow(before.id)).toMatchObject({
      status: 'ready',
      sourceKey: before.sourceKey,
      revision: before.revision,
      reason: "There's no file at that URL.",
    })
  })
})
