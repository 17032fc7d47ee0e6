import type { BrowserContext, Frame, Request } from '@playwright/test'

/**
 * Records the requests of documents to other hosts, each with the page that sent it. Following a link doesn't
 * count as a request of its page.
 */
export function recordForeign(context: BrowserContext, site: string) {
  const foreign: { page: string; url: string }[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin === site || !protocol.startsWith('http')) return
    const frame = frameOf(request)
    if (!frame || (request.isNavigationRequest() && frame.parentFrame() === null)) return
    foreign.push({ page: pageOf(frame, site), url: request.url() })
  })
  return foreign
}

/** Returns null for the first request of a new tab, which has no frame yet. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}

/**
 * Returns our own document in which a request was made: a provider's frame counts as part of the document
 * that holds it.
 */
function pageOf(frame: Frame, site: string): string {
  for (let each: Frame | null = frame; each; each = each.parentFrame()) {
    // An empty frame belongs to the document that created it.
    const url = URL.parse(each.url())
    if (url?.origin === site) return url.pathname
  }
  return frame.url()
}
