import { ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { settings, wherePublic } from '../../schema'

/** Writes what public videos offer to members, where that has changed. Two index entries are read at most. */
export function updateOffer(db: Db) {
  const offersDownloads = sql<boolean>`exists (select 1 from videos where ${wherePublic} and allow_download = 1)`
  const offers4k = sql<boolean>`exists (select 1 from videos where ${wherePublic} and min(width, height) >= 2160)`
  return db
    .update(settings)
    .set({ offersDownloads, offers4k })
    .where(or(ne(settings.offersDownloads, offersDownloads), ne(settings.offers4k, offers4k)))
    .returning({ id: settings.id })
}
