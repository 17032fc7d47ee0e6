import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { allOf, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import {
  mediaObjects,
  ownerCounts,
  profiles,
  revocations,
  uploads,
  users,
  videos,
  wherePublic,
} from '../../schema'
import { whereBanned, whereLeaving } from '../shared/account-standing'
import { pictureType } from '../uploads/file-types'

/**
 * The revision with which URLs of avatars are signed: always the same, since a new picture is a new object.
 */
export const avatarRevision = 1

/**
 * The only definition of an uploader with a page: they have a public video, and are neither banned nor
 * leaving. `alias` is the account's; its row of `owner_counts` must be joined.
 */
export function wherePageShown(alias: string, now: number): Condition {
  return condition(sql`(coalesce(${ownerCounts.visible}, 0) > 0
    and not ${whereBanned(alias, now)} and not ${whereLeaving(alias)})`)
}

/** Returns a row if an account has a page. */
export function hasPage(db: Db, userId: number, now: number) {
  return db
    .select({ id: users.id })
    .from(users)
    .innerJoin(ownerCounts, eq(ownerCounts.userId, users.id))
    .where(and(eq(users.id, userId), wherePageShown('users', now)))
}

const shown = {
  id: users.id,
  username: users.username,
  createdAt: users.createdAt,
  about: profiles.about,
  avatarKey: profiles.avatarKey,
  avatarType: profiles.avatarType,
  avatarBytes: profiles.avatarBytes,
  visible: ownerCounts.visible,
  views: ownerCounts.views,
  followers: ownerCounts.followers,
}

/** Returns an uploader's public profile, and whether it is shown. */
export function profileNamed(db: Db, usernameCanonical: string, now: number) {
  return db
    .select({ ...shown, hasPage: sql<number>`${wherePageShown('users', now)}`.as('has_page') })
    .from(users)
    .leftJoin(ownerCounts, eq(ownerCounts.userId, users.id))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.usernameCanonical, usernameCanonical))
}

/**
 * Returns the public profile of a public video's uploader. It doesn't depend on the time, so that its rows
 * can be copied: an uploader with a ban is left out even after the ban is over, until it is cleared.
 */
export function uploaderOfVideo(db: Db, videoId: number) {
  const owner = sql`(select user_id from ${videos} where id = ${videoId} and ${wherePublic})`
  return db
    .select(shown)
    .from(users)
    .leftJoin(ownerCounts, eq(ownerCounts.userId, users.id))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(and(eq(users.id, owner), isNull(users.banReason), sql`not ${whereLeaving('users')}`))
}

export type ProfileRow = Awaited<ReturnType<typeof uploaderOfVideo>>[number]

export function ownProfile(db: Db, userId: number) {
  return db
    .select({
      about: profiles.about,
      avatarKey: profiles.avatarKey,
      avatarType: profiles.avatarType,
      avatarBytes: profiles.avatarBytes,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId))
}

export function setAbout(db: Db, userId: number, about: string, now: number) {
  return db
    .insert(profiles)
    .values({ userId, about, updatedAt: now })
    .onConflictDoUpdate({ target: profiles.userId, set: { about, updatedAt: now } })
}

/** Makes a finished upload the account's picture, on the batch's condition. */
export function setAvatar(db: Db, userId: number, uploadId: string, now: number, onlyIf: Condition) {
  const set = { avatarKey: sql`p.object_key`, avatarType: pictureType, avatarBytes: sql`p.size` }
  return insertFrom(
    db,
    profiles,
    { userId, ...set, updatedAt: now },
    sql`from ${uploads} p where p.id = ${uploadId} and p.user_id = ${userId} and ${onlyIf}`,
  ).onConflictDoUpdate({
    target: profiles.userId,
    set: {
      avatarKey: sql`excluded.avatar_key`,
      avatarType: sql`excluded.avatar_type`,
      avatarBytes: sql`excluded.avatar_bytes`,
      updatedAt: now,
    },
  })
}

/** Marks the upload as used by the account's picture; in the batch after setAvatar. */
export function markAvatarUsed(db: Db, userId: number, uploadId: string) {
  return db
    .update(uploads)
    .set({ status: 'used' })
    .where(
      and(
        eq(uploads.id, uploadId),
        eq(uploads.userId, userId),
        sql`${uploads.objectKey} = (select avatar_key from profiles where user_id = ${userId})`,
      ),
    )
}

/**
 * Returns the statements that end an account's picture, before another or none replaces it: its URLs are
 * revoked, its object is pending deletion, and its upload is deleted.
 */
export function dropAvatar(db: Db, userId: number, now: number, onlyIf: Condition) {
  const key = sql`(select avatar_key from profiles where user_id = ${userId})`
  return [
    insertFrom(
      db,
      revocations,
      { kind: 'object', target: sql`avatar_key`, below: avatarRevision + 1, at: now },
      sql`from profiles where user_id = ${userId} and avatar_key is not null and ${onlyIf}`,
    ),
    db
      .update(mediaObjects)
      .set({ pendingDeletionSince: now })
      .where(allOf(eq(mediaObjects.key, key), onlyIf)),
    db
      .delete(uploads)
      .where(and(eq(uploads.userId, userId), eq(uploads.status, 'used'), eq(uploads.objectKey, key), onlyIf)),
  ] as const
}

export function clearAvatar(db: Db, userId: number, now: number, onlyIf: Condition) {
  return db
    .update(profiles)
    .set({ avatarKey: null, avatarType: null, avatarBytes: null, updatedAt: now })
    .where(and(eq(profiles.userId, userId), isNotNull(profiles.avatarKey), onlyIf))
}

/** Empties a profile; in the batch after dropAvatar. */
export function clearProfile(db: Db, userId: number, now: number, onlyIf: Condition) {
  return db
    .update(profiles)
    .set({ about: '', avatarKey: null, avatarType: null, avatarBytes: null, updatedAt: now })
    .where(and(eq(profiles.userId, userId), onlyIf))
}

/** Holds while the account, as `target`, has a text or a picture in its profile. */
export const whereSaysSomething = condition(
  sql.raw(`exists (select 1 from profiles said where said.user_id = target.id
    and (said.about <> '' or said.avatar_key is not null))`),
)
