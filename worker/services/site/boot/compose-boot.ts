import type { PremiumStock } from '#contract/schemas/payments/shop'
import type { Boot, Page } from '#contract/schemas/site/boot'
import type { UnreadNotices } from '#contract/schemas/site/notices'
import { listVideosQuery, type Video } from '#contract/schemas/videos/video'
import { pageSize } from '#contract/values/shared/limits'
import type { HomeSection } from '#contract/values/shared/look'
import {
  feedList,
  feedPath,
  profileVideosPath,
  trendingList,
  trendingPath,
} from '#contract/values/videos/people-lists'
import { tagSlug } from '#contract/values/videos/tags'
import {
  categoryList,
  continueList,
  homeLists,
  premiumPageList,
  relatedPath,
  tagList,
  type VideosQuery,
  videosPath,
} from '#contract/values/videos/video-lists'
import { premiumStock } from '#db/queries/shared/premium-stock'
import { allCategories } from '#db/queries/videos/categories'
import { publicTag } from '#db/queries/videos/tags'
import { AppError } from '#worker/errors'
import type { Select } from '#worker/storage/near-rows'
import type { Actor, ReadContext } from '../../context'
import { publicSettings } from '../../shared/settings'
import { getVideo, publicList, relatedList, trendingList as trendingVideos } from '../../videos/browse'
import { categoryViews } from '../../videos/categories'
import { feedList as feedVideos } from '../../videos/feed'
import { parseVideoId } from '../../videos/model'
import { readPage, uploaderPart } from '../../videos/profiles'
import { listUnfinished } from '../../videos/watch-history'
import { ownView, unreadOf } from '../notices/count'

type Catalogue = Pick<Boot, 'categories' | 'lists' | 'video' | 'missingVideo' | 'profile' | 'tag'> & {
  stock?: PremiumStock | undefined
}

const firstPage = { limit: pageSize.default }

/** The data for a page's first screen, except the viewer, who is looked up meanwhile. */
export interface BootOfReader extends Omit<Boot, 'viewer' | 'shop'> {
  unread: UnreadNotices | null
  /** For pages that sell. */
  stock?: PremiumStock | undefined
}

/**
 * Collects the data for a page's first screen. Before the age gate, and where there is no page (null), that
 * is just settings and the number of unread notifications. `key` is the key in the link of an unlisted video.
 */
export async function composeBoot(
  ctx: ReadContext,
  pathname: string | null,
  ageVerified: boolean,
  key?: string,
): Promise<BootOfReader> {
  const [unread, catalogue] = await Promise.all([
    ctx.actor.kind === 'user' ? unreadOf(ctx, ctx.actor.id) : null,
    ageVerified && pathname !== null ? composeCatalogue(ctx, pathname, key) : {},
  ])
  return { settings: publicSettings(ctx), unread, ageVerified, ...catalogue }
}

/** Completes the data with its viewer; `actor` is null if the viewer couldn't be identified. */
export function bootFor(
  actor: Actor | null,
  { unread, ...boot }: Omit<Boot, 'viewer'> & Pick<BootOfReader, 'unread'>,
  now: number,
): Boot {
  if (!actor) return boot
  return { ...boot, viewer: actor.kind === 'user' && unread ? ownView(actor, unread, now) : null }
}

async function composeCatalogue(
  ctx: ReadContext,
  pathname: string,
  key: string | undefined,
): Promise<Catalogue> {
  const [section, name] = pathname.split('/').slice(1)
  if (section === '') return composeHome(ctx)
  if (section === 'premium') return withLists(ctx, [wantedList(ctx, premiumPageList)], true)
  if (section === 'account' && ctx.actor.kind === 'user') return withLists(ctx, [], true)
  if (section === 'trending') return withLists(ctx, [wanted(trendingPath, trendingVideos(ctx, firstPage))])
  if (section === 'categories') return composeCategory(ctx, name)
  if (section === 'tag' && name) return composeTag(ctx, name)
  if (section === 'video' && name) return composeVideo(ctx, name, key)
  if (section === 'u' && name) return composeProfile(ctx, decodedName(name))
  if (section === 'following' && ctx.actor.kind === 'user')
    return withLists(ctx, [ownWanted(feedPath, feedVideos({ ...ctx, actor: ctx.actor }, firstPage))])
  return {}
}

/**
 * Includes the account's unfinished videos and those of uploaders that it follows, so that nothing moves when
 * they load.
 */
async function composeHome(ctx: ReadContext): Promise<Catalogue> {
  return withLists(
    ctx,
    ctx.settings.homeSections.flatMap((section) => listOfSection(ctx, section) ?? []),
    ctx.settings.homeSections.includes('premiumOffer'),
  )
}

/**
 * Returns the list of a section; null for a section without one, and for an account's own list if a visitor
 * asks.
 */
function listOfSection(ctx: ReadContext, section: HomeSection): Wanted | null {
  if (section === 'premiumOffer') return null
  if (section === 'trending') return wanted(trendingList.path, trendingVideos(ctx, trendingList))
  if (section !== 'continue' && section !== 'following') return wantedList(ctx, homeLists[section])
  if (ctx.actor.kind !== 'user') return null
  const own = { ...ctx, actor: ctx.actor }
  if (section === 'following') return ownWanted(feedList.path, feedVideos(own, feedList))
  const { statement, read } = listUnfinished(own)
  return ownWanted(continueList.path, {
    statement,
    read: (rows: Parameters<typeof read>[0]) => ({ items: read(rows), nextCursor: null }),
  })
}

/** A category's slug finds its videos in the same trip. An unknown one shows all videos. */
async function composeCategory(ctx: ReadContext, slug: string | undefined): Promise<Catalogue> {
  const all = () => withLists(ctx, [wantedList(ctx, categoryList(null))])
  if (slug === undefined) return all()
  const list = publicList(ctx, { ...listVideosQuery.parse({}), categoryNamed: slug })
  const [rows, videos] = await ctx.near.batch([allCategories(ctx.db), list.statement])
  const categories = categoryViews(rows)
  const category = categories.find((each) => each.slug === slug)
  if (!category) return all()
  return { categories, lists: { [videosPath(categoryList(category.id))]: list.read(videos) } }
}

/** For a tag without a page, or a merged one, returns only the tag: the list would stay unseen. */
async function composeTag(ctx: ReadContext, name: string): Promise<Catalogue> {
  const slug = tagSlug(name)
  const list = publicList(ctx, { ...listVideosQuery.parse({}), tag: slug })
  const [categories, [found = null], rows] = await ctx.near.batch([
    allCategories(ctx.db),
    publicTag(ctx.db, slug),
    list.statement,
  ])
  return {
    categories: categoryViews(categories),
    tag: { slug: name, found },
    ...(found?.slug === name && { lists: { [videosPath(tagList(slug))]: list.read(rows) } }),
  }
}

async function composeVideo(ctx: ReadContext, name: string, key: string | undefined): Promise<Catalogue> {
  const id = Number(name)
  const list = relatedList(ctx, id)
  const uploader = uploaderPart(ctx, id)
  const [video, [categories, rows, uploaders]] = await Promise.all([
    getVideo(ctx, parseVideoId(name), key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    }),
    ctx.near.batch([allCategories(ctx.db), list.statement, uploader.statement]),
  ])
  if (!video) return { missingVideo: id, categories: categoryViews(categories) }
  const related = { items: list.read(rows), nextCursor: null }
  const profile = uploader.read(uploaders)
  return {
    video,
    categories: categoryViews(categories),
    lists: { [relatedPath(id)]: related },
    ...(profile && { profile: { name: profile.username, profile } }),
  }
}

async function composeProfile(ctx: ReadContext, name: string): Promise<Catalogue> {
  try {
    const { profile, videos } = await readPage(ctx, name, { sort: 'newest', limit: pageSize.default })
    return { profile: { name, profile }, lists: { [profileVideosPath(name, 'newest')]: videos } }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    return { profile: { name, profile: null } }
  }
}

/** A list of the first screen: its URL, and its statement apart from the reading. */
interface Wanted {
  path: string
  statement: Select
  /** Makes a page of the statement's own rows. */
  read(rows: never[]): Page<Video>
  /** Whether the rows are an account's, which are never copied. */
  isOwn: boolean
}

type ListParts = Pick<Wanted, 'statement' | 'read'>

function wantedList(ctx: ReadContext, query: VideosQuery): Wanted {
  return wanted(videosPath(query), publicList(ctx, listVideosQuery.parse(query)))
}

function wanted(path: string, { statement, read }: ListParts): Wanted {
  return { path, statement, read, isOwn: false }
}

function ownWanted(path: string, list: ListParts): Wanted {
  return { ...wanted(path, list), isOwn: true }
}

/**
 * Fetches categories, lists and, for a page that sells, the premium stock in one round trip: public rows and
 * the account's own at the same time.
 */
async function withLists(ctx: ReadContext, lists: Wanted[], sells = false): Promise<Catalogue> {
  const [open, own] = [lists.filter(({ isOwn }) => !isOwn), lists.filter(({ isOwn }) => isOwn)]
  const [firstOwn, ...otherOwn] = own.map(({ statement }) => statement)
  const [[categories, ...openRows], ownRows] = await Promise.all([
    ctx.near.batch([
      allCategories(ctx.db),
      ...open.map(({ statement }) => statement),
      ...(sells ? [premiumStock(ctx.db)] : []),
    ]),
    firstOwn ? ctx.db.batch([firstOwn, ...otherOwn]) : [],
  ])
  const [stock] = (sells ? openRows.pop() : []) as PremiumStock[]
  const pages = [...open, ...own].map(({ path, read }, at) => [
    path,
    read(([...openRows, ...ownRows][at] ?? []) as never[]),
  ])
  return { categories: categoryViews(categories), stock, lists: Object.fromEntries(pages) }
}

/** Returns the name in a page's path; unchanged if it isn't properly percent-encoded. */
function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
