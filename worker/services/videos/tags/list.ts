import type { AdminTag, AdminTagsQuery } from '#contract/schemas/videos/tags'
import { tagSlug } from '#contract/values/videos/tags'
import { type AdminTagRow, adminTags, isByUse } from '#db/queries/videos/tag-admin'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTimeOrNull } from '../../shared/time'

/** Lists a page of all tags: the most used first, or by name where they are narrowed down. */
export async function listTags(
  { db }: ServiceContext,
  { filter, q = '', limit, cursor }: AdminTagsQuery,
): Promise<Page<AdminTag>> {
  const list = { filter, beginning: tagSlug(q), atMost: limit + 1 }
  const [count, slug] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const after = count === undefined || slug === undefined ? undefined : { count, slug }
  const rows = await adminTags(db, { ...list, after })
  const { items, nextCursor } = page(rows, limit, (row) => [isByUse(list) ? row.videoCount : 0, row.slug])
  return { items: items.map(adminTagView), nextCursor }
}

export function adminTagView({ slug, name, videoCount, ...row }: AdminTagRow): AdminTag {
  const { blockedAt, mergedInto, targetName } = row
  return {
    slug,
    name,
    videoCount,
    blockedAt: isoTimeOrNull(blockedAt),
    mergedInto: mergedInto === null ? null : { slug: mergedInto, name: targetName ?? mergedInto },
  }
}
