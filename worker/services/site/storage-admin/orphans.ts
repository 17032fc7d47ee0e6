import { sql } from 'drizzle-orm'
import type { PageQuery } from '#contract/schemas/shared/lists'
import type { CleanedOrphans, OrphanObject } from '#contract/schemas/site/storage'
import { orphanAgeMs } from '#contract/values/site/storage'
import { batchNamed } from '#db/batch-named'
import {
  cleanable,
  deleteOrphans,
  markOrphansForDeletion,
  orphansPage,
  orphansToClean,
} from '#db/queries/site/storage'
import type { ServiceContext, UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { enqueuePrune } from '../../shared/objects'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime } from '../../shared/time'

/** Objects per clean-up. */
const cleanedAtMost = 500

/** Lists a page of objects without a row that the scan found in R2, by key. */
export async function listOrphans(
  ctx: ServiceContext,
  { limit, cursor }: PageQuery,
): Promise<Page<OrphanObject>> {
  const after = cursor ? decodeCursor(cursor, 'string')[0] : undefined
  const rows = await orphansPage(ctx.db, limit + 1, after)
  const found = page(rows, limit, ({ key }) => [key])
  return {
    ...found,
    items: found.items.map((row) => ({ ...row, uploadedAt: isoTime(row.uploadedAt) })),
  }
}

/** Marks orphans that are old enough for deletion and returns how many; a prune deletes them from R2. */
export async function cleanOrphans(ctx: UserContext): Promise<CleanedOrphans> {
  const { db, now, actor } = ctx
  const before = now - orphanAgeMs
  const old = await orphansToClean(db, before, cleanedAtMost + 1)
  const chosen = old.slice(0, cleanedAtMost)
  if (chosen.length === 0) return { objects: 0, bytes: 0, left: false }

  const keys = chosen.map(({ key }) => key)
  const { some, sums } = cleanable(keys, before)
  const nothing = JSON.stringify({ objects: 0, bytes: 0 })
  const entry = {
    action: 'storage.clean',
    subject: 'storage',
    subjectId: 'media',
    // Only the orphans that are taken, not all that were read: some may have got a row since.
    details: sql`json_object('before', json(${sums}), 'after', json(${nothing}))`,
  }
  const { marked } = await batchNamed(db, [
    // The record comes first: its condition is false once the orphans are off the list.
    audit(ctx, entry, some),
    { marked: markOrphansForDeletion(db, keys, before, { userId: actor.id, now }) },
    deleteOrphans(db, keys),
  ])
  ctx.defer(enqueuePrune(ctx))
  const taken = new Set(marked.map(({ key }) => key))
  const bytes = chosen.reduce((sum, { key, bytes }) => sum + (taken.has(key) ? bytes : 0), 0)
  return { objects: taken.size, bytes, left: old.length > cleanedAtMost }
}
