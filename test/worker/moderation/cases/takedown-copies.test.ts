import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminAppeal, OwnRemoval, VideoCopies } from '#contract/schemas/moderation/safety'
import type { ReportReason } from '#contract/values/moderation/reasons'
import { blockedHashes, mediaObjects, reports } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { askedRow, auditOf, mailsOf } from '#test/support/moderation/removals'
import {
  mailsTo,
  publishFixture,
  readFiles,
  removalsOf,
  reportsOf,
  setHashesOf,
  someHash,
} from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'
import { takeDown, takeDownCopies } from '#worker/services/moderation/takedown/index'
import { randomId } from '#worker/storage/keys'

const db = testDb()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

/** Creates two videos of the same film, by two accounts. */
async function twins() {
  const [owner, other] = [await makeUser(), await makeUser()]
  const [first, second] = [await makeVideo(owner.id), await makeVideo(other.id)]
  const pictures = someHash()
  for (const { sourceKey } of [first, second]) await setHashesOf(sourceKey, someHash(), pictures)
  const holds = async () => [(await videoRow(first.id))?.hold, (await videoRow(second.id))?.hold]
  return { owner, other, first, second, pictures, holds }
}

async function remove(videoId: number, reason: ReportReason = 'illegal'): Promise<void> {
  const json = { reason, note: 'It breaks the terms.' }
  const response = await admin.request('POST', `/api/admin/videos/${videoId}/remove`, { json })
  if (response.status !== 204) throw new Error(`Not removed: ${await response.text()}`)
}

/** Sends the uploader's appeal against a video's removal. Returns the removal's ID. */
async function appeal(user: { username: string }, videoId: number): Promise<number> {
  const client = await signInAs(user)
  const own = await client.json<OwnRemoval[]>('GET', '/api/removals')
  const { id } = own.find((removal) => removal.videoId === videoId) ?? { id: 0 }
  const json = { text: 'Everybody in it signed a release, which I can show you.' }
  const response = await client.request('POST', `/api/removals/${id}/appeal`, { json })
  if (response.status !== 201) throw new Error(`Not appealed: ${await response.text()}`)
  return id
}

function decide(id: number, decision: 'restore' | 'keep' = 'restore') {
  const json = { decision, note: 'We looked again.' }
  return admin.request('POST', `/api/admin/appeals/${id}/decide`, { json })
}

describe('the list of what a removal concerns', () => {
  const listed = (videoId: number) => admin.json<VideoCopies>('GET', `/api/admin/videos/${videoId}/copies`)
  const without = { copies: [], likenesses: [], removed: [], isUnread: false, hasMore: false }

  it('names copies by title and uploader before the decision, and what was removed after it', async () => {
    const { owner, other, first, second } = await twins()
    const alike = await makeVideo((await makeUser()).id, { title: 'With the same quality' })
    const { low } = await addLadder(alike)
    await setHashesOf(low.objectKey, someHash(), (await objectHash(first.sourceKey)) ?? '')
    const [one, two] = [
      { id: first.id, title: first.title, uploader: { id: owner.id, username: owner.username } },
      { id: second.id, title: second.title, uploader: { id: other.id, username: other.username } },
    ]
    expect(await listed(first.id)).toMatchObject({
      ...without,
      copies: [two],
      likenesses: [{ id: alike.id, title: 'With the same quality' }],
    })
    await remove(first.id)
    await readFiles(await jobContext(), first.id)
    expect(await listed(first.id)).toMatchObject({ copies: [], removed: [{ ...two, isOriginal: false }] })
    expect(await listed(second.id)).toMatchObject({ copies: [], removed: [{ ...one, isOriginal: true }] })
    const evidence = await admin.json('GET', `/api/admin/videos/${first.id}/evidence`)
    expect(evidence).toMatchObject({ removedWithIt: [{ id: second.id, title: second.title }] })
    const [removal] = await removalsOf(first.id)
    const acts = await auditOf('removal', removal?.id ?? 0)
    expect(acts.map(({ action, details }) => [action, JSON.parse(details ?? '')])).toEqual([
      ['removal.copy', { videoId: second.id, title: second.title, ownerId: other.id }],
    ])
    // Each uploader reads about their own video, and nothing about the other's.
    const [email] = await mailsTo(`${other.username}@example.com`)
    expect(email?.body).toContain(`Your video “${second.title}” was removed`)
    expect(email?.body).toContain('the same video as one that was removed from the site for this reason')
    expect(email?.body).not.toContain(owner.username)
  })

  it('says when a file isn’t read yet, and is of a video that exists', async () => {
    const video = await makeVideo((await makeUser()).id)
    await addLadder(video)
    expect(await listed(video.id)).toEqual({ ...without, isUnread: true })
    expect((await admin.request('GET', '/api/admin/videos/987654/copies')).status).toBe(404)
  })
})

async function objectHash(key: string | null) {
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(eq(mediaObjects.key, key ?? ''))
  return row?.pictureSha256
}

describe('a removal that is taken back', () => {
  it('leaves a copy in quarantine that has an open grave case of its own', async () => {
    const { owner, first, second, holds } = await twins()
    await askedRow({ url: `/video/${second.id}`, reason: 'minor' })
    await remove(first.id)
    await readFiles(await jobContext(), first.id)
    expect(await holds()).toEqual(['removed', 'removed'])
    const id = await appeal(owner, first.id)
    expect((await decide(id)).status).toBe(200)
    expect(await holds()).toEqual([null, 'quarantine'])
    expect((await new TestClient().get(`/api/videos/${second.id}`)).status).toBe(404)
    expect(await mailsOf(`restore:${id}:held:`)).not.toEqual([])
  })

  it('tells nobody to decide where nothing is open', async () => {
    const { owner, first, holds } = await twins()
    await remove(first.id)
    await readFiles(await jobContext(), first.id)
    const id = await appeal(owner, first.id)
    await decide(id)
    expect(await holds()).toEqual([null, null])
    expect(await mailsOf(`restore:${id}:held:`)).toEqual([])
  })

  it('answers the appeals against its copies, too', async () => {
    const { owner, other, first, second } = await twins()
    await remove(first.id)
    await readFiles(await jobContext(), first.id)
    const [ofFirst, ofCopy] = [await appeal(owner, first.id), await appeal(other, second.id)]
    await decide(ofFirst)
    const queue = await admin.json<AdminAppeal[]>('GET', '/api/admin/appeals?limit=50')
    expect(queue.map(({ id }) => id)).not.toContain(ofCopy)
    expect((await decide(ofCopy, 'keep')).status).toBe(409)
    const client = await signInAs(other)
    expect(await client.json('GET', `/api/removals/${ofCopy}`)).toMatchObject({
      appeal: { status: 'upheld', note: expect.stringContaining('was reversed') },
    })
    // The decision about the first one keeps its wording.
    const own = await signInAs(owner)
    expect(await own.json('GET', `/api/removals/${ofFirst}`)).toMatchObject({
      appeal: { status: 'upheld', note: 'We looked again.' },
    })
  })

  it('is told to whoever asked for the removal of a copy, too', async () => {
    const { owner, first, second } = await twins()
    const ofFirst = await askedRow({ url: `/video/${first.id}` })
    const ofCopy = await askedRow({ url: `/video/${second.id}` })
    await remove(first.id)
    await readFiles(await jobContext(), first.id)
    for (const { id } of [ofFirst, ofCopy]) {
      const json = { decision: 'remove', note: 'Nobody agreed to it.' }
      await admin.request('POST', `/api/admin/removal-requests/${id}/decide`, { json })
    }
    const refused = await askedRow({ url: `/video/${second.id}` })
    const json = { decision: 'refuse', note: 'It is down already.' }
    await admin.request('POST', `/api/admin/removal-requests/${refused.id}/decide`, { json })
    const id = await appeal(owner, first.id)
    await decide(id)
    const mails = await mailsOf(`removal:${id}:taken-back:`)
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([ofFirst.email, ofCopy.email].sort())
    const toCopy = mails.find(({ recipient }) => recipient === ofCopy.email)
    expect(toCopy?.body).toContain(`/removal/${ofCopy.token}\n`)
  })

  it('frees no file that another removal blocks', async () => {
    const [first, second] = [await userContext(), await userContext()]
    const [one, two] = [await publishFixture(first, 'ok.mp4'), await publishFixture(second, 'ok.mp4')]
    await remove(one, 'copyright')
    await remove(two, 'minor')
    const again = async () => (await videoRow(await publishFixture(await userContext(), 'ok.mp4')))?.status
    await decide(await appeal(first.actor, one))
    expect((await videoRow(one))?.hold).toBeNull()
    expect(await again()).toBe('failed')
    const { sha256 } = (await evidenceHashes(two))[0] ?? { sha256: '' }
    const [blocked] = await db.select().from(blockedHashes).where(eq(blockedHashes.sha256, sha256))
    expect(blocked?.reason).toBe('minor')
    await decide(await appeal(second.actor, two))
    expect(await again()).toBe('ready')
  })
})

async function evidenceHashes(videoId: number) {
  const evidence = await admin.json<{ blockedHashes: { sha256: string; removalId: number }[] }>(
    'GET',
    `/api/admin/videos/${videoId}/evidence`,
  )
  return evidence.blockedHashes
}

describe('a copy of a removed video', () => {
  it.each(['copyright', 'spam', 'other'] as const)(
    'that was removed as "%s" waits in quarantine for somebody to look, once',
    async (reason) => {
      const { first, second, holds } = await twins()
      await remove(first.id, reason)
      const ctx = await jobContext()
      await readFiles(ctx, first.id)
      await readFiles(ctx, first.id)
      expect(await holds()).toEqual(['removed', 'quarantine'])
      expect(await removalsOf(second.id)).toEqual([])
      const [entry, ...more] = await reportsOf(second.id)
      expect([entry?.reporterKey, entry?.status, more]).toEqual(['system', 'open', []])
      const json = { decision: 'dismiss', note: 'It is the rights holder’s own.' }
      await admin.request('POST', `/api/admin/reports/${entry?.id}/decide`, { json })
      await readFiles(ctx, first.id)
      expect(await holds()).toEqual(['removed', null])
    },
  )

  it.each(['minor', 'without_consent', 'illegal'] as const)(
    'that was removed as "%s" is taken down',
    async (reason) => {
      const { first, second, holds } = await twins()
      await remove(first.id, reason)
      await readFiles(await jobContext(), first.id)
      expect(await holds()).toEqual(['removed', 'removed'])
      expect(await removalsOf(second.id)).toEqual([expect.objectContaining({ reason })])
    },
  )
})

it('doesn’t look forever for likenesses that wait for a decision already', async () => {
  const rendition = someHash()
  const ctx = await jobContext()
  const likeness = async () => {
    const video = await makeVideo((await makeUser()).id)
    const { low } = await addLadder(video)
    await setHashesOf(low.objectKey, rendition, someHash())
    return video
  }
  // As many as one lookup returns, all reported by the system before the removal.
  for (let count = 0; count < 10; count += 1) {
    const { id, userId } = await likeness()
    await db.insert(reports).values({
      code: randomId(),
      videoId: id,
      videoTitle: 'A film',
      ownerId: userId,
      reporterKey: 'system',
      reason: 'other',
      createdAt: ctx.now - 60_000,
    })
  }
  const video = await likeness()
  await ctx.db.batch(takeDown(ctx, { videoId: video.id, reason: 'illegal', statement: 'It is illegal.' }))
  expect(await takeDownCopies(ctx, video.id)).toBe(false)
})
