import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { videos, wherePublishable } from '../../schema'
import { indexedBy } from '../shared/index-hints'
import { type ReviewRule, reviewedFirst } from './publishing/review'

/** Returns, in SQL, the IDs of scheduled videos whose time has come, soonest first. */
export function videosToPublish(now: number, atMost: number): SQL {
  return sql`(select id from ${indexedBy(videos, 'videos_due')}
    where ${wherePublishable} and publish_at <= ${now} order by publish_at limit ${atMost})`
}

/**
 * Makes videos public whose time has come. That time becomes their date, so that lists and feeds show them as
 * new. The raised revision makes a change decided earlier fail.
 */
export function publishDueVideos(db: Db, now: number, rule: ReviewRule, atMost: number) {
  return db
    .update(videos)
    .set({
      isPublic: true,
      createdAt: sql`${videos.publishAt}`,
      publishAt: null,
      unlistedKey: null,
      revision: sql`${videos.revision} + 1`,
      ...reviewedFirst(now, rule),
    })
    .where(sql`${videos.id} in ${videosToPublish(now, atMost)}`)
    .returning({ id: videos.id })
}

/** Holds while a video has this key, which no public one has. */
export function whereLinkedBy(id: number, key: string): Condition {
  return condition(sql`exists (select 1 from videos v where v.id = ${id} and v.unlisted_key = ${key})`)
}

export function renewLinkRow(db: Db, id: number, key: string, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ unlistedKey: key, revision: sql`${videos.revision} + 1` })
    .where(and(eq(videos.id, id), onlyIf))
    .returning({ id: videos.id })
}
