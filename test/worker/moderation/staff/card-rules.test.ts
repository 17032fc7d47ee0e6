import { env } from 'cloudflare:workers'
import { and, desc, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CardRules } from '#contract/schemas/moderation/card-rules'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import type { Video } from '#contract/schemas/videos/video'
import { approvedTexts, auditLog, mailOutbox, mediaObjects, settings, users, videos } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import {
  changeSettings,
  fillVideos,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { fixture } from '#test/support/fixtures'
import { holdWrites } from '#test/support/hold-writes'
import { decide } from '#test/support/moderation/review'
import { revokedBelow } from '#test/support/moderation/revoked-below'
import { publishInput } from '#test/support/videos/publish-input'
import { finish } from '#test/support/videos/uploads'
import type { UserContext } from '#worker/services/context'
import { lookThrough } from '#worker/services/moderation/card-rules/index'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { createVideo } from '#worker/services/videos/publishing/create'
import { publishDue } from '#worker/services/videos/publishing/publish-due'
import { updateVideo } from '#worker/services/videos/publishing/update'

const db = testDb()
const path = '/api/admin/card-rules'
let admin: TestClient
let adminId: number
let uploader: { id: number; username: string }

beforeEach(async () => {
  await emptySite()
  const made = await makeUser({ isAdmin: true })
  adminId = made.id
  admin = await signInAs(made)
  uploader = await makeUser()
})

/** Sets the rules as they are after the videos up to an ID were checked. */
async function rules(change: Parameters<typeof changeSettings>[0], cardsCheckedId: number) {
  await db.update(settings).set({ cardsCheckedId }).where(eq(settings.id, 1))
  await changeSettings(change)
}

const rulesNow = (client = admin) => client.json<CardRules>('GET', path)
const turnOn = (unreviewed: number, client = admin) =>
  client.request('PUT', path, { json: { unreviewed, keepsRecords: true } })
const turnOff = (client = admin) => client.request('DELETE', path)
const reviewOf = async ({ id }: { id: number }) => (await videoRow(id))?.review

/** Has staff approve a video that is pending. */
async function approve({ id }: { id: number }) {
  await db.update(videos).set({ review: 'pending', waitingSince: 1 }).where(eq(videos.id, id))
  expect((await decide(admin, 'approve', id)).status).toBe(200)
}

/**
 * Returns an account on a site without Razorpay, whose checkout also takes cards and suspends trust on its
 * own.
 */
async function withoutRazorpay(): Promise<UserContext> {
  const ctx = await userContext()
  return { ...ctx, config: { ...ctx.config, payments: { ...ctx.config.payments, razorpay: null } } }
}

function uploadsMails(userId: number) {
  return db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.userId, userId), like(mailOutbox.dedupeKey, 'cards:%')))
}

describe('turning card payments on', () => {
  it('says what it would do, and does it: what no one reviewed is pending, and what a person approved stays', async () => {
    const open = await makeVideo(uploader.id)
    const unlisted = await makeVideo(uploader.id, { isPublic: false, unlistedKey: 'a-key' })
    const scheduled = await makeVideo(uploader.id, { isPublic: false, publishAt: Date.now() + 1e9 })
    const trashed = await makeVideo(uploader.id, { hold: 'trash', trashedAt: Date.now() })
    const importing = await makeVideo(uploader.id, { status: 'processing', sourceKey: null })
    const hidden = await makeVideo(uploader.id, { isPublic: false })
    const staffs = await makeVideo(adminId)
    const reviewed = await makeVideo(uploader.id)
    await approve(reviewed)
    await db.update(users).set({ trustedAt: 1 }).where(eq(users.id, uploader.id))

    expect(await rulesNow()).toMatchObject({
      state: 'off',
      since: null,
      unreviewed: 5,
      requireContentApproval: false,
      processors: expect.arrayContaining(['verotel']),
      trusted: 1,
    })
    const stranger = await signInAs(await makeUser())
    const { videoUrl } = await stranger.json<Video>('GET', `/api/videos/${open.id}`)
    const answer = await turnOn(5)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ state: 'on', unreviewed: 0, requireContentApproval: true })

    for (const each of [open, unlisted, scheduled, trashed, importing])
      expect([each.id, await reviewOf(each)]).toEqual([each.id, 'pending'])
    for (const each of [hidden, staffs, reviewed])
      expect([each.id, await reviewOf(each)]).toEqual([each.id, 'approved'])
    expect(await revokedBelow(open.sourceKey)).toBe(2)
    expect((await stranger.get(`/api/videos/${open.id}`)).status).toBe(404)
    expect((await stranger.get(videoUrl ?? '')).status).not.toBe(200)
    expect(await admin.json<AdminSettings>('GET', '/api/admin/settings')).toMatchObject({
      cardPaymentsEnabled: true,
      requireContentApproval: true,
    })
    // One email about all five.
    expect(await uploadsMails(uploader.id)).toHaveLength(1)
    const [act] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'cards.on'))
      .orderBy(desc(auditLog.id))
    expect(act).toMatchObject({
      actorId: adminId,
      details: expect.stringContaining('"unreviewed":5,"keepsRecords":true'),
    })

    // Restored from the trash, it waits like the others.
    const own = await signInAs(uploader)
    await own.request('POST', '/api/videos/my-videos/bulk', {
      json: { ids: [trashed.id], action: 'restore' },
    })
    expect(await videoRow(trashed.id)).toMatchObject({ hold: null, review: 'pending' })
  })

  it('counts what came after an approval, unless staff brought it', async () => {
    const replaced = await makeVideo(uploader.id)
    const pictured = await makeVideo(uploader.id)
    const trailerGone = await makeVideo(uploader.id, { trailerKey: 'm/trailer' })
    const early = await makeVideo(uploader.id)
    const earlyReplaced = await makeVideo(uploader.id)
    const earlyPictured = await makeVideo(uploader.id)
    const earlyBoth = await makeVideo(uploader.id)
    const ofBefore = [early, earlyReplaced, earlyPictured, earlyBoth]
    for (const each of [replaced, pictured, trailerGone, ...ofBefore]) await approve(each)
    const own = await signInAs(uploader)
    const send = async (id: number, json: object) =>
      expect((await own.request('PATCH', `/api/videos/${id}`, { json })).status).toBe(200)
    // Nothing is reviewed now, so it stays approved.
    await send(replaced.id, { thumbnailFile: (await makeUpload(uploader.id, 'image')).id })
    await db.update(videos).set({ trailerKey: null }).where(eq(videos.id, trailerGone.id))
    // As if approved by a version that didn't store the files.
    for (const { id } of ofBefore)
      await db
        .update(approvedTexts)
        .set({ files: null, approvedAt: Date.now() + 1000 })
        .where(eq(approvedTexts.videoId, id))
    const storedLater = (key: string | null | undefined) =>
      db
        .update(mediaObjects)
        .set({ createdAt: Date.now() + 2000 })
        .where(eq(mediaObjects.key, key ?? ''))
    for (const { sourceKey } of [earlyReplaced, earlyBoth]) await storedLater(sourceKey)
    for (const { id } of [pictured, earlyPictured, earlyBoth]) {
      const picture = await makeUpload(adminId, 'image')
      const json = { thumbnailFile: picture.id, note: 'It was another video.' }
      expect((await admin.request('PATCH', `/api/admin/videos/${id}`, { json })).status).toBe(200)
      await storedLater((await videoRow(id))?.posterKey)
    }

    expect(await rulesNow()).toMatchObject({ unreviewed: 3 })
    await turnOn(3)
    for (const each of [replaced, earlyReplaced, earlyBoth]) expect(await reviewOf(each)).toBe('pending')
    for (const each of [pictured, trailerGone, early, earlyPictured])
      expect(await reviewOf(each)).toBe('approved')
  })

  it('is refused where there are more by now, with their number, and changes nothing', async () => {
    const first = await makeVideo(uploader.id)
    const { unreviewed } = await rulesNow()
    const second = await makeVideo(uploader.id)
    const refused = await problemOf(await turnOn(unreviewed))
    expect([refused.status, refused.detail]).toEqual([
      409,
      'There are now 2 videos that no one has reviewed. Check the number and confirm again.',
    ])
    expect(await rulesNow()).toMatchObject({ state: 'off', requireContentApproval: false })
    expect([await reviewOf(first), await reviewOf(second)]).toEqual(['approved', 'approved'])
    // Fewer than the administrator was shown are no obstacle.
    expect((await turnOn(3)).status).toBe(200)
  })

  it('needs the acknowledgement, a recent password and an administrator', async () => {
    for (const json of [{ unreviewed: 0 }, { unreviewed: 0, keepsRecords: false }, { keepsRecords: true }])
      expect((await admin.request('PUT', path, { json })).status).toBe(400)
    for (const staff of ['moderator', 'support'] as const)
      expect((await turnOn(0, await signInAs(await makeUser({ staff })))).status).toBe(403)
    admin.now = Date.now() + 3_600_000
    expect((await problemOf(await turnOn(0))).code).toBe('password_required')
    expect((await problemOf(await turnOff())).code).toBe('password_required')
  })

  it('is done once by two administrators at once', async () => {
    await makeVideo(uploader.id)
    const other = await signInAs(await makeUser({ isAdmin: true }))
    const both = await Promise.all([turnOn(1), turnOn(1, other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await rulesNow()).toMatchObject({ state: 'on' })
    expect(await uploadsMails(uploader.id)).toHaveLength(1)
  })

  it('offers no card before the last is pending, goes on where a run ended, and repeats nothing', async () => {
    await fillVideos(uploader.id, 250, { isPublic: true })
    await turnOn(250)
    expect(await rulesNow()).toMatchObject({ state: 'on' })
    // The state after a run that was killed after its first batch.
    const [middle] = await db
      .select({ id: videos.id })
      .from(videos)
      .where(eq(videos.userId, uploader.id))
      .limit(1)
      .offset(99)
    await db
      .update(videos)
      .set({ review: 'approved' })
      .where(and(eq(videos.userId, uploader.id), eq(videos.review, 'pending')))
    await db.update(videos).set({ review: 'pending', waitingSince: 1 }).where(eq(videos.userId, uploader.id))
    await db
      .update(videos)
      .set({ review: 'approved' })
      .where(eq(videos.id, (middle?.id ?? 0) + 1))
    await rules({ cardPaymentsEnabled: false }, middle?.id ?? 0)
    expect(await rulesNow()).toMatchObject({ state: 'preparing', unreviewed: 1 })
    expect(await admin.json<AdminSettings>('GET', '/api/admin/settings')).toMatchObject({
      cardPaymentsEnabled: false,
    })
    await lookThrough(await jobContext())
    expect(await rulesNow()).toMatchObject({ state: 'on', unreviewed: 0 })
    const rows = await db.select().from(videos).where(eq(videos.userId, uploader.id))
    expect(rows.every(({ review }) => review === 'pending')).toBe(true)
    // Videos that were waiting keep their place, and no one is told twice.
    expect(rows.filter(({ waitingSince }) => waitingSince === 1)).toHaveLength(249)
    expect(await uploadsMails(uploader.id)).toHaveLength(1)
  })

  it('looks through all again where one was missed', async () => {
    const missed = await makeVideo(uploader.id)
    await rules({ cardRulesSince: 5, requireContentApproval: true }, missed.id)
    const ctx = await jobContext()
    await lookThrough(ctx)
    expect(await rulesNow()).toMatchObject({ state: 'preparing', unreviewed: 1 })
    await lookThrough(ctx)
    expect(await rulesNow()).toMatchObject({ state: 'on' })
    expect(await reviewOf(missed)).toBe('pending')
  })
})

type Patch = (json: object) => Promise<void>

/** Events between an approval and the refusal of a file that was replaced while the video was approved. */
const refusals = [
  {
    how: 'made public afterwards',
    isApproved: false,
    turnsOnLater: false,
    review: 'pending',
    meanwhile: (patch: Patch) => patch({ isPublic: true }),
  },
  {
    how: 'being read when cards are turned on',
    isApproved: false,
    turnsOnLater: true,
    review: 'pending',
    meanwhile: async () => {},
  },
  {
    how: 'another picture meanwhile',
    isApproved: true,
    turnsOnLater: false,
    review: 'pending',
    meanwhile: async (patch: Patch, { actor }: UserContext) =>
      patch({ thumbnailFile: (await makeUpload(actor.id, 'image')).id }),
  },
  {
    how: 'nor asks for one of a private video',
    isApproved: false,
    turnsOnLater: false,
    review: 'approved',
    meanwhile: async () => {},
  },
  {
    how: 'but one that a person made',
    isApproved: true,
    turnsOnLater: false,
    review: 'approved',
    meanwhile: async () => {},
  },
]

describe('while the card rules hold', () => {
  it('approval stays on, and turning cards off lets it be turned off again, but brings nothing back', async () => {
    const waiting = await makeVideo(uploader.id)
    await turnOn(1)
    const patch = (json: object) => admin.request('PATCH', '/api/admin/settings', { json })
    const refused = await problemOf(await patch({ siteName: 'Nightfall', requireContentApproval: false }))
    expect([refused.status, refused.code, refused.detail]).toEqual([
      409,
      'conflict',
      'Content approval stays on while the site takes cards. Turn off card payments first.',
    ])
    expect((await patch({ siteDescription: 'Still saved' })).status).toBe(200)
    expect((await patch({ cardPaymentsEnabled: false })).status).toBe(400)
    expect((await turnOff()).status).toBe(200)
    // The request is repeated, as after a lost answer; another administrator is told so.
    expect((await turnOff()).status).toBe(200)
    expect((await turnOff(await signInAs(await makeUser({ isAdmin: true })))).status).toBe(409)
    expect(await rulesNow()).toMatchObject({ state: 'off', since: null, requireContentApproval: true })
    expect((await patch({ requireContentApproval: false })).status).toBe(200)
    expect(await reviewOf(waiting)).toBe('pending')
  })

  it('no trust counts, whatever a copy of the settings says, and it counts again afterwards', async () => {
    const ctx = await withoutRazorpay()
    await db.update(users).set({ trustedAt: 1 }).where(eq(users.id, ctx.actor.id))
    await changeSettings({ requireContentApproval: true })
    const publish = async () => (await createVideo(ctx, await aboutVideo(ctx.actor.id))).video.review
    const due = async () => {
      const video = await makeVideo(ctx.actor.id, { isPublic: false, publishAt: ctx.now - 1 })
      await publishDue(ctx)
      return reviewOf(video)
    }
    const opened = async () => {
      const { id } = await makeVideo(ctx.actor.id, { isPublic: false })
      return (await updateVideo(ctx, id, { isPublic: true })).review
    }
    expect([await publish(), await due(), await opened()]).toEqual(['approved', 'approved', 'approved'])
    await turnOn((await rulesNow()).unreviewed)
    // The context still has the earlier settings, as another isolate has for ten seconds.
    expect(ctx.settings.cardRulesSince).toBeNull()
    expect([await publish(), await due(), await opened()]).toEqual(['pending', 'pending', 'pending'])
    await turnOff()
    expect([await publish(), await due(), await opened()]).toEqual(['approved', 'approved', 'approved'])
  })

  it.each(['created', 'replaced'] as const)(
    'what was decided just before isn’t written afterwards: a video %s at that moment',
    async (how) => {
      const ctx = await withoutRazorpay()
      const video = await makeVideo(ctx.actor.id)
      await approve(video)
      const held = holdWrites(ctx)
      const poster = await makeUpload(ctx.actor.id, 'image')
      const act =
        how === 'created'
          ? createVideo(held.ctx, await aboutVideo(ctx.actor.id))
          : updateVideo(held.ctx, video.id, { thumbnailFile: poster.id })
      await held.reached
      expect((await turnOn(0)).status).toBe(200)
      held.release()
      await expect(act).rejects.toMatchObject({ code: 'conflict' })
      const all = await db.select().from(videos).where(eq(videos.userId, ctx.actor.id))
      expect(all.map(({ id, posterKey }) => [id, posterKey])).toEqual([[video.id, video.posterKey]])
    },
  )

  it('what an administrator published is reviewed once they aren’t one any more, and no card is taken before', async () => {
    const leaving = await makeUser({ isAdmin: true })
    const [seen, unseen] = [await makeVideo(leaving.id), await makeVideo(leaving.id)]
    await approve(seen)
    const staying = await makeUser({ isAdmin: true })
    const theirs = await makeVideo(staying.id)
    await turnOn(0)
    const demote = ({ id }: { id: number }) => owner.request('POST', `/api/admin/users/${id}/demote`)
    const owner = await signInAs(await makeUser({ staff: 'owner' }))
    expect((await demote(leaving)).status).toBe(200)
    expect([await reviewOf(seen), await reviewOf(unseen), await reviewOf(theirs)]).toEqual([
      'approved',
      'pending',
      'approved',
    ])
    expect(await uploadsMails(leaving.id)).toHaveLength(1)
    expect(await rulesNow()).toMatchObject({ state: 'on', unreviewed: 0 })
    const opened = await db.select().from(auditLog).where(eq(auditLog.action, 'cards.open'))
    // There are no videos to check, so cards stay as they are.
    const without = await makeUser({ isAdmin: true })
    expect((await demote(without)).status).toBe(200)
    expect(await db.select().from(auditLog).where(eq(auditLog.action, 'cards.open'))).toHaveLength(
      opened.length,
    )
  })

  it('nor does a file of theirs slip in that was under way', async () => {
    const leaving = await makeUser({ isAdmin: true })
    const video = await makeVideo(leaving.id)
    await approve(video)
    await turnOn(0)
    const ctx = await withoutRazorpay()
    const actor = { ...ctx.actor, ...leaving, role: 'administrator', staff: 'administrator' } as const
    const held = holdWrites({ ...ctx, actor })
    const poster = await makeUpload(leaving.id, 'image')
    const act = updateVideo(held.ctx, video.id, { thumbnailFile: poster.id })
    await held.reached
    const owner = await signInAs(await makeUser({ staff: 'owner' }))
    expect((await owner.request('POST', `/api/admin/users/${leaving.id}/demote`)).status).toBe(200)
    held.release()
    await expect(act).rejects.toMatchObject({ code: 'conflict' })
    expect(await videoRow(video.id)).toMatchObject({ posterKey: video.posterKey, review: 'approved' })
  })

  it.each(refusals)('a refused file brings back no review that nobody made: $how', async (way) => {
    const ctx = await withoutRazorpay()
    const own = await signInAs(ctx.actor)
    const patch = async (json: object) =>
      expect((await own.request('PATCH', `/api/videos/${video.id}`, { json })).status).toBe(200)
    const video = await makeVideo(ctx.actor.id, { isPublic: way.isApproved || way.turnsOnLater })
    if (way.isApproved) await approve(video)
    const broken = await finish(ctx, fixture('cmaf.mp4'), 'video/mp4')
    if (!way.turnsOnLater) await turnOn((await rulesNow()).unreviewed)
    await patch({ videoFile: broken.id })
    if (way.turnsOnLater) await turnOn((await rulesNow()).unreviewed)
    await way.meanwhile(patch, ctx)
    const { sourceKey } = (await videoRow(video.id)) ?? {}
    await env.MEDIA.delete(sourceKey ?? '')
    await hashSource(await jobContext(), video.id)
    expect(await videoRow(video.id)).toMatchObject({
      status: 'ready',
      sourceKey: video.sourceKey,
      review: way.review,
    })
    const status = way.isApproved && way.review === 'approved' ? 200 : 404
    expect((await new TestClient().get(`/api/videos/${video.id}`)).status).toBe(status)
    expect(await rulesNow()).toMatchObject({ state: 'on', unreviewed: 0 })
  })

  it('what an administrator opens for someone else is reviewed, too', async () => {
    await turnOn(0)
    const { id } = await makeVideo(uploader.id, { isPublic: false })
    await admin.request('PATCH', `/api/videos/${id}`, { json: { isPublic: true } })
    expect(await videoRow(id)).toMatchObject({ isPublic: true, review: 'pending' })
  })
})

async function aboutVideo(userId: number) {
  const [source, poster] = [await makeUpload(userId), await makeUpload(userId, 'image')]
  return publishInput({ videoFile: source.id, thumbnailFile: poster.id, posterStyle: 'blurred' })
}
