import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { allOf, type Condition, condition } from '#db/conditions'
import { followedBy } from '#db/followed-by'
import { insertFrom } from '#db/insert-from'
import { listItems, lists, users, videos } from '#db/schema'
import { whereBanned, whereLeaving } from '../../shared/account-standing'
import { expressions, indexedBy } from '../../shared/index-hints'
import { indexedColumns, type Opened, columns as videoColumns } from '../video'
import { keepLinkKey, renumber } from './own-order'

const columns = expressions({
  id: lists.id,
  name: lists.name,
  linkKey: lists.linkKey,
  closedAt: lists.closedAt,
  itemCount: lists.itemCount,
  updatedAt: lists.updatedAt,
})

/** A list, found only by its own account. */
export interface OwnList {
  id: number
  userId: number
}

/** Returns all lists of an account, each with its first video, the last changed first. */
export function listsOf(db: Db, userId: number) {
  return db
    .select({
      ...columns,
      firstVideo: sql<number | null>`(select i.video_id from list_items i indexed by list_items_place
        where i.list_id = lists.id order by i.place, i.video_id limit 1)`.as('first_video'),
    })
    .from(indexedBy(lists, 'lists_recent'))
    .where(eq(lists.userId, userId))
    .orderBy(desc(lists.updatedAt), desc(lists.id))
}

/** Returns all lists of an account, and which of them hold the video. */
export function listsWith(db: Db, userId: number, videoId: number) {
  return db
    .select({
      ...columns,
      holds: sql<number>`exists (select 1 from list_items i
        where i.list_id = lists.id and i.video_id = ${videoId})`.as('holds'),
    })
    .from(indexedBy(lists, 'lists_recent'))
    .where(eq(lists.userId, userId))
    .orderBy(desc(lists.updatedAt), desc(lists.id))
}

export function ownList(db: Db, list: OwnList) {
  return db.select(columns).from(lists).where(whereOwn(list))
}

export type ListRow = Awaited<ReturnType<typeof ownList>>[number]

/**
 * Returns the facts that decide who sees the posters of up to a hundred videos, and the parts of the posters'
 * URLs.
 */
export function postersAmong(db: Db, ids: readonly number[]) {
  const { id, userId, status, review, hold, isPublic, isPremium, unlistedKey, revision } = videoColumns
  const { posterKey, posterType, posterBytes, posterPictures, posterStyle } = videoColumns
  const { blurredKey, blurredBytes } = videoColumns
  return db
    .select({
      id,
      userId,
      status,
      review,
      hold,
      isPublic,
      isPremium,
      unlistedKey,
      revision,
      posterKey,
      posterType,
      posterBytes,
      posterPictures,
      posterStyle,
      blurredKey,
      blurredBytes,
    })
    .from(videos)
    .where(inArray(videos.id, [...ids]))
}

/** Returns the list that a key opens, unless its account is banned or leaving. */
export function sharedListBy(db: Db, linkKey: string, now: number) {
  return db
    .select({ id: sql<number>`l.id`.as('id'), name: sql<string>`l.name`.as('name') })
    .from(sql`lists l join users u on u.id = l.user_id`)
    .where(sql`l.link_key = ${linkKey} and not ${whereBanned('u', now)} and not ${whereLeaving('u')}`)
}

interface NewList {
  userId: number
  name: string
  nameFolded: string
  now: number
}

/** Inserts a list, unless the account already has one with this name, or the maximum number of lists. */
export function insertList(db: Db, { userId, name, nameFolded, now }: NewList, atMost: number) {
  return insertFrom(
    db,
    lists,
    { userId, name, nameFolded, createdAt: now, updatedAt: now },
    sql`where (select count(*) from lists mine where mine.user_id = ${userId}) < ${atMost}`,
  )
    .onConflictDoNothing()
    .returning({
      id: lists.id,
      name: lists.name,
      linkKey: lists.linkKey,
      closedAt: lists.closedAt,
      itemCount: lists.itemCount,
      updatedAt: lists.updatedAt,
    })
}

export function listNamed(db: Db, userId: number, nameFolded: string) {
  const { id, name, linkKey, closedAt, itemCount, createdAt, updatedAt } = lists
  return db
    .select({ id, name, linkKey, closedAt, itemCount, createdAt, updatedAt })
    .from(lists)
    .where(and(eq(lists.userId, userId), eq(lists.nameFolded, nameFolded)))
}

/** Renames a list, unless another one of the account has the name. */
export function renameList(
  db: Db,
  list: OwnList,
  { name, nameFolded, now }: Omit<NewList, 'userId'>,
  onlyIf: Condition,
) {
  const taken = sql`exists (select 1 from lists other where other.user_id = ${list.userId}
    and other.name_folded = ${nameFolded} and other.id <> ${list.id})`
  return db
    .update(lists)
    .set({ name, nameFolded, updatedAt: now })
    .where(and(whereOwn(list), sql`not ${taken}`, onlyIf))
    .returning({ id: lists.id })
}

/** Holds for lists that no one else can open. */
export const whereUnshared = condition(sql.raw('link_key is null'))

/**
 * Opens a list to everyone with its link, if it has this name and staff didn't close it. An existing key
 * stays.
 */
export function openListLink(db: Db, list: OwnList, linkKey: string, name: string) {
  return db
    .update(lists)
    .set({ linkKey: sql`coalesce(${lists.linkKey}, ${linkKey})` })
    .where(and(whereOwn(list), eq(lists.name, name), isNull(lists.closedAt)))
    .returning({ id: lists.id })
}

export function closeListLink(db: Db, list: OwnList) {
  return db.update(lists).set({ linkKey: null }).where(whereOwn(list))
}

/** Returns a list and its owner, for staff. */
export function listForStaff(db: Db, which: Condition) {
  return db
    .select({
      id: lists.id,
      name: lists.name,
      userId: lists.userId,
      username: users.username,
      email: users.email,
    })
    .from(lists)
    .innerJoin(users, eq(users.id, lists.userId))
    .where(which)
}

/** Holds for the list that a key opens. */
export function whereKeyed(linkKey: string): Condition {
  return condition(eq(lists.linkKey, linkKey))
}

/** Holds for a list that staff closed. */
export function whereClosed(id: number): Condition {
  return allOf(eq(lists.id, id), isNotNull(lists.closedAt))
}

/** Returns the lists of an account that staff closed, the last first. */
export function closedListsOf(db: Db, userId: number) {
  const { id, name } = columns
  return db
    .select({ id, name, closedAt: sql<number>`closed_at`.as('closed_at') })
    .from(indexedBy(lists, 'lists_recent'))
    .where(and(eq(lists.userId, userId), isNotNull(lists.closedAt)))
    .orderBy(desc(lists.closedAt))
}

/** Holds, in any statement, while there is such a list. */
export function whereAnyList(which: Condition): Condition {
  return condition(sql`exists (select 1 from ${lists} where ${which})`)
}

/** Closes the link of a list or, with null, lets it have a new one. In both cases no key opens it for now. */
export function setListClosed(db: Db, which: Condition, closedAt: number | null) {
  return db.update(lists).set({ linkKey: null, closedAt }).where(which).returning({ id: lists.id })
}

/** Gives a list a new key in place of this one. */
export function renewListLink(db: Db, list: OwnList, linkKey: string, replaces: string) {
  return db
    .update(lists)
    .set({ linkKey })
    .where(and(whereOwn(list), eq(lists.linkKey, replaces)))
}

/** Deletes a list, then its entries: once the list is gone, no count has to be kept for them. One batch. */
export function deleteList(db: Db, list: OwnList) {
  return [
    db.delete(lists).where(whereOwn(list)),
    db
      .delete(listItems)
      .where(
        and(eq(listItems.listId, list.id), sql`not exists (select 1 from lists l where l.id = ${list.id})`),
      ),
  ] as const
}

/**
 * Adds a video at the end of a list that has fewer than `atMost`. A video already in it gets the key given
 * now.
 */
export function insertItem(
  db: Db,
  list: OwnList,
  { id: videoId, givenKey: linkKey = null }: Opened,
  now: number,
  atMost: number,
) {
  const last = sql`(select max(place) from list_items where list_id = ${list.id})`
  const add = insertFrom(
    db,
    listItems,
    { listId: list.id, videoId: videos.id, place: sql`coalesce(${last}, 0) + 1`, addedAt: now, linkKey },
    sql`from ${videos} where ${videos.id} = ${videoId} and ${whereOwned(list)}
      and (select item_count from lists where id = ${list.id}) < ${atMost}`,
  ).onConflictDoNothing()
  return [
    ...followedBy(add, ({ changed }) => markChanged(db, list, now, changed)),
    ...(linkKey === null
      ? []
      : [keepLinkKey(db, listItems, allOf(whereItem(list.id, videoId), whereOwned(list)), linkKey)]),
  ] as const
}

export function deleteItem(db: Db, list: OwnList, videoId: number, now: number) {
  return followedBy(
    db.delete(listItems).where(and(whereItem(list.id, videoId), whereOwned(list))),
    ({ changed }) => markChanged(db, list, now, changed),
  )
}

function markChanged(db: Db, list: OwnList, now: number, onlyIf: Condition) {
  return db
    .update(lists)
    .set({ updatedAt: now })
    .where(and(whereOwn(list), onlyIf))
}

/** Returns a row if the list holds the video. */
export function itemOf(db: Db, listId: number, videoId: number) {
  return db.select({ videoId: listItems.videoId }).from(listItems).where(whereItem(listId, videoId))
}

/** The last row of the page before. */
export interface ItemCursor {
  place: number
  videoId: number
}

const item = expressions({
  place: listItems.place,
  videoId: listItems.videoId,
  addedAt: listItems.addedAt,
  givenKey: listItems.linkKey,
})

/** A selection of a list's entries: those after one, or those of these videos. */
export interface WhichItems {
  after?: ItemCursor | undefined
  among?: readonly number[] | undefined
}

/** Returns a limited number of a list's videos in its order, no matter who may see them. */
export function itemsPage(db: Db, listId: number, atMost: number, { after, among }: WhichItems) {
  return db
    .select({ ...indexedColumns, place: item.place, addedAt: item.addedAt, givenKey: item.givenKey })
    .from(indexedBy(listItems, among ? 'sqlite_autoindex_list_items_1' : 'list_items_place'))
    .innerJoin(videos, eq(videos.id, listItems.videoId))
    .innerJoin(users, eq(users.id, videos.userId))
    .where(
      and(
        sql`list_id = ${listId}`,
        after && sql`(${item.place}, ${item.videoId}) > (${after.place}, ${after.videoId})`,
        among && inArray(item.videoId, [...among]),
      ),
    )
    .orderBy(asc(item.place), asc(item.videoId))
    .limit(atMost)
}

/** Returns all videos of a list in its order, with the facts that decide who may see them. */
export function itemsInOrder(db: Db, listId: number) {
  const { id, userId, status, review, hold, isPublic, isPremium, unlistedKey } = indexedColumns
  return db
    .select({
      id,
      userId,
      status,
      review,
      hold,
      isPublic,
      isPremium,
      unlistedKey,
      givenKey: item.givenKey,
    })
    .from(indexedBy(listItems, 'list_items_place'))
    .innerJoin(videos, eq(videos.id, listItems.videoId))
    .where(sql`list_id = ${listId}`)
    .orderBy(asc(item.place), asc(item.videoId))
}

/**
 * Moves a video right before another one or, with null, to the end. Returns no row if one of them isn't in
 * the list, or no number is left between two neighbours. It is one statement, so that simultaneous moves
 * can't misplace each other.
 */
export function moveItem(db: Db, list: OwnList, videoId: number, before: number | null) {
  const moved = whereItem(list.id, videoId)
  if (before === null) {
    const last = sql`(select max(place) from list_items where list_id = ${list.id})`
    return place(db, sql`${last} + 1`, allOf(moved, whereOwned(list)))
  }
  const gap = sql`(select target.place as above, (select other.place from list_items other
      where other.list_id = target.list_id and other.video_id <> ${videoId}
        and (other.place, other.video_id) < (target.place, target.video_id)
      order by other.place desc, other.video_id desc limit 1) as below
    from list_items target where target.list_id = ${list.id} and target.video_id = ${before})`
  const free = sql`exists (select 1 from ${gap} where below is null
    or (below < (below + above) / 2 and (below + above) / 2 < above))`
  return place(
    db,
    sql`(select coalesce((below + above) / 2, above - 1) from ${gap})`,
    allOf(moved, whereOwned(list), free),
  )
}

function place(db: Db, to: SQL, which: Condition) {
  return db.update(listItems).set({ place: to }).where(which).returning({ videoId: listItems.videoId })
}

export function renumberItems(db: Db, listId: number) {
  return renumber(db, listItems, listItems.listId, listId)
}

function whereOwn({ id, userId }: OwnList): Condition {
  return allOf(eq(lists.id, id), eq(lists.userId, userId))
}

/** Holds, in any statement, while the account owns the list. */
function whereOwned({ id, userId }: OwnList): Condition {
  return condition(sql`exists (select 1 from lists own where own.id = ${id} and own.user_id = ${userId})`)
}

function whereItem(listId: number, videoId: number): Condition {
  return allOf(eq(listItems.listId, listId), eq(listItems.videoId, videoId))
}
