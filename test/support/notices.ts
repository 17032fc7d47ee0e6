import { eq } from 'drizzle-orm'
import type { User } from '#contract/schemas/accounts/auth'
import type { Notice } from '#contract/schemas/site/notices'
import { announcements } from '#db/schema'
import { announce, announceOpen } from '#worker/services/videos/feed/index'
import type { TestClient } from './client'
import { jobContext } from './context'
import { testDb } from './factories'

/** Runs the jobs that tell followers of new videos, as cron and queue do. */
export async function tellFollowers(now = Date.now()): Promise<void> {
  const ctx = await jobContext(now)
  await announceOpen(ctx)
  const open = await testDb().select().from(announcements).where(eq(announcements.isDone, false))
  for (const { videoId } of open) await announce(ctx, videoId)
}

export function noticesOf(client: TestClient, query = ''): Promise<Notice[]> {
  return client.json<Notice[]>('GET', `/api/notifications${query}`)
}

export async function unreadOf(client: TestClient): Promise<number> {
  return (await client.json<User>('GET', '/api/auth/me')).unread
}
