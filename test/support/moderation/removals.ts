import { and, desc, eq, like } from 'drizzle-orm'
import type { RemovalReceipt, RemovalRequest } from '#contract/schemas/moderation/safety'
import { auditLog, mailOutbox, removalRequests } from '#db/schema'
import { signIn } from '../accounts/accounts'
import { TestClient } from '../client'
import { randomLetters, testDb, testPassword } from '../factories'

/** Returns the form of a person who found a video of themselves. */
export function removalForm(change: Partial<RemovalRequest> = {}): RemovalRequest {
  return {
    url: 'https://localhost/video/1',
    reason: 'copyright',
    relation: 'depicted',
    name: 'Ada Lovelace',
    email: `${randomLetters(12)}@example.com`,
    statement: `This shows me, and I never agreed to it. ${randomLetters(8)}`,
    goodFaith: true,
    signature: 'Ada Lovelace',
    ...change,
  }
}

/** Sends a request by the plain form, as a browser without JavaScript does. */
export function sendPlain(fields: Record<string, string>, client = new TestClient(), headers = {}) {
  return client.request('POST', '/removal', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** Returns a request as the fields of the plain form. */
export function plainForm(
  change: Partial<Record<keyof RemovalRequest, string>> = {},
): Record<string, string> {
  return { ...removalForm(), goodFaith: 'on', ...change }
}

/** Requests a removal from an IP address of its own. Returns the receipt. */
export async function askRemoval(change: Partial<RemovalRequest> = {}, client = new TestClient()) {
  const response = await client.request('POST', '/api/removal-requests', { json: removalForm(change) })
  if (response.status !== 201) throw new Error(`Not accepted: ${await response.text()}`)
  return await response.json<RemovalReceipt>()
}

/** Returns the URL of the page that a request names. */
export function addressOfVideo({ id }: { id: number }): string {
  return `https://localhost/video/${id}`
}

/** Reads a receipt with its link. */
export function receiptOf(token: string): Promise<RemovalReceipt> {
  return new TestClient().json('GET', `/api/removal-requests/${token}`)
}

export async function requestRow(token: string) {
  const [row] = await testDb().select().from(removalRequests).where(eq(removalRequests.token, token))
  if (!row) throw new Error('There is no such request')
  return row
}

/** Requests a removal, and returns the row. */
export async function askedRow(change: Partial<RemovalRequest> = {}, client = new TestClient()) {
  return requestRow((await askRemoval(change, client)).token)
}

/** Returns emails whose event begins like this, newest first. */
export function mailsOf(event: string) {
  return testDb()
    .select()
    .from(mailOutbox)
    .where(like(mailOutbox.dedupeKey, `${event}%`))
    .orderBy(desc(mailOutbox.id))
}

/** Signs in at that time; the client keeps it. */
export async function signInAt(user: { username: string }, now: number): Promise<TestClient> {
  const client = new TestClient()
  client.now = now
  const response = await signIn(user.username, testPassword, client)
  if (!response.ok) throw new Error(`Not signed in: ${await response.text()}`)
  return client
}

/**
 * Returns a subject's entries in the audit log, oldest first. An ID alone isn't unique: report 9 isn't video
 * 9.
 */
export function auditOf(subject: string, id: number | string) {
  return testDb()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.subjectId, String(id))))
    .orderBy(auditLog.id)
}
