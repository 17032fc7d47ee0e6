import { eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { legalDocuments, settings } from '../schema'

export function settingsRow(db: Db) {
  return db.select().from(settings).where(eq(settings.id, 1))
}

/** The newest version of a legal page. */
export function legalDocument(db: Db, slug: string) {
  return db
    .select()
    .from(legalDocuments)
    .where(eq(legalDocuments.slug, slug))
    .orderBy(sql`${legalDocuments.version} desc`)
    .limit(1)
}
