import { embedCode, embedHeight, embedSize } from '#contract/values/videos/embed'
import { videoNotFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { parseVideoId } from '../model/find'
import { card } from './card'
import { openVideo } from './public-video'
import { xmlDocument, xmlElement } from './xml'

export interface OembedQuery {
  url: string
  maxwidth?: number | undefined
  maxheight?: number | undefined
}

/** Returns the oEmbed response for a video (oembed.com, type `video`). */
export async function oembedOf(ctx: ServiceContext, { url, maxwidth, maxheight }: OembedQuery) {
  const { config, settings } = ctx
  const { siteOrigin: origin } = config
  const { id: asked, key } = videoIn(url, origin)
  const video = await openVideo(ctx, asked, key)
  if (!video) throw videoNotFound()
  const { id, title, uploader } = video
  const size = fitted(maxwidth, maxheight)
  return {
    version: '1.0',
    type: 'video',
    provider_name: settings.siteName,
    provider_url: origin,
    title,
    author_name: uploader.username,
    cache_age: 3600,
    thumbnail_url: origin + card.path,
    thumbnail_width: card.width,
    thumbnail_height: card.height,
    html: embedCode({ origin, id, key, title, ...size }),
    ...size,
  }
}

/** Formats the oEmbed response as XML. */
export function oembedXml(answer: Record<string, string | number>): string {
  const elements = Object.entries(answer).map(([name, value]) => xmlElement(name, String(value)))
  return xmlDocument(`<oembed>${elements.join('')}</oembed>`)
}

/** Returns the video, and its key, from the URL of a page or frame of this site; throws for any other. */
function videoIn(address: string, origin: string): { id: number; key: string | undefined } {
  const url = URL.parse(address)
  const [, id] = /^\/(?:video|embed)\/([^/]+)\/*$/.exec(url?.pathname ?? '') ?? []
  if (url?.origin !== origin || id === undefined) throw videoNotFound()
  return { id: parseVideoId(id), key: url.searchParams.get('key') ?? undefined }
}

/** Returns the frame's own aspect ratio, as large as both limits allow. */
function fitted(maxWidth: number = embedSize.width, maxHeight: number = embedSize.height) {
  const byHeight = Math.floor((maxHeight * embedSize.width) / embedSize.height)
  const width = Math.max(1, Math.min(embedSize.width, maxWidth, byHeight))
  return { width, height: Math.min(embedHeight(width), maxHeight) }
}
