import { ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { is4k, settings, videos, whereOffered, wherePublic } from '../../schema'
import { indexedBy } from '../shared/index-hints'

/** Writes what public videos offer to members, where that has changed. Two index entries are read at most. */
export function updateOffer(db: Db) {
  const anyOffered = (which: SQL) => sql<boolean>`exists (
    select 1 from ${indexedBy(videos, 'videos_public_offer')} where ${wherePublic} and ${whereOffered} and ${which})`
  const offersDownloads = anyOffered(sql`allow_download = 1`)
  // Named, so that it is two look-ups.
  const offers4k = anyOffered(sql`allow_download in (0, 1) and ${is4k} = 1`)
  return db
    .update(settings)
    .set({ offersDownloads, offers4k })
    .where(or(ne(settings.offersDownloads, offersDownloads), ne(settings.offers4k, offers4k)))
    .returning({ id: settings.id })
}
