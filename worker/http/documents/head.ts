import { card, type HeadFacts, type SharedPage } from '../../services/videos/meta'
import { adultMeta } from '../security-headers'
import { escapeHtml, jsonInScript } from './html'

/**
 * Returns the title, the description and, for pages that may be shared and found, the metadata for other
 * programs.
 */
export function headTags(
  { title, description, shared }: HeadFacts,
  siteName: string,
  origin: string,
): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    shared ? sharedTags(shared, siteName, origin) : named('robots', 'noindex'),
    adultMeta,
  ].join('')
}

/**
 * Returns the page's structured data for search engines. They read it anywhere, so it comes after the visible
 * content.
 */
export function linkedData({ shared }: HeadFacts): string {
  if (!shared?.linkedData) return ''
  return `<script type="application/ld+json">${jsonInScript(shared.linkedData)}</script>`
}

/** Returns the head of a document that can't be found or shared. */
export function unlistedHead(title: string): string {
  return [`<title>${escapeHtml(title)}</title>`, adultMeta, named('robots', 'noindex')].join('')
}

function sharedTags(page: SharedPage, siteName: string, origin: string): string {
  const title = page.title ?? siteName
  return [
    `<link rel="canonical" href="${escapeHtml(page.url)}">`,
    property('og:site_name', siteName),
    property('og:type', page.kind),
    property('og:title', title),
    property('og:description', page.description),
    property('og:url', page.url),
    property('og:image', origin + card.path),
    property('og:image:width', String(card.width)),
    property('og:image:height', String(card.height)),
    property('og:image:alt', siteName),
    property('og:restrictions:age', '18+'),
    named('twitter:card', 'summary_large_image'),
    page.kind === 'website' ? feedLink(siteName) : '',
    page.oembed ? oembedLinks(page.oembed, title) : '',
  ].join('')
}

function feedLink(siteName: string): string {
  return `<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="${escapeHtml(siteName)}">`
}

function oembedLinks(address: string, title: string): string {
  return (['json', 'xml'] as const)
    .map((format) => {
      const type = format === 'json' ? 'application/json+oembed' : 'text/xml+oembed'
      const href = escapeHtml(`${address}&format=${format}`)
      return `<link rel="alternate" type="${type}" href="${href}" title="${escapeHtml(title)}">`
    })
    .join('')
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`
}
