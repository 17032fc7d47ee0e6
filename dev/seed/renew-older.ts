import { readFileSync } from 'node:fs'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { users, videos } from '../../db/schema'
import type { ServiceContext } from '../../worker/services/context'
import { demoVideos } from './catalogue'
import { ladderFiles } from './ladder-files'
import { storeObject } from './store-object'

/**
 * Brings a state from before addresses were confirmed and posters were chosen to what a new one has: demo accounts
 * whose address nobody changed are confirmed, and premium demo videos get a clear poster and a trailer. One that has
 * either is its owner's choice. Returns how much was renewed.
 */
export async function renewOlder(
  ctx: ServiceContext,
  usernames: string[],
  confirmedAt: number,
): Promise<number> {
  const { db } = ctx
  const confirmed = await db
    .update(users)
    .set({ emailVerifiedAt: confirmedAt })
    .where(
      and(
        inArray(users.username, usernames),
        inArray(
          users.email,
          usernames.map((name) => `${name}@example.com`),
        ),
        isNull(users.emailVerifiedAt),
      ),
    )
    .returning({ id: users.id })
  const blurred = await db
    .select({ id: videos.id, userId: videos.userId, title: videos.title, username: users.username })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(
      and(
        inArray(users.username, usernames),
        eq(videos.isPremium, true),
        eq(videos.posterStyle, 'blurred'),
        isNull(videos.blurredKey),
        isNull(videos.trailerKey),
        isNotNull(videos.storyboardKey),
      ),
    )
  for (const video of blurred) await renew(ctx, video)
  return confirmed.length + blurred.length
}

async function renew(
  ctx: ServiceContext,
  { id, userId, title, username }: { id: number; userId: number; title: string; username: string },
): Promise<void> {
  const { db } = ctx
  const demo = demoVideos.find((each) => each.title === title && each.owner === username)
  const bytes = demo && readFileSync(ladderFiles(demo.clip).trailer)
  const trailer = bytes && (await storeObject(ctx, userId, 'trailer', 'video/mp4', bytes))
  await db.batch([
    db
      .update(videos)
      .set({ posterStyle: 'clear', ...(trailer && { trailerKey: trailer.key, trailerBytes: bytes.length }) })
      .where(eq(videos.id, id)),
    ...(trailer ? [trailer.statement] : []),
  ])
}
