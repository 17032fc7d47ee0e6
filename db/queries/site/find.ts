import { desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import {
  claims,
  payments,
  removalHashes,
  removalRequests,
  removals,
  reports,
  users,
  videos,
} from '../../schema'
import { whereBeginsWith } from '../shared/index-hints'
import { titlesHolding } from '../videos/search/titles'

// Look-ups of the records that a pasted text names, each along an index.

const video = { id: videos.id, title: videos.title, hold: videos.hold }

export function videoOfId(db: Db, id: number) {
  return db.select(video).from(videos).where(eq(videos.id, id))
}

/** Returns videos whose titles begin with the text, followed by others that contain its parts. */
export function videosTitled(db: Db, folded: string, parts: readonly string[], atMost: number) {
  const begins = whereBeginsWith(videos.titleFolded, folded)
  const beginning = db.select({ id: videos.id }).from(videos).where(begins).orderBy(videos.titleFolded)
  const holding = titlesHolding(db, { parts, isLive: false, isAscending: true }, atMost)
  return db
    .select(video)
    .from(videos)
    .where(
      or(
        inArray(videos.id, sql`(select id from (${beginning.limit(atMost)}))`),
        inArray(videos.id, sql`(select id from (${holding}))`),
      ),
    )
    .orderBy(sql`not ${begins}`, videos.titleFolded)
    .limit(atMost)
}

const account = { id: users.id, username: users.username, email: users.email }

export function accountOfId(db: Db, id: number) {
  return db.select(account).from(users).where(eq(users.id, id))
}

export function accountsBeginning(db: Db, name: string, atMost: number) {
  return db
    .select(account)
    .from(users)
    .where(whereBeginsWith(users.usernameCanonical, name))
    .orderBy(users.usernameCanonical)
    .limit(atMost)
}

export function accountsMailed(db: Db, mail: string, atMost: number) {
  return db
    .select(account)
    .from(users)
    .where(whereBeginsWith(users.emailCanonical, mail))
    .orderBy(users.emailCanonical)
    .limit(atMost)
}

export function paymentsOfIds(db: Db, ids: string[]) {
  return db
    .select({ payment: payments, username: users.username })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.userId))
    .where(inArray(payments.id, ids))
    .orderBy(desc(payments.providerCreatedAt))
}

export function claimsNamed(db: Db, id: string, kinds: string[], references: string[], atMost: number) {
  const { ref, kind, status, paymentId } = claims
  return db
    .select({ id: claims.id, ref, status, paymentId, username: users.username })
    .from(claims)
    .leftJoin(users, eq(users.id, claims.userId))
    .where(or(eq(claims.id, id), sql`(${inArray(kind, kinds)} and ${inArray(ref, references)})`))
    .limit(atMost)
}

const report = {
  id: reports.id,
  videoId: reports.videoId,
  title: reports.videoTitle,
  status: reports.status,
}

export function reportsNamed(db: Db, id: number | null, code: string) {
  const ofId = id === null ? undefined : eq(reports.id, id)
  return db
    .select(report)
    .from(reports)
    .where(or(ofId, eq(reports.code, code)))
}

export function requestsNamed(db: Db, id: number | null, token: string) {
  const { videoId, videoTitle: title, status } = removalRequests
  const ofId = id === null ? undefined : eq(removalRequests.id, id)
  return db
    .select({ id: removalRequests.id, videoId, title, status })
    .from(removalRequests)
    .where(or(ofId, eq(removalRequests.token, token)))
}

const removal = {
  id: removals.id,
  videoId: removals.videoId,
  title: removals.videoTitle,
  status: removals.appealStatus,
}

export function removalOfId(db: Db, id: number) {
  return db.select(removal).from(removals).where(eq(removals.id, id))
}

/** Returns removals that block this hash. */
export function removalsOfHash(db: Db, sha256: string, atMost: number) {
  const blocking = db
    .select({ id: removalHashes.removalId })
    .from(removalHashes)
    .where(eq(removalHashes.sha256, sha256))
    .limit(atMost)
  return db.select(removal).from(removals).where(inArray(removals.id, blocking))
}
