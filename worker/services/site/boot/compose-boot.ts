import type { BatchItem } from 'drizzle-orm/batch'
import type { Boot, Page } from '../../../../contract/schemas/site/boot'
import { listVideosQuery, type Video } from '../../../../contract/schemas/videos/videos'
import { pageSize } from '../../../../contract/values/shared/limits'
import type { HomeSection } from '../../../../contract/values/shared/look'
import {
  feedList,
  feedPath,
  profileVideosPath,
  trendingList,
  trendingPath,
} from '../../../../contract/values/videos/people-lists'
import { tagSlug } from '../../../../contract/values/videos/tags'
import {
  categoryList,
  continueList,
  homeLists,
  premiumPageList,
  relatedPath,
  tagList,
  type VideosQuery,
  videosPath,
} from '../../../../contract/values/videos/video-lists'
import { allCategories } from '../../../../db/queries/videos/categories'
import { publicTag } from '../../../../db/queries/videos/tags'
import { AppError } from '../../../errors'
import type { ServiceContext } from '../../context'
import { publicSettings } from '../../shared/settings'
import { categoryViews, listCategories } from '../../videos/categories'
import { feedList as feedVideos } from '../../videos/feed'
import { readPage } from '../../videos/profiles'
import {
  getVideo,
  parseVideoId,
  publicList,
  relatedList,
  trendingList as trendingVideos,
} from '../../videos/videos'
import { listUnfinished } from '../../videos/watch-history'
import { ownView } from '../notices'

type Catalogue = Pick<Boot, 'categories' | 'lists' | 'video' | 'missingVideo' | 'profile' | 'tag'>

const firstPage = { limit: pageSize.default }

/**
 * Collects the data for a page's first screen. Before the age gate, and where there is no page (null), that
 * is just settings and viewer. `key` is the one in the link of an unlisted video.
 */
export async function composeBoot(
  ctx: ServiceContext,
  pathname: string | null,
  ageVerified: boolean,
  key?: string,
): Promise<Boot> {
  const [viewer, catalogue] = await Promise.all([
    ctx.actor.kind === 'user' ? ownView(ctx, ctx.actor) : null,
    ageVerified && pathname !== null ? composeCatalogue(ctx, pathname, key) : {},
  ])
  return { settings: publicSettings(ctx), viewer, ageVerified, ...catalogue }
}

async function composeCatalogue(
  ctx: ServiceContext,
  pathname: string,
  key: string | undefined,
): Promise<Catalogue> {
  const [section, name] = pathname.split('/').slice(1)
  if (section === '') return composeHome(ctx)
  if (section === 'premium') return withLists(ctx, [wantedList(ctx, premiumPageList)])
  if (section === 'trending')
    return withLists(ctx, [{ path: trendingPath, ...trendingVideos(ctx, firstPage) }])
  if (section === 'categories') return composeCategory(ctx, name)
  if (section === 'tag' && name) return composeTag(ctx, name)
  if (section === 'video' && name) return composeVideo(ctx, name, key)
  if (section === 'u' && name) return composeProfile(ctx, decodedName(name))
  if (section === 'following' && ctx.actor.kind === 'user')
    return withLists(ctx, [{ path: feedPath, ...feedVideos({ ...ctx, actor: ctx.actor }, firstPage) }])
  return {}
}

/** Includes what the account can continue watching and whom it follows, so that nothing moves when it loads. */
async function composeHome(ctx: ServiceContext): Promise<Catalogue> {
  return withLists(
    ctx,
    ctx.settings.homeSections.flatMap((section) => listOfSection(ctx, section) ?? []),
  )
}

/** Returns the list that a section shows; null for one without a list, and for a visitor's. */
function listOfSection(ctx: ServiceContext, section: HomeSection): Wanted | null {
  if (section === 'premiumOffer') return null
  if (section === 'trending') return { ...trendingList, ...trendingVideos(ctx, trendingList) }
  if (section !== 'continue' && section !== 'following') return wantedList(ctx, homeLists[section])
  if (ctx.actor.kind !== 'user') return null
  const own = { ...ctx, actor: ctx.actor }
  if (section === 'following') return { ...feedList, ...feedVideos(own, feedList) }
  const { statement, read } = listUnfinished(own)
  return {
    ...continueList,
    statement,
    read: (rows: Parameters<typeof read>[0]) => ({ items: read(rows), nextCursor: null }),
  }
}

async function composeCategory(ctx: ServiceContext, slug: string | undefined): Promise<Catalogue> {
  const categories = await listCategories(ctx)
  const category = categories.find((each) => each.slug === slug)
  const query = categoryList(category?.id ?? null)
  const list = publicList(ctx, listVideosQuery.parse(query))
  return { categories, lists: { [videosPath(query)]: list.read(await list.statement) } }
}

/** Of a tag that has no page, or another one's, only the tag: the list would stay unseen. */
async function composeTag(ctx: ServiceContext, name: string): Promise<Catalogue> {
  const slug = tagSlug(name)
  const list = publicList(ctx, { ...listVideosQuery.parse({}), tag: slug })
  const [categories, [found = null], rows] = await ctx.db.batch([
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

async function composeVideo(ctx: ServiceContext, name: string, key: string | undefined): Promise<Catalogue> {
  try {
    const video = await getVideo(ctx, parseVideoId(name), key)
    const { statement, read } = relatedList(ctx, video.id)
    const [categories, rows] = await ctx.db.batch([allCategories(ctx.db), statement])
    const related = { items: read(rows), nextCursor: null }
    return { video, categories: categoryViews(categories), lists: { [relatedPath(video.id)]: related } }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    return { missingVideo: Number(name), categories: await listCategories(ctx) }
  }
}

async function composeProfile(ctx: ServiceContext, name: string): Promise<Catalogue> {
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
  statement: BatchItem<'sqlite'>
  /** Of the statement's own rows. */
  read(rows: never[]): Page<Video>
}

function wantedList(ctx: ServiceContext, query: VideosQuery): Wanted {
  return { path: videosPath(query), ...publicList(ctx, listVideosQuery.parse(query)) }
}

/** Fetches categories and lists in one round trip. */
async function withLists(ctx: ServiceContext, wanted: Wanted[]): Promise<Catalogue> {
  const [categories, ...pages] = await ctx.db.batch([
    allCategories(ctx.db),
    ...wanted.map(({ statement }) => statement),
  ])
  const lists = wanted.map(({ path, read }, at) => [path, read((pages[at] ?? []) as never[])])
  return { categories: categoryViews(categories), lists: Object.fromEntries(lists) }
}

/** Returns the name in a page's path; as it stands where it isn't percent-encoded as it should be. */
function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
