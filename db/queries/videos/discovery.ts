import { and, asc, desc, gt, lte } from 'drizzle-orm'
import type { Db } from '../../client'
import { videos, wherePublic } from '../../schema'
import { expressions, indexedBy } from '../shared/index-hints'

const columns = expressions({ id: videos.id })

/** Returns the ID of the newest video that the public sees. */
export function newestPublicId(db: Db) {
  return db
    .select(columns)
    .from(indexedBy(videos, 'videos_public'))
    .where(wherePublic)
    .orderBy(desc(videos.id))
    .limit(1)
}

/** Returns IDs of public videos, in order: a page reads only the rows it returns, wherever it starts. */
export function publicIdsBetween(db: Db, above: number, upTo: number) {
  return db
    .select(columns)
    .from(indexedBy(videos, 'videos_public'))
    .where(and(wherePublic, gt(videos.id, above), lte(videos.id, upTo)))
    .orderBy(asc(videos.id))
}
