import type { AdminVideo, AdminVideoQuery } from '../../../../contract/schemas/moderation/content'
import { canonicalUsername } from '../../../../contract/values/accounts/usernames'
import { accountIdNamed } from '../../../../db/queries/accounts/users'
import {
  type ContentCursor,
  type ContentHint,
  contentPage,
  planContent,
} from '../../../../db/queries/moderation/content-admin'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { adminVideoView, foldTitle } from '../../videos/videos'

/** Rows scanned per row of a page, where no index covers every filter. */
const depth = 2
/** How many scans a page that would be empty may take before it is returned empty. */
const looksAtMost = 8

/**
 * Lists a page of all content, newest first, or by title when searching for one. Where no index covers every
 * filter, it scans up to a limit: a page may be short or empty and still have a next one.
 */
export async function listContent(ctx: ServiceContext, query: AdminVideoQuery): Promise<Page<AdminVideo>> {
  const { limit, cursor, q, owner, ...filters } = query
  const ownerId = owner === undefined ? undefined : await idOf(ctx, owner)
  if (ownerId === null) return { items: [], nextCursor: null }
  const plan = planContent({ ...filters, ownerId, title: q === undefined ? undefined : foldTitle(q) })
  const atMost = plan.rest ? depth * limit : limit + 1
  let after = cursor
  for (let look = 1; ; look += 1) {
    const { items, nextCursor } = sparsePage(await contentPage(ctx.db, plan, atMost, placeOf(plan, after)), {
      limit,
      atMost,
      matches: ({ matching }) => matching,
      cursorOf: (row) => [keyOf(plan, row), row.id],
    })
    if (items.length > 0 || nextCursor === null || look === looksAtMost)
      return { items: items.map((row) => adminVideoView(ctx, row)), nextCursor }
    after = nextCursor
  }
}

async function idOf({ db }: ServiceContext, username: string): Promise<number | null> {
  const [account] = await accountIdNamed(db, canonicalUsername(username))
  return account?.id ?? null
}

function keyOf({ order }: ContentHint, row: { titleFolded: string; createdAt: number }): string | number {
  if (order === 'id') return ''
  return order === 'date' ? row.createdAt : row.titleFolded
}

function placeOf({ order }: ContentHint, cursor: string | undefined): ContentCursor | undefined {
  if (!cursor) return undefined
  const [key, id] = decodeCursor(cursor, order === 'date' ? 'number' : 'string', 'number')
  return { key, id }
}
