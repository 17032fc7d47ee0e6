import type { Boot } from '#contract/schemas/site/boot'
import type { ReadContext } from '../../context'
import { listCategories } from '../categories/list'
import { findTag, tagPath } from '../tags/get'
import { isShownToAll, openVideo, type PublicVideo, publicVideo } from './public-video'
import { videoObject } from './video-object'

/** The metadata in the head of a page that is shared or indexed. */
export interface SharedPage {
  /** The canonical URL. */
  url: string
  /** The video's, category's or tag's own; null for the site itself. */
  title: string | null
  description: string
  kind: 'website' | 'video.other'
  /** URL of the oEmbed response. */
  oembed?: string
  /** As defined by schema.org. */
  linkedData?: Record<string, unknown>
}

/** The metadata in the head of any page. */
export interface HeadFacts {
  title: string
  description: string
  /** Null: not for search engines, and no preview card. */
  shared: SharedPage | null
  /**
   * Whether the page exists: it is shared or, before the gate, the page of a video that the caller's link
   * opens.
   */
  exists: boolean
}

type BootOfPage = Omit<Boot, 'viewer'>

interface Asked {
  pathname: string
  /** A page without a video of its own that a search engine may list. */
  indexed: boolean
  /** The key in the link of an unlisted video. */
  key: string | undefined
  boot: BootOfPage
}

/**
 * Returns the same facts to everyone, before and after the age gate, since crawlers and chats have no cookie.
 * A video that only its owner and administrators may see has a title for them and nothing else.
 */
export async function headFacts(
  ctx: ReadContext,
  { pathname, indexed, key, boot }: Asked,
): Promise<HeadFacts> {
  const { siteName, siteDescription } = ctx.settings
  const shared = await sharedPage(ctx, pathname, indexed, boot)
  const title = shared ? shared.title : (boot.video?.title ?? null)
  return {
    title: title === null ? siteName : `${title} · ${siteName}`,
    description: shared?.description ?? siteDescription,
    shared,
    exists: shared !== null || (!boot.ageVerified && (await isOpened(ctx, pathname, key))),
  }
}

/** Tells whether a key opens the page of an unlisted video. Its words stay behind the gate. */
async function isOpened(ctx: ReadContext, pathname: string, key: string | undefined): Promise<boolean> {
  const [, section, name] = pathname.split('/')
  return section === 'video' && key !== undefined && (await openVideo(ctx, Number(name), key)) !== null
}

async function sharedPage(
  ctx: ReadContext,
  pathname: string,
  indexed: boolean,
  boot: BootOfPage,
): Promise<SharedPage | null> {
  const [section, name] = pathname.split('/').slice(1)
  if (section === 'video' && name) {
    const video = await videoOfPage(ctx, Number(name), boot)
    return video && videoPage(ctx, video)
  }
  if (!indexed) return null
  const page = { description: ctx.settings.siteDescription, kind: 'website' } as const
  const { siteOrigin } = ctx.config
  if (section === 'tag') return tagPage(ctx, name ?? '', boot)
  if (section !== 'categories' || !name) return { ...page, title: null, url: siteOrigin + pathname }
  // An unknown category name shows all videos.
  const categories = boot.categories ?? (await listCategories(ctx))
  const category = categories.find(({ slug }) => slug === name)
  const path = category ? `/categories/${category.slug}` : '/categories'
  return { ...page, title: category?.name ?? null, url: siteOrigin + path }
}

/** Returns the page of a tag; for a merged one, that of the tag in its place. */
async function tagPage(
  ctx: ReadContext,
  slug: string,
  { tag, ageVerified }: BootOfPage,
): Promise<SharedPage | null> {
  const found = ageVerified ? tag?.found : await findTag(ctx, slug)
  if (!found) return null
  const { siteOrigin } = ctx.config
  const { siteDescription: description } = ctx.settings
  return { url: siteOrigin + tagPath(found.slug), title: found.name, description, kind: 'website' }
}

/** Returns the page's video if it is public. Past the gate, it was read already. */
async function videoOfPage(ctx: ReadContext, id: number, { video, ageVerified }: BootOfPage) {
  if (video) return isShownToAll(video) ? video : null
  return ageVerified ? null : publicVideo(ctx, id)
}

function videoPage(ctx: ReadContext, video: PublicVideo): SharedPage {
  const { siteOrigin } = ctx.config
  const url = `${siteOrigin}/video/${video.id}`
  const description = video.description || `${video.title}, by ${video.uploader.username}.`
  return {
    url,
    title: video.title,
    description,
    kind: 'video.other',
    oembed: `${siteOrigin}/oembed?${new URLSearchParams({ url })}`,
    linkedData: videoObject(ctx, { ...video, description }, url),
  }
}
