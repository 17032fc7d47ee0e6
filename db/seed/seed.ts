import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { canonicalUsername, usernameSkeleton } from '../../contract/values/usernames'
import { compose } from '../../worker/compose'
import { hashSource } from '../../worker/jobs/hash-source'
import { probeVideo } from '../../worker/media/probe'
import { hashPassword } from '../../worker/services/accounts/password'
import type { ServiceContext } from '../../worker/services/context'
import { foldTitle } from '../../worker/services/videos/fold-title'
import { objectKey, randomId } from '../../worker/storage/keys'
import { acceptDocuments } from '../queries/users'
import { popularity } from '../queries/views'
import { categories, mediaObjects, subscriptions, users, videos } from '../schema'
import { type DemoVideo, demoCategories, demoVideos } from './catalogue'

const demoPassword = 'nocturne-demo'
const year = 365 * 24 * 3600_000

const demoAccounts = [
  { username: 'viewer', premium: false, isAdmin: false },
  { username: 'member', premium: true, isAdmin: false },
  { username: 'creator', premium: true, isAdmin: false },
  { username: 'admin', premium: false, isAdmin: true },
] as const

/**
 * Fills an empty local database. The bindings are the local emulation's, so a remote database can't be reached; the
 * environment is looked at all the same. Answers whether there was anything to do.
 */
export async function seedLocal(options: { stateDir: string; vars: Record<string, string | undefined> }): Promise<boolean> {
  if (options.vars.ENVIRONMENT === 'production') throw new Error('The demo content is for local databases only.')
  const proxy = await getPlatformProxy<Env>({
    persist: { path: join(options.stateDir, 'v3') },
    remoteBindings: false,
  })
  try {
    const background: Promise<unknown>[] = []
    const { ctx } = await compose({ ...proxy.env, ...options.vars } as Env, {
      now: Date.now(),
      requestId: 'seed',
      client: { address: 'seed', userAgent: '' },
      defer: (work) => background.push(work),
    })
    const done = await fill(ctx)
    await Promise.all(background)
    return done
  } finally {
    await proxy.dispose()
  }
}

async function fill(ctx: ServiceContext): Promise<boolean> {
  const [anyone] = await ctx.db.select({ id: users.id }).from(users).limit(1)
  if (anyone) return false
  const owners = await makeAccounts(ctx)
  const made = await ctx.db
    .insert(categories)
    .values(demoCategories.map((category, position) => ({ ...category, position })))
    .returning({ id: categories.id, slug: categories.slug })
  const categoryIds = new Map(made.map(({ slug, id }) => [slug, id]))
  // Oldest first: the newest video has the highest id.
  for (const video of demoVideos.toSorted((a, b) => b.ageInHours - a.ageInHours)) {
    const userId = owners.get(video.owner)
    const categoryId = categoryIds.get(video.categorySlug)
    if (userId === undefined || categoryId === undefined) throw new Error(`The catalogue is broken at ${video.title}`)
    await makeVideo(ctx, video, userId, categoryId)
  }
  await ctx.db.update(videos).set({ popularity })
  return true
}

async function makeAccounts(ctx: ServiceContext): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { username, premium, isAdmin } of demoAccounts) {
    const email = `${username}@example.com`
    const usernameCanonical = canonicalUsername(username)
    const [[row]] = await ctx.db.batch([
      ctx.db
        .insert(users)
        .values({
          username,
          usernameCanonical,
          usernameSkeleton: usernameSkeleton(username),
          email,
          emailCanonical: email,
          passwordHash: await hashPassword(demoPassword, ctx.config.passwordPeppers),
          isAdmin,
          createdAt: ctx.now - year,
        })
        .returning({ id: users.id }),
      acceptDocuments(ctx.db, usernameCanonical, ['terms', 'privacy'], ctx.now),
    ])
    if (!row) throw new Error('No account was made')
    ids.set(username, row.id)
    if (premium) {
      await ctx.db.insert(subscriptions).values({ userId: row.id, premiumUntil: ctx.now + year, updatedAt: ctx.now })
    }
  }
  return ids
}

/** Stores the files and the row as a publish would, and has the source read as the queue would. */
async function makeVideo(ctx: ServiceContext, video: DemoVideo, userId: number, categoryId: number): Promise<void> {
  const sourceType = video.clip.endsWith('.webm') ? 'webm' : 'mp4'
  const source = await store(ctx, userId, 'source', video.clip, `video/${sourceType}`)
  const poster = await store(ctx, userId, 'poster', video.poster, 'image/jpeg')
  const { duration, video: tracks } = await probeVideo(
    async (offset, length) => source.bytes.subarray(offset, offset + length),
    source.bytes.length,
  )
  const createdAt = ctx.now - video.ageInHours * 3600_000
  const [row] = await ctx.db
    .insert(videos)
    .values({
      userId,
      title: video.title,
      titleFolded: foldTitle(video.title),
      description: video.description ?? '',
      categoryId,
      isPremium: video.isPremium,
      isPublic: video.isPublic,
      review: video.review,
      reason: video.rejectionReason ?? null,
      sourceKey: source.key,
      sourceType,
      sourceBytes: source.bytes.length,
      duration,
      width: tracks[0]?.width ?? null,
      height: tracks[0]?.height ?? null,
      posterKey: poster.key,
      posterType: 'jpg',
      posterBytes: poster.bytes.length,
      views: video.views,
      likes: video.likes,
      createdAt,
    })
    .returning({ id: videos.id })
  if (!row) throw new Error('No video was made')
  await hashSource(ctx, row.id)
}

async function store(
  ctx: ServiceContext,
  ownerId: number,
  kind: 'source' | 'poster',
  file: string,
  contentType: string,
): Promise<{ key: string; bytes: Uint8Array }> {
  const bytes = readFileSync(join('db/seed/media', file))
  const key = objectKey(randomId())
  await ctx.media.put(key, bytes, contentType)
  await ctx.db
    .insert(mediaObjects)
    .values({ key, kind, contentType, bytes: bytes.length, ownerId, createdAt: ctx.now })
  return { key, bytes }
}
