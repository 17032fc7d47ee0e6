import type { Context } from 'hono'
import type { Page } from '../services/shared/pagination'

/** Answers with a page of a list: the array, and the next page's URL in `Link`. */
export function paged<Item>(c: Pick<Context, 'header' | 'req'>, { items, nextCursor }: Page<Item>): Item[] {
  if (nextCursor !== null) {
    const next = new URL(c.req.url)
    next.searchParams.set('cursor', nextCursor)
    c.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return items
}
