import { TestClient } from '../client'
import { makeUser, testPassword, videoRow } from '../factories'
import { signInAt } from '../moderation/removals'
import { signIn } from './accounts'

/** A minute in which every cron task is due. */
export const start = Math.ceil(Date.now() / 600_000) * 600_000

/** Creates an administrator, with functions that act on accounts. */
export async function makeBoss() {
  const user = await makeUser({ isAdmin: true })
  const client = await signInAt(user, start)
  return {
    ...user,
    client,
    ban: (id: number, days: number | null = null, reason = 'Spam, again.') =>
      client.request('POST', `/api/admin/users/${id}/ban`, { json: { reason, days } }),
    unban: (id: number) => client.request('DELETE', `/api/admin/users/${id}/ban`),
  }
}

export type Boss = Awaited<ReturnType<typeof makeBoss>>

export const holdOf = async (id: number) => (await videoRow(id))?.hold

export async function statusOf(client: TestClient, path: string): Promise<number> {
  const response = await client.get(path)
  await response.arrayBuffer()
  return response.status
}

/** Returns the outcome of a sign-in at that time. */
export async function signInTo(username: string, now: number): Promise<Response> {
  const client = new TestClient()
  client.now = now
  return signIn(username, testPassword, client)
}
