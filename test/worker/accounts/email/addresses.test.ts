import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#db/schema'
import { newAccount, signUp } from '#test/support/accounts/accounts'
import { deleteAllDue, leave, over, start } from '#test/support/accounts/leaving'
import {
  askForLink,
  bringLink,
  type LinkOwner,
  linkOwner,
  mailsTo,
  newAddressOf,
  signInAgain,
  tokenTo,
} from '#test/support/accounts/links'
import { confirm, requestNews, subscriberOf, tokenIn } from '#test/support/accounts/newsletter'
import { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { testDb, testPassword } from '#test/support/factories'
import { marksOf, tracesOf } from '#test/support/moderation/traces'
import { readZip } from '#test/support/videos/zip'
import { pruneExpired } from '#worker/jobs/prune'

const db = testDb()

/** Changes the address with the links that both addresses get. */
async function changeAddress(owner: LinkOwner): Promise<void> {
  const old = await askForLink(owner, 'email-old')
  const client = new TestClient()
  client.now = start
  await bringLink(client, 'email-old', old)
  await bringLink(client, 'email-new', await tokenTo(newAddressOf(owner), 'email-new'))
}

/** Subscribes the owner's address to the newsletter. */
async function subscribe({ email }: LinkOwner): Promise<void> {
  await requestNews(email)
  const [mail] = await mailsTo(email)
  await confirm(tokenIn(mail?.body))
}

/** Returns the account's export. */
async function exported({ client }: LinkOwner) {
  const bytes = new Uint8Array(await (await client.get('/api/account/export')).arrayBuffer())
  const files = readZip(bytes)
  const json = (name: string) => JSON.parse(new TextDecoder().decode(files.get(name)))
  const mails: { subject: string }[] = json('mails.json')
  return { account: json('account.json'), subjects: mails.map(({ subject }) => subject) }
}

describe('addresses that an account had', () => {
  it('are erased with it, with every mail that went there, and those that it only wished for', async () => {
    const owner = await linkOwner(start)
    await subscribe(owner)
    await changeAddress(owner)
    const wished = `wish-${owner.username}@elsewhere.example.com`
    await owner.client.request('POST', '/api/account/email', {
      json: { email: wished, password: testPassword },
    })
    await tokenTo(wished, 'email-new')
    const marks = await marksOf(env.DB, owner)
    expect((await tracesOf(env.DB, marks)).named).toEqual(
      expect.arrayContaining(['mail_outbox.recipient', 'mail_outbox.body', 'newsletter_subscribers.email']),
    )
    await leave(owner)
    await deleteAllDue()
    await pruneExpired(await jobContext(over))
    expect((await tracesOf(env.DB, marks)).named).toEqual([])
  })

  it('take the news with them to the new one', async () => {
    const owner = await linkOwner(start)
    await subscribe(owner)
    const before = await subscriberOf(owner.email)
    await changeAddress(owner)
    expect(await subscriberOf(owner.email)).toBeUndefined()
    expect(await subscriberOf(newAddressOf(owner))).toMatchObject({
      id: before?.id,
      email: newAddressOf(owner),
    })
  })

  it('say nothing of it to whoever has them after it', async () => {
    const owner = await linkOwner(start)
    await changeAddress(owner)
    const heir = newAccount({ email: owner.email })
    expect((await signUp(heir)).status).toBe(201)
    const client = new TestClient()
    client.now = start
    await signInAgain({ username: heir.username, client }, heir.password)
    await db.update(users).set({ emailVerifiedAt: start }).where(eq(users.username, heir.username))
    const theirs = await exported({ ...owner, client })
    expect(theirs.subjects).not.toContain('Your email address was changed')
    expect((await exported(owner)).subjects).toContain('Your email address was changed')
  })

  it('aren’t known by the mails to those that somebody wished for', async () => {
    const owner = await linkOwner(start)
    await db.update(users).set({ emailVerifiedAt: start }).where(eq(users.id, owner.id))
    const subject = 'Please confirm your new email address'
    await askForLink(owner, 'email-new')
    expect((await mailsTo(newAddressOf(owner))).map((mail) => mail.subject)).toEqual([subject])
    expect((await exported(owner)).subjects).not.toContain(subject)
  })

  it('that were never confirmed take nothing of a stranger’s along', async () => {
    const owner = await linkOwner(start)
    await requestNews(owner.email)
    const [mail] = await mailsTo(owner.email)
    await confirm(tokenIn(mail?.body))
    await leave(owner)
    await deleteAllDue(over)
    expect(await subscriberOf(owner.email)).toBeDefined()
  })

  it('don’t tell whoever typed a stranger’s what goes there', async () => {
    const owner = await linkOwner(start)
    await subscribe(owner)
    const { account, subjects } = await exported(owner)
    expect([account.newsletter, subjects]).toEqual([null, []])
    await db.update(users).set({ emailVerifiedAt: start }).where(eq(users.id, owner.id))
    const confirmed = await exported(owner)
    expect(confirmed.account.newsletter).not.toBeNull()
    expect(confirmed.subjects).toContain('Confirm your newsletter subscription')
  })
})
