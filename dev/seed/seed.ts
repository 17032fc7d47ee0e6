import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { getPlatformProxy } from 'wrangler'
import type { NamedRole } from '#contract/values/accounts/appointments'
import { canonicalUsername, usernameSkeleton } from '#contract/values/accounts/usernames'
import { indexedName } from '#contract/values/videos/search-words'
import { type Tag, tagSlug } from '#contract/values/videos/tags'
import { batchNamed } from '#db/batch-named'
import { always } from '#db/conditions'
import { acceptDocuments } from '#db/queries/accounts/users'
import { insertTags } from '#db/queries/videos/tags'
import { rewriteTrending } from '#db/queries/videos/trending'
import { popularity } from '#db/queries/videos/views'
import { categories, tags, users, videos } from '#db/schema'
import { compose } from '#worker/compose'
import { probeVideo } from '#worker/formats/probe/probe'
import { readerOf } from '#worker/formats/read-at'
import { agreedDocuments } from '#worker/services/accounts/entry/sign-up'
import { hashPassword } from '#worker/services/accounts/passwords/hash'
import type { ServiceContext } from '#worker/services/context'
import { isSelling } from '#worker/services/payments/orders/index'
import { titleColumns } from '#worker/services/shared/fold-title'
import { createLinkKey } from '#worker/services/videos/model/visibility'
import { refreshOffer } from '#worker/services/videos/publishing/refresh-offer'
import { indexVideos } from '#worker/services/videos/search/index'
import { slugsOf } from '#worker/services/videos/tags/index'
import { addAudience, audience } from './audience'
import { blockedDemoTag, type DemoVideo, demoCategories, demoVideos, mergedDemoTag } from './catalogue'
import { addComments } from './comments'
import { completeVideos } from './complete-videos'
import { countMembersByDay, demoSales } from './demo-sales'
import { mediaFolder, readPosters } from './ladder-files'
import { addLists } from './lists'
import { openCases } from './open-cases'
import { addPeople } from './people'
import { type DemoSale, sellTerms } from './sell-terms'
import { storeObject } from './store-object'
import { watchVideos } from './watch-videos'

const demoPassword = 'nocturne-demo'
const hour = 3600_000
const day = 24 * hour
const year = 365 * day

interface DemoAccount {
  username: string
  staff: NamedRole | null
}

const owningAccounts: DemoAccount[] = ['viewer', 'member', 'creator'].map((username) => ({
  username,
  staff: null,
}))
const staffAccounts: DemoAccount[] = [
  { username: 'moderator', staff: 'moderator' },
  { username: 'support', staff: 'support' },
]
/** Owns the site. */
const administrator: DemoAccount = { username: 'admin', staff: 'owner' }
const demoAccounts = [...owningAccounts, ...staffAccounts, administrator]
const members = ['member', 'creator']

const unreadable = 'This file is damaged or incomplete. Please upload another one.'

/** Work done by a run of the seed. */
export type Seeded = 'filled' | 'completed' | 'nothing'

/**
 * Fills an empty local database, or completes its demo videos and members after a killed run. The bindings
 * are the local emulation's, so a remote database can't be reached; the environment is checked nevertheless.
 */
export async function seedLocal(options: {
  stateDir: string
  /** The file in which the sandbox keeps its payments. */
  sandboxState: string
  vars: Record<string, string | undefined>
}): Promise<Seeded> {
  if (options.vars.ENVIRONMENT === 'production')
    throw new Error('The demo content is for local databases only.')
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
    const filled = await fill(ctx)
    const sales = [...(await demoSales(ctx)), ...ownSales(ctx)]
    const completed = await completeVideos(ctx)
    // While no premium video can be played, as where a developer hid them, the site sells nothing.
    const sold = (await isSelling(ctx)) ? await sellTerms(ctx, sales, options.sandboxState) : 0
    await refreshOffer(ctx)
    await indexVideos(ctx)
    if (filled) await countMembersByDay(ctx)
    await Promise.all(background)
    return filled ? 'filled' : completed + sold > 0 ? 'completed' : 'nothing'
  } finally {
    await proxy.dispose()
  }
}

/** Continues where a killed run stopped: the administrator is created last and marks completion. */
async function fill(ctx: ServiceContext): Promise<boolean> {
  const accounts = await ctx.db
    .select({ username: users.username })
    .from(users)
    .limit(demoAccounts.length + audience.length + 1)
  const demoNames = [...demoAccounts.map(({ username }) => username), ...audience]
  const strangers = accounts.some(({ username }) => !demoNames.includes(username))
  if (strangers || accounts.some(({ username }) => username === administrator.username)) return false

  const owners = new Map<string, number>()
  for (const account of owningAccounts) owners.set(account.username, await makeAccount(ctx, account))
  await ctx.db
    .insert(categories)
    .values(
      demoCategories.map((category, position) => ({
        ...category,
        nameFolded: indexedName(category.name),
        position,
      })),
    )
    .onConflictDoNothing()
  const made = await ctx.db.select({ id: categories.id, slug: categories.slug }).from(categories)
  const categoryIds = new Map(made.map(({ slug, id }) => [slug, id]))
  const there = new Set((await ctx.db.select({ title: videos.title }).from(videos)).map(({ title }) => title))
  // Oldest first: the newest video has the highest id.
  for (const video of demoVideos.toSorted((a, b) => b.ageInHours - a.ageInHours)) {
    const userId = owners.get(video.owner)
    const categoryId = categoryIds.get(video.categorySlug)
    if (userId === undefined || categoryId === undefined) {
      throw new Error(`The catalogue is broken at ${video.title}`)
    }
    if (!there.has(video.title)) await makeVideo(ctx, video, userId, categoryId)
  }
  await ctx.db.update(videos).set({ popularity, viewsListed: videos.views, likesListed: videos.likes })
  await addStaffTags(ctx)
  await watchVideos(ctx)
  await rewriteTrending(ctx.db, ctx.now, always)
  await addAudience(ctx)
  await addPeople(ctx)
  await addLists(ctx)
  await addComments(ctx)
  for (const account of staffAccounts) await makeAccount(ctx, account)
  await openCases(ctx)
  await makeAccount(ctx, administrator)
  return true
}

/** Returns the years that the demo's members bought just now. */
function ownSales({ now }: ServiceContext): DemoSale[] {
  return members.map((username) => ({ username, plan: 'yearly', method: 'wallet', at: now }))
}

async function makeAccount(ctx: ServiceContext, { username, staff }: DemoAccount): Promise<number> {
  const email = `${username}@example.com`
  const usernameCanonical = canonicalUsername(username)
  const insert = ctx.db
    .insert(users)
    .values({
      username,
      usernameCanonical,
      usernameSkeleton: usernameSkeleton(username),
      email,
      emailCanonical: email,
      passwordHash: hashPassword(demoPassword, ctx.config),
      isAdmin: staff === 'owner',
      staff,
      emailVerifiedAt: ctx.now - year,
      createdAt: ctx.now - year,
    })
    .onConflictDoNothing()
  const find = ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.usernameCanonical, usernameCanonical))
  const agree = acceptDocuments(ctx.db, usernameCanonical, agreedDocuments, ctx.now)
  const { found } = await batchNamed(ctx.db, [insert, { found: find }, agree.onConflictDoNothing()])
  const [row] = found
  if (!row) throw new Error(`No account ${username} was made`)
  return row.id
}

/** Stores a video's files and its row as they are after publishing and the job that follows it. */
async function makeVideo(
  ctx: ServiceContext,
  video: DemoVideo,
  userId: number,
  categoryId: number,
): Promise<void> {
  const hasFile = video.state === undefined || video.state === 'removed'
  const source = hasFile ? await storeClip(ctx, userId, video.clip) : null
  const picture = readFileSync(join(mediaFolder, video.poster))
  const poster = await storeObject(ctx, userId, 'poster', 'image/webp', picture)
  const createdAt = ctx.now - video.ageInHours * hour
  const tagged = tagsNamed(video.tags)
  const insert = ctx.db.insert(videos).values({
    userId,
    ...titleColumns(video.title),
    description: video.description ?? '',
    tags: slugsOf(tagged),
    categoryId,
    isPremium: video.isPremium,
    isPublic: video.isPublic,
    unlistedKey: video.isUnlisted ? createLinkKey() : null,
    publishAt: video.publishInDays ? fullHour(ctx.now + video.publishInDays * day) : null,
    allowDownload: video.allowDownload ?? false,
    posterStyle: 'clear',
    review: video.review,
    reason: video.rejectionReason ?? (video.state === 'failed' ? unreadable : null),
    waitingSince: video.review === 'pending' ? createdAt : null,
    publicBefore: video.review === 'rejected' ? true : null,
    status: video.state === 'failed' || video.state === 'processing' ? video.state : 'ready',
    hold: video.state === 'removed' ? 'removed' : null,
    ...source?.facts,
    posterKey: poster.key,
    posterType: 'webp',
    posterBytes: picture.length,
    posterPictures: readPosters()[video.poster] ?? null,
    views: video.views,
    likes: video.likes,
    createdAt,
  })
  const named = insertTags(ctx.db, tagged, createdAt, always)
  await ctx.db.batch([poster.statement, named, insert, ...(source ? [source.statement] : [])])
}

function tagsNamed(names: readonly string[]): Tag[] {
  return names.map((name) => ({ slug: tagSlug(name), name }))
}

/** Adds a merged and a blocked tag, as staff leave them. */
async function addStaffTags({ db, now }: ServiceContext): Promise<void> {
  const [merged, target, blocked] = [mergedDemoTag.name, mergedDemoTag.into, blockedDemoTag].map(tagSlug)
  await db.batch([
    insertTags(db, tagsNamed([mergedDemoTag.name, blockedDemoTag]), now, always),
    db
      .update(tags)
      .set({ mergedInto: target })
      .where(eq(tags.slug, merged ?? '')),
    db
      .update(tags)
      .set({ blockedAt: now })
      .where(eq(tags.slug, blocked ?? '')),
  ])
}

/** Stores a clip, and returns its columns in the video's row. */
async function storeClip(ctx: ServiceContext, userId: number, name: string) {
  const sourceType = name.endsWith('.webm') ? ('webm' as const) : ('mp4' as const)
  const clip = readFileSync(join(mediaFolder, name))
  const { key, statement } = await storeObject(ctx, userId, 'source', `video/${sourceType}`, clip)
  const { duration, video } = await probeVideo(readerOf(clip), clip.length)
  const size = { width: video[0]?.width ?? null, height: video[0]?.height ?? null }
  return { statement, facts: { sourceKey: key, sourceType, sourceBytes: clip.length, duration, ...size } }
}

/** Returns the full hour at or after a moment. */
function fullHour(at: number): number {
  return Math.ceil(at / hour) * hour
}
