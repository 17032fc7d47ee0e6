import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { OpenUpload } from '#contract/schemas/uploads/upload'
import { accountMessages, linkMs } from '#contract/values/accounts/account'
import { MiB } from '#contract/values/shared/limits'
import { hour } from '#contract/values/shared/time'
import { rateWindows, users } from '#db/schema'
import { newAccount, signUp } from '#test/support/accounts/accounts'
import { askForLink, bringLink, linkOwner, mailsTo, tokenTo } from '#test/support/accounts/links'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { makeUpload, testDb } from '#test/support/factories'
import { publishInput } from '#test/support/videos/publish-input'
import { useUp } from '#test/support/videos/uploads'
import { beginPasskey } from '#worker/services/accounts/passkeys/index'
import { beginTotp, getSecurity } from '#worker/services/accounts/second-factor/index'
import { openUpload } from '#worker/services/uploads/transfer/open'
import { createVideo } from '#worker/services/videos/publishing/create'

const start = Date.UTC(2027, 2, 1)

async function isVerified(client: TestClient): Promise<boolean> {
  return (await client.json<{ emailVerified: boolean }>('GET', '/api/auth/me')).emailVerified
}

describe('sign-up', () => {
  it('mails a link, and the account works before it is opened', async () => {
    const account = newAccount()
    const client = new TestClient()
    expect((await signUp(account, client)).status).toBe(201)
    expect(await isVerified(client)).toBe(false)
    const token = await tokenTo(account.email, 'verify')
    const [mail] = await mailsTo(account.email)
    expect(mail?.subject).toBe('Confirm your email address')
    // The address may be a stranger's, and the username may read like a link.
    expect(mail?.body).toMatch(/^Hello,\n/)
    expect(mail?.body).not.toContain(account.username)
    // Opened in another email program, or on a phone, where no one is signed in.
    expect((await bringLink(new TestClient(), 'verify', token)).status).toBe(204)
    expect(await isVerified(client)).toBe(true)
  })

  it('that is refused mails nothing', async () => {
    const account = newAccount()
    await signUp(account)
    await signUp({ ...account, username: `${account.username}s` })
    expect(await mailsTo(account.email)).toHaveLength(1)
  })
})

describe('another link', () => {
  it('comes when it is asked for, and the one from before is void', async () => {
    const owner = await linkOwner(start)
    const first = await askForLink(owner, 'verify')
    const second = await askForLink(owner, 'verify', 2)
    expect((await bringLink(owner.client, 'verify', first)).status).toBe(404)
    expect((await bringLink(owner.client, 'verify', second)).status).toBe(204)
  })

  it('isn’t mailed for an address that is confirmed, which stays confirmed since the first time', async () => {
    const owner = await linkOwner(start)
    await bringLink(owner.client, 'verify', await askForLink(owner, 'verify'))
    owner.client.now = start + linkMs.verify
    expect((await owner.client.request('POST', '/api/account/verification')).status).toBe(202)
    expect(await mailsTo(owner.email)).toHaveLength(1)
    const [row] = await testDb().select().from(users).where(eq(users.id, owner.id))
    expect(row?.emailVerifiedAt).toBe(start)
  })

  it('is mailed five times in an hour, and to accounts alone', async () => {
    const { client } = await linkOwner(start)
    const ask = async (asker: TestClient) => (await asker.request('POST', '/api/account/verification')).status
    for (let times = 0; times < 5; times += 1) expect(await ask(client)).toBe(202)
    expect(await ask(client)).toBe(429)
    expect(await ask(new TestClient())).toBe(401)
  })
})

it('a token that is none is refused as bad input', async () => {
  for (const json of [
    {},
    { token: '' },
    { token: 7 },
    { token: 'x'.repeat(201) },
    { token: 'x', userId: 1 },
  ]) {
    const response = await new TestClient().request('POST', '/api/auth/verify-email', { json })
    expect((await problemOf(response)).code).toBe('invalid_input')
  }
})

describe('publishing', () => {
  const upload: OpenUpload = {
    kind: 'video',
    size: MiB,
    contentType: 'video/mp4',
    fileName: 'a.mp4',
    fingerprint: 'f'.repeat(64),
  }
  const publish = publishInput({
    videoUrl: 'https://example.org/a.mp4',
    thumbnailUrl: 'https://example.org/a.jpg',
  })
  /** Creates an account on a site configured with `config`. */
  const account = async (
    config: { production: boolean; mailWorks: boolean },
    emailVerifiedAt: number | null,
  ) => {
    const ctx = await userContext()
    await ctx.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, ctx.actor.id))
    return {
      ...ctx,
      config: { ...ctx.config, ...config },
      actor: { ...ctx.actor, emailVerifiedAt },
    }
  }
  const refusal = { code: 'forbidden', detail: accountMessages.verifyFirst }
  const live = { production: true, mailWorks: true }

  it('stops at three videos a day without a confirmed address where mail can arrive, and says until when', async () => {
    const ctx = await account(live, null)
    const begun = Array.from({ length: 3 }, () => createVideo(ctx, publish))
    expect(await Promise.all(begun)).toMatchObject([{ created: true }, { created: true }, { created: true }])
    const later = { ...ctx, now: ctx.now + 9 * hour }
    await expect(createVideo(later, publish)).rejects.toMatchObject({
      code: 'rate_limited',
      detail: "You've reached the limit of 3 videos a day. You can publish again in 15 hours.",
      options: {
        retryAfter: 15 * 3600,
        limit: {
          reached: "You've reached the limit of 3 videos a day.",
          endsAt: new Date(ctx.now + 24 * hour).toISOString(),
        },
      },
    })
    // Files that belong to videos, or replace a video's file, don't count as publishing.
    for (let count = 0; count < 3; count += 1)
      await openUpload(later, { ...upload, fingerprint: String(count).repeat(64) })
    await expect(openUpload(later, upload)).rejects.toMatchObject({ code: 'conflict' })
    const picture = { ...upload, kind: 'image', contentType: 'image/png', size: 10 } as const
    expect((await openUpload(later, { ...picture, fingerprint: 'e'.repeat(64) })).created).toBe(true)
    // Staff gave the account another limit.
    await ctx.db.update(users).set({ publishesPerDay: 4 }).where(eq(users.id, ctx.actor.id))
    expect((await createVideo(later, publish)).created).toBe(true)
    await expect(createVideo(later, publish)).rejects.toMatchObject({
      options: { limit: { reached: "You've reached the limit of 4 videos a day." } },
    })
    await expect(createVideo({ ...ctx, now: ctx.now + 25 * hour }, publish)).resolves.toBeTruthy()
  })

  it('that came to nothing counts for nothing', async () => {
    const ctx = await account(live, null)
    const [video, poster] = [await makeUpload(ctx.actor.id), await makeUpload(ctx.actor.id, 'image')]
    const sent = publishInput({ videoFile: video.id, thumbnailFile: poster.id })
    const counted = async () => {
      const key = `publish:${ctx.actor.id}`
      const [row] = await ctx.db.select().from(rateWindows).where(eq(rateWindows.key, key))
      return row?.count ?? 0
    }
    const batch: typeof ctx.db.batch = (steps) =>
      steps.length > 2 ? Promise.reject(new Error('D1 is away')) : ctx.db.batch(steps)
    const failing = { ...ctx, db: Object.assign(Object.create(ctx.db), { batch }) as typeof ctx.db }
    await expect(createVideo(failing, sent)).rejects.toThrow('D1 is away')
    expect(await counted()).toBe(0)
    const both = await Promise.all([createVideo(ctx, sent), createVideo(ctx, sent)])
    expect(both.map(({ created }) => created).sort()).toEqual([false, true])
    expect(await counted()).toBe(1)
  })

  it('but a second factor or a passkey needs a confirmed address', async () => {
    const ctx = await account(live, null)
    expect((await getSecurity(ctx)).confirmFirst).toBe(true)
    for (const begin of [beginTotp, beginPasskey]) await expect(begin(ctx)).rejects.toMatchObject(refusal)
    const confirmed = await account(live, start)
    expect((await getSecurity(confirmed)).confirmFirst).toBe(false)
    for (const begin of [beginTotp, beginPasskey]) expect(await begin(confirmed)).toBeTruthy()
  })

  it.each([
    ['with one', live, start],
    ['where no sender is set', { production: true, mailWorks: false }, null],
    ['locally', { production: false, mailWorks: true }, null],
  ])('allows fifty %s', async (_, config, verifiedAt) => {
    const ctx = await account(config, verifiedAt)
    await useUp(ctx, 'publish:%', 49)
    expect((await createVideo(ctx, publish)).created).toBe(true)
    await expect(createVideo(ctx, publish)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('isn’t held up here, whose sender is the one that the site comes with', async () => {
    expect((await jobContext()).config).toMatchObject({ production: false, mailWorks: false })
  })
})
