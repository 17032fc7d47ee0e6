import type { Context } from 'hono'
import type { Page } from '../services/shared/pagination'

/** A page as the API answers it: the array, and the next one's address in `Link`. */
export function paged<Item>(c: Pick<Context, 'header' | 'req'>, { items, nextCursor }: Page<Item>): Item[] {
  if (nextCursor !== null) {
    const next = new URL(c.req.url)
    next.searchParams.set('cursor', nextCursor)
    c.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return items
}
