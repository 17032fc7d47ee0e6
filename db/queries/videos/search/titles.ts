import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { mediaObjects, videoFiles, videos, wherePublic } from '#db/schema'
import { indexedBy } from '../../shared/index-hints'
import { hashedPlaces } from '../video-files'

// Videos by the text that their titles contain. No index has that: a search goes through the index of titles,
// whose entries are small, up to a limit.

/** Number of titles that one statement goes through. */
export const titlesAtMost = 5000

export function whereTitleHolds(parts: readonly string[]): SQL | undefined {
  return and(...parts.map((part) => sql`instr(title_folded, ${part}) > 0`))
}

export interface TitleScan {
  /** Texts that the title must contain, folded like the column. */
  parts: readonly string[]
  /** Only titles of public videos. */
  isLive: boolean
  isAscending: boolean
  after?: { title: string; id: number } | undefined
}

/** Returns IDs and titles of the videos whose titles contain all parts, in the order of titles. */
export function titlesHolding(db: Db, scan: TitleScan, atMost: number) {
  return db
    .select({ id: sql<number>`id`, title: sql<string>`title` })
    .from(sql`(${scanned(db, scan).limit(titlesAtMost)})`)
    .where(and(...scan.parts.map((part) => sql`instr(title, ${part}) > 0`)))
    .limit(atMost)
}

/** Returns the title at which such a search ends before having seen all; none if it sees all. */
export function endOfScan(db: Db, scan: TitleScan) {
  return scanned(db, scan)
    .limit(1)
    .offset(titlesAtMost - 1)
}

function scanned(db: Db, { isLive, isAscending, after }: TitleScan) {
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const beyond = sql.raw(isAscending ? '>' : '<')
  const titles = (range?: SQL) =>
    db
      .select({ id: sql<number>`id`.as('id'), title: sql<string>`title_folded`.as('title') })
      .from(indexedBy(videos, isLive ? 'videos_public_title' : 'videos_title'))
      .where(and(isLive ? wherePublic : undefined, range))
  const order = [sql`title ${direction}`, sql`id ${direction}`]
  if (!after) return titles().orderBy(...order)
  // Two index ranges, merged while reading: see publicVideos.
  const equal = sql`title_folded = ${after.title} and id ${beyond} ${after.id}`
  return unionAll(titles(equal), titles(sql`title_folded ${beyond} ${after.title}`)).orderBy(...order)
}

/** Returns videos with a file of this SHA-256: of the whole file, or of its pictures alone. */
export function videosOfHash(db: Db, hash: string, atMost: number) {
  const keys = db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(or(eq(mediaObjects.sha256, hash), eq(mediaObjects.pictureSha256, hash)))
    .limit(atMost)
  const naming = db
    .select({ id: videoFiles.videoId })
    .from(videoFiles)
    .where(and(inArray(videoFiles.objectKey, keys), inArray(videoFiles.place, [...hashedPlaces])))
  return db
    .select({ id: videos.id, title: videos.title, hold: videos.hold })
    .from(videos)
    .where(inArray(videos.id, naming))
    .limit(atMost)
}
