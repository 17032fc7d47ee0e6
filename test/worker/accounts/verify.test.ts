import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { OpenUpload } from '../../../contract/schemas/uploads/uploads'
import { accountMessages, linkMs } from '../../../contract/values/accounts/account'
import { MiB } from '../../../contract/values/shared/limits'
import { users } from '../../../db/schema'
import { beginPasskey } from '../../../worker/services/accounts/passkeys'
import { beginTotp, getSecurity } from '../../../worker/services/accounts/second-factor'
import { startImport } from '../../../worker/services/uploads/imports'
import { openUpload } from '../../../worker/services/uploads/uploads'
import { createVideo } from '../../../worker/services/videos/videos/create'
import { updateVideo } from '../../../worker/services/videos/videos/update'
import { newAccount, signUp } from '../../support/accounts/accounts'
import { askForLink, bringLink, linkOwner, mailsTo, tokenTo } from '../../support/accounts/links'
import { problemOf, TestClient } from '../../support/client'
import { jobContext, userContext } from '../../support/context'
import { makeVideo, testDb } from '../../support/factories'

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
    // Opened in another email program, or on a phone, where nobody is signed in.
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
  const publish = { title: 'A clip', description: '', categoryId: 1, videoFile: 'x', thumbnailFile: 'y' }
  /** Creates an account of a site configured like `config`. */
  const account = async (
    config: { production: boolean; mailWorks: boolean },
    emailVerifiedAt: number | null,
  ) => {
    const ctx = await userContext()
    return {
      ...ctx,
      config: { ...ctx.config, ...config },
      actor: { ...ctx.actor, emailVerifiedAt },
    }
  }
  const refusal = { code: 'forbidden', detail: accountMessages.verifyFirst }
  const live = { production: true, mailWorks: true }

  it('needs a confirmed address where mail can arrive', async () => {
    const ctx = await account(live, null)
    await expect(openUpload(ctx, upload)).rejects.toMatchObject(refusal)
    await expect(startImport(ctx, { url: 'https://example.org/a.mp4' })).rejects.toMatchObject(refusal)
    await expect(createVideo(ctx, publish as Parameters<typeof createVideo>[1])).rejects.toMatchObject(
      refusal,
    )
    const { id } = await makeVideo(ctx.actor.id)
    const videoUrl = 'https://example.org/a.mp4'
    await expect(updateVideo(ctx, id, { videoUrl })).rejects.toMatchObject(refusal)
  })

  it('and a second factor or a passkey needs one as well', async () => {
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
  ])('is open %s', async (_, config, verifiedAt) => {
    const ctx = await account(config, verifiedAt)
    expect((await openUpload(ctx, upload)).created).toBe(true)
  })

  it('isn’t held up here, whose sender is the one that the site comes with', async () => {
    expect((await jobContext()).config).toMatchObject({ production: false, mailWorks: false })
  })
})
