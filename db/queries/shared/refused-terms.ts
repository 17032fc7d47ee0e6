import { desc, sql } from 'drizzle-orm'
import type { TermPlace } from '#contract/values/site/blocked-terms'
import type { Db } from '../../client'
import { refusedTerms } from '../../schema'

/** Counts a refusal of each term in its place. */
export function countRefusals(db: Db, refused: readonly { term: string; place: TermPlace }[], now: number) {
  return db
    .insert(refusedTerms)
    .values(refused.map((each) => ({ ...each, count: 1, lastAt: now })))
    .onConflictDoUpdate({
      target: [refusedTerms.term, refusedTerms.place],
      set: { count: sql`${refusedTerms.count} + 1`, lastAt: now },
    })
}

/** Returns the most recently refused terms, with all the places where they were refused. */
export function lastRefusedTerms(db: Db, atMost: number) {
  const last = sql`(select term from refused_terms indexed by refused_terms_last order by last_at desc limit ${atMost})`
  return db
    .select()
    .from(refusedTerms)
    .where(sql`${refusedTerms.term} in ${last}`)
    .orderBy(desc(refusedTerms.lastAt))
}

/** Deletes the counts of terms that were last refused long ago, most of which aren't on the list any more. */
export function deleteOldRefusals(db: Db, before: number, atMost: number) {
  const old = sql`select term, place from refused_terms indexed by refused_terms_last
    where last_at < ${before} order by last_at limit ${atMost}`
  return db.delete(refusedTerms).where(sql`(${refusedTerms.term}, ${refusedTerms.place}) in (${old})`)
}
