import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../../env'
import { adultMeta } from '../security-headers'
import { embedPolicy } from './embed-policy'

export interface PlainPage {
  title: string
  /** HTML. */
  body: string
  /** After so many seconds the browser reloads the page. */
  retryAfter?: number | undefined
}

/** Answers with a page that needs no file, no script and no data, and reveals neither the site nor its contents. */
export function plainPage(c: Context<AppEnv>, status: ContentfulStatusCode, page: PlainPage): Response {
  const html = write(page)
  if (!c.req.path.startsWith('/embed/')) return c.html(html, status)
  // Other sites frame it, and its links lead to pages that must not be framed.
  c.header('content-security-policy', embedPolicy(new URL(c.req.url).origin, null))
  return c.html(html.replaceAll('<a ', '<a target="_blank" '), status)
}

function write({ title, body, retryAfter }: PlainPage): string {
  const refresh = retryAfter === undefined ? '' : `\n<meta http-equiv="refresh" content="${retryAfter}">`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">${refresh}
${adultMeta}
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}
