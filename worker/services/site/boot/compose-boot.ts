import type { Boot, Page } from '../../../../contract/schemas/site/boot'
import { listVideosQuery, type Video } from '../../../../contract/schemas/videos/videos'
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
import type { VideoRow } from '../../../../db/queries/videos/videos'
import { AppError } from '../../../errors'
import { userView } from '../../accounts/accounts'
import type { ServiceContext } from '../../context'
import { publicSettings } from '../../shared/settings'
import { categoryViews, listCategories } from '../../videos/categories'
import { getVideo, parseVideoId, publicList, relatedList } from '../../videos/videos'
import { listUnfinished } from '../../videos/watch-history'

type Catalogue = Pick<Boot, 'categories' | 'lists' | 'video' | 'missingVideo' | 'tag'>

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
  const viewer = ctx.actor.kind === 'user' ? userView(ctx.actor, ctx.now) : null
  const base: Boot = { settings: publicSettings(ctx), viewer, ageVerified }
  return ageVerified && pathname !== null
    ? { ...base, ...(await composeCatalogue(ctx, pathname, key)) }
    : base
}

async function composeCatalogue(
  ctx: ServiceContext,
  pathname: string,
  key: string | undefined,
): Promise<Catalogue> {
  const [section, name] = pathname.split('/').slice(1)
  if (section === '') return composeHome(ctx)
  if (section === 'premium') return withLists(ctx, [premiumPageList])
  if (section === 'categories') return composeCategory(ctx, name)
  if (section === 'tag' && name) return composeTag(ctx, name)
  if (section === 'video' && name) return composeVideo(ctx, name, key)
  return {}
}

/** Includes what the account can continue watching, so that nothing moves when it loads. */
async function composeHome(ctx: ServiceContext): Promise<Catalogue> {
  const shown = ctx.settings.homeSections
  const queries = shown.flatMap((section) =>
    section in homeLists ? homeLists[section as keyof typeof homeLists] : [],
  )
  if (ctx.actor.kind !== 'user' || !shown.includes('continue')) return withLists(ctx, queries)
  const wanted = wantedLists(ctx, queries)
  const unfinished = listUnfinished({ ...ctx, actor: ctx.actor })
  const [categories, left, ...pages] = await ctx.db.batch([
    allCategories(ctx.db),
    unfinished.statement,
    ...wanted.map(({ statement }) => statement),
  ])
  const lists = readLists(wanted, pages)
  return {
    categories: categoryViews(categories),
    lists: { ...lists, [continueList.path]: { items: unfinished.read(left), nextCursor: null } },
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

/** Fetches categories and lists in one round trip. */
async function withLists(ctx: ServiceContext, queries: VideosQuery[]): Promise<Catalogue> {
  const wanted = wantedLists(ctx, queries)
  const [categories, ...pages] = await ctx.db.batch([
    allCategories(ctx.db),
    ...wanted.map(({ statement }) => statement),
  ])
  return { categories: categoryViews(categories), lists: readLists(wanted, pages) }
}

function wantedLists(ctx: ServiceContext, queries: VideosQuery[]) {
  return queries.map((query) => ({
    path: videosPath(query),
    ...publicList(ctx, listVideosQuery.parse(query)),
  }))
}

type Wanted = ReturnType<typeof wantedLists>

function readLists(wanted: Wanted, pages: VideoRow[][]): Record<string, Page<Video>> {
  return Object.fromEntries(wanted.map(({ path, read }, at) => [path, read(pages[at] ?? [])]))
}
