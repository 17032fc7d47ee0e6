import { desc, eq, like } from 'drizzle-orm'
import { mailOutbox, newsletterSubscribers } from '#db/schema'
import { leaveToken } from '#worker/services/shared/mail/index'
import { TestClient } from '../client'
import { jobContext } from '../context'
import { randomLetters, testDb } from '../factories'

export function newAddress(): string {
  return `${randomLetters(12)}@example.com`
}

export function requestNews(email: string, client = new TestClient()): Promise<Response> {
  return client.request('POST', '/api/newsletter', { json: { email } })
}

export async function subscriberOf(email: string) {
  const [row] = await testDb()
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.emailCanonical, email.toLowerCase()))
  return row
}

/** Returns the emails to an address, newest first. */
export function mailsTo(email: string) {
  return testDb()
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, email))
    .orderBy(desc(mailOutbox.id))
}

/** Returns the newsletter emails in the outbox, waiting or sent. */
export function newsMails() {
  return testDb().select().from(mailOutbox).where(like(mailOutbox.dedupeKey, 'news:%'))
}

export function tokenIn(body: string | undefined): string {
  const [, token = ''] = /\/confirm-newsletter#([\w-]+)/.exec(body ?? '') ?? []
  return token
}

export function confirm(token: string, client = new TestClient()): Promise<Response> {
  return client.request('POST', '/api/newsletter/confirm', { json: { token } })
}

/** Returns an address that is subscribed to the newsletter. */
export async function subscribed(): Promise<string> {
  const email = newAddress()
  await testDb()
    .insert(newsletterSubscribers)
    .values({ email, emailCanonical: email, requestedAt: 0, confirmedAt: 0 })
  return email
}

/** Returns the one-click link of an email that turns this off. */
export async function leaveAddress(leaves: string | null | undefined): Promise<string> {
  return `/api/newsletter/unsubscribe?token=${leaveToken(await jobContext(), leaves ?? '')}`
}
