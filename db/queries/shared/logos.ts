import { eq } from 'drizzle-orm'
import type { Db } from '../../client'
import { siteLogos } from '../../schema'

export function logoByHash(db: Db, hash: string) {
  return db
    .select({ contentType: siteLogos.contentType, bytes: siteLogos.bytes })
    .from(siteLogos)
    .where(eq(siteLogos.hash, hash))
}

export function keepLogo(db: Db, logo: typeof siteLogos.$inferInsert) {
  return db.insert(siteLogos).values(logo).onConflictDoNothing()
}
