import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { legalDefaults, legalDocuments } from '../../schema'

/** Returns a version of a legal page; the newest by default. */
export function legalDocument(db: Db, slug: string, version?: number) {
  const asked = version === undefined ? undefined : eq(legalDocuments.version, version)
  return db
    .select()
    .from(legalDocuments)
    .where(and(eq(legalDocuments.slug, slug), asked))
    .orderBy(sql`${legalDocuments.version} desc`)
    .limit(1)
}

/** Newest first. */
export function legalVersions(db: Db, slug: string, atMost: number) {
  return db
    .select({
      version: legalDocuments.version,
      title: legalDocuments.title,
      publishedAt: legalDocuments.publishedAt,
    })
    .from(legalDocuments)
    .where(eq(legalDocuments.slug, slug))
    .orderBy(desc(legalDocuments.version))
    .limit(atMost)
}

/** Returns the default text that appeared after the page was edited, until its next version is published. */
export function newerDefault(db: Db, slug: string) {
  return db
    .select({ title: legalDefaults.title, body: legalDefaults.body })
    .from(legalDefaults)
    .where(
      and(
        eq(legalDefaults.slug, slug),
        sql`${legalDefaults.afterVersion} >=
          (select max(version) from ${legalDocuments} where ${legalDocuments.slug} = ${slug})`,
      ),
    )
}

/** Holds while this is the newest version of a page. */
export function whereLegalNewest(slug: string, version: number): Condition {
  return condition(
    sql`(select max(version) from ${legalDocuments} where ${legalDocuments.slug} = ${slug}) = ${version}`,
  )
}

/** Publishes the version after this one, if this one is the newest. */
export function insertLegal(
  db: Db,
  slug: string,
  version: number,
  text: { title: string; body: string },
  now: number,
) {
  return insertFrom(
    db,
    legalDocuments,
    { slug, version: version + 1, title: text.title, body: text.body, publishedAt: now },
    sql`where ${whereLegalNewest(slug, version)}`,
  ).returning({ version: legalDocuments.version })
}
