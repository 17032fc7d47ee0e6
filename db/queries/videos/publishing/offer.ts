import { ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { is4k, settings, videos, whereOffered, wherePublic } from '#db/schema'
import { indexedBy } from '../../shared/index-hints'

/**
 * Updates whether public videos offer downloads and 4K to members, if that has changed. Reads at most a few
 * index entries.
 */
export function updateOffer(db: Db) {
  const anyOffered = (which: SQL) => sql<boolean>`exists (
    select 1 from ${indexedBy(videos, 'videos_public_offer')} where ${wherePublic} and ${whereOffered} and ${which})`
  const offersDownloads = anyOffered(sql`allow_download = 1`)
  const any4k = (allowDownload: 0 | 1) =>
    anyOffered(sql`allow_download = ${sql.raw(String(allowDownload))} and ${is4k} = 1`)
  const offers4k = sql<boolean>`(${any4k(1)} or ${any4k(0)})`
  return db
    .update(settings)
    .set({ offersDownloads, offers4k })
    .where(or(ne(settings.offersDownloads, offersDownloads), ne(settings.offers4k, offers4k)))
    .returning({ id: settings.id })
}
