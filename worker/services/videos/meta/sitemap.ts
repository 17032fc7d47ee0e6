import { legalPages } from '#contract/values/site/legal'
import { allCategories } from '#db/queries/videos/categories'
import { newestPublicId, publicIdsBetween } from '#db/queries/videos/discovery'
import { mostUsedTags } from '#db/queries/videos/tags'
import { notFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { categoryViews } from '../categories/list'
import { tagPath } from '../tags/get'
import { xmlDocument, xmlElement } from './xml'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Video IDs per page: hidden and deleted ones make it shorter. */
const perPage = 1000
/** Tags with fewer videos aren't listed, since their pages say little. */
const videosOfListedTag = 3
const tagsAtMost = 1000

/** Returns the sitemap index: the pages, and each page of videos. */
export async function sitemapIndex(ctx: ServiceContext): Promise<string> {
  const [[newest]] = await ctx.near.batch([newestPublicId(ctx.db)])
  const pages = Math.ceil((newest?.id ?? 0) / perPage)
  const ofVideos = Array.from({ length: pages }, (_, at) => `/sitemap-videos.xml?page=${at + 1}`)
  return listOf(ctx, 'sitemapindex', 'sitemap', ['/sitemap-pages.xml', ...ofVideos])
}

export async function sitemapOfPages(ctx: ServiceContext): Promise<string> {
  const [categories, tags] = await ctx.near.batch([
    allCategories(ctx.db),
    mostUsedTags(ctx.db, videosOfListedTag, tagsAtMost),
  ])
  return listOf(ctx, 'urlset', 'url', [
    '/',
    '/categories',
    '/premium',
    ...categoryViews(categories).map(({ slug }) => `/categories/${slug}`),
    ...tags.map(({ slug }) => tagPath(slug)),
    ...legalPages.map((page) => `/${page}`),
  ])
}

export async function sitemapOfVideos(ctx: ServiceContext, page: number): Promise<string> {
  const [ids] = await ctx.near.batch([publicIdsBetween(ctx.db, (page - 1) * perPage, page * perPage)])
  // A page of the sitemap without videos doesn't exist.
  if (ids.length === 0) throw notFound('This list')
  return listOf(
    ctx,
    'urlset',
    'url',
    ids.map(({ id }) => `/video/${id}`),
  )
}

function listOf({ config }: ServiceContext, root: string, item: string, paths: string[]): string {
  const items = paths.map((path) => `<${item}>${xmlElement('loc', config.siteOrigin + path)}</${item}>`)
  return xmlDocument(`<${root} xmlns="${namespace}">${items.join('')}</${root}>`)
}
