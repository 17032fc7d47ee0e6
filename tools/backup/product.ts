import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { always } from '#db/conditions'
import { failUploadsOf } from '#db/queries/leaving/delete-account'
import { insertScan } from '#db/queries/site/storage'
import { emptyComments } from '#db/queries/videos/comments'
import { deleteTraces } from '#db/queries/videos/publishing/publish'
import { deleteVideo } from '#db/queries/videos/video'
import { markFilesForDeletion, revokeFilesOf, revokeFilesOfAll } from '#db/queries/videos/video-files'
import { videos } from '#db/schema'
import { compose } from '#worker/compose'
import type { ServiceContext } from '#worker/services/context'
import { deleteAccount } from '#worker/services/leaving/account-deletion/index'
import { audit } from '#worker/services/shared/audit/index'
import { copySettings } from '#worker/services/shared/settings/index'
import { progressed } from '../programs/watched.ts'
import { caseTables, column, fileOf, makeHelper, stateOf, states } from './catch-up.ts'
import type { Chosen } from './choose.ts'
import { quoted } from './definitions.ts'
import type { CatchUpManifest } from './folder.ts'
import { readWritten } from './lines.ts'
import { writeRows } from './rows.ts'

// The part of a restore that uses the product's own code, so that accounts are erased and videos deleted as
// on the site.

const videosAtOnce = 100
/** Fewer may well have been deleted on purpose. */
const manyVideos = 20

/** A budget that never ends. Each batch of work looks at it, which is progress. */
const endless = {
  get batches() {
    progressed()
    return Number.POSITIVE_INFINITY
  },
  set batches(_left: number) {},
}

/** The product's code, at work outside a worker. */
export interface Work {
  ctx: ServiceContext
  background: Promise<unknown>[]
}

/** Starts the product's code, which sees the site in maintenance mode. */
export async function begin(env: unknown, now: number): Promise<Work> {
  const background: Promise<unknown>[] = []
  const { ctx } = await compose(env as Env, {
    now,
    requestId: 'cli',
    client: { address: 'restore', userAgent: '' },
    defer: (work) => background.push(work),
  })
  await copySettings(ctx)
  return { ctx, background }
}

/** Starts the storage scan, which reports missing files to the operator: cron does the rest of it. */
export async function finish({ ctx, background }: Work): Promise<void> {
  await insertScan(ctx.db, ctx.now)
  await Promise.all(background)
}

export interface CaughtUp {
  /** Accounts erased since the backup. */
  erased: number
  /** Videos deleted since, and videos hidden since. */
  deleted: number
  hidden: number
}

/**
 * Brings a restored database to the newest state of the site's moderation: cases, blocked hashes, bans,
 * roles, ended sessions, pending deletions of accounts, and deleted and hidden videos and comments. Then
 * erases accounts and deletes videos again. `isChosen` says that the operator named this catch-up.
 */
export async function applyCatchUp(
  { ctx }: Work,
  d1: D1Database,
  { catchUp, backup, isChosen }: { catchUp: Chosen<CatchUpManifest>; backup: string; isChosen: boolean },
): Promise<CaughtUp> {
  const { parts } = catchUp.manifest
  // A catch-up of an older version has fewer states.
  const known = [...caseTables, ...Object.keys(states)].filter((table) => stateOf(table) in parts)
  for (const table of known) {
    const name = stateOf(table)
    const { columns = [], content = {} } = parts[name] ?? {}
    await d1.batch(makeHelper(table, columns).map((each) => d1.prepare(each)))
    const lines = readWritten(join(catchUp.own, fileOf(name)), content)
    await writeRows(d1, { name, columns: columns.map(column), parents: [] }, lines)
  }
  if (!isChosen) await refuseDisaster(d1)
  await replaceCases(d1, parts, known)
  await d1.batch(known.flatMap((table) => (byState[table] ?? []).map((each) => d1.prepare(each))))
  const hidden = await hideVideos(ctx)
  await changeComments(ctx, d1)
  const lastMail = (await d1.prepare('select max(id) as id from mail_outbox').first<number>('id')) ?? 0
  const erased = await idsOf(
    d1,
    'select id from users where deleting_at is not null and delete_at is not null',
  )
  for (const id of erased) await deleteAccount(ctx, id, endless)
  const gone = await idsOf(d1, `select id from videos where id not in (select id from ${stateOf('videos')})`)
  for (const id of gone) await deleteGone(ctx, id).then(progressed)
  // The recipients were told when it first happened.
  await d1
    .prepare(
      `update mail_outbox set sent_at = next_attempt_at, next_attempt_at = null
        where id > ? and next_attempt_at is not null`,
    )
    .bind(lastMail)
    .run()
  await failUploads(ctx, d1)
  const entry = { action: 'site.restore', subject: 'site', subjectId: 'site' }
  await audit(ctx, { ...entry, reason: `restored from the backup of ${backup}` })
  return { erased: erased.length, deleted: gone.length, hidden }
}

/**
 * Refuses a catch-up in which most videos are gone or hidden. That may be the very disaster after which the
 * operator restores, and it would return.
 */
async function refuseDisaster(d1: D1Database): Promise<void> {
  const was = stateOf('videos')
  const counts = await d1
    .prepare(
      `select count(*) as total, count(*) filter (where was.id is null
          or (v.hold is null and v.review = 'approved' and v.is_public = 1
            and (was.hold is not null or was.review <> 'approved' or was.is_public = 0))) as gone
        from videos v left join ${was} was on was.id = v.id`,
    )
    .first<{ total: number; gone: number }>()
  const { total, gone } = counts ?? { total: 0, gone: 0 }
  if (gone < manyVideos || gone < total / 2) return
  throw new Error(
    `When the newest catch-up was taken, ${gone} of the ${total} videos were gone or hidden. If that is what went wrong, name an older one with --catch-up; else name this one, and they are deleted or hidden again.`,
  )
}

/**
 * Replaces the tables of cases, in one batch with dropping and making their triggers. These would refuse to
 * replace cases, and would count them again.
 */
async function replaceCases(d1: D1Database, parts: CatchUpManifest['parts'], known: string[]): Promise<void> {
  const { results: triggers } = await d1
    .prepare(
      `select name, sql from sqlite_master where type = 'trigger' and tbl_name in (select value from json_each(?))`,
    )
    .bind(JSON.stringify(caseTables))
    .all<{ name: string; sql: string }>()
  const replace = caseTables
    .filter((table) => known.includes(table))
    .flatMap((table) => {
      const columns = (parts[stateOf(table)]?.columns ?? []).map(quoted).join(', ')
      return [
        `delete from ${table}`,
        `insert into ${table} (${columns}) select ${columns} from ${stateOf(table)} where true`,
      ]
    })
  const count = `update videos set open_reports = counted.open
    from (select v.id, count(r.id) as open from videos v
      left join reports r on r.video_id = v.id and r.status = 'open' group by v.id) counted
    where counted.id = videos.id and counted.open <> videos.open_reports`
  await d1.batch(
    [
      ...triggers.map(({ name }) => `drop trigger ${name}`),
      ...replace,
      count,
      ...triggers.map((trigger) => trigger.sql),
    ].map((each) => d1.prepare(each)),
  )
}

/** The changes made by statements alone, by the state they need. */
const byState: Record<string, string[]> = {
  users: [
    // An account without a row in the states has no role and no ban, and isn't leaving.
    `update users set is_admin = coalesce(was.is_admin, 0), staff = was.staff, ban_reason = was.ban_reason,
        ban_until = was.ban_until, delete_at = was.delete_at,
        token_version = max(users.token_version, coalesce(was.token_version, 0))
      from (select u.id as uid, c.* from users u left join ${stateOf('users')} c on c.id = u.id
        where c.deleting_at is null) was
      where was.uid = users.id and users.deleting_at is null`,
    `update users set deleting_at = was.deleting_at, delete_at = coalesce(was.delete_at, was.deleting_at),
        token_version = users.token_version + 1
      from ${stateOf('users')} was
      where was.id = users.id and was.deleting_at is not null and users.deleting_at is null`,
  ],
  sessions: [notIn('sessions')],
  newsletter_subscribers: [notIn('newsletter_subscribers')],
  mail_outbox: [
    `update mail_outbox set sent_at = next_attempt_at, next_attempt_at = null
      where next_attempt_at is not null and id not in (select id from ${stateOf('mail_outbox')})`,
  ],
  lists: [
    `delete from list_items where list_id not in (select id from ${stateOf('lists')})`,
    notIn('lists'),
    // A list that was shared since the backup stays private.
    `update lists set link_key = was.link_key, closed_at = was.closed_at from ${stateOf('lists')} was
      where was.id = lists.id and (lists.closed_at is not was.closed_at
        or (lists.link_key is not null and lists.link_key is not was.link_key))`,
  ],
  tags: [
    `insert into tags (slug, name, name_folded, created_at, blocked_at, merged_into)
      select slug, name, name_folded, created_at, blocked_at, merged_into from ${stateOf('tags')} where true
      on conflict (slug) do update set blocked_at = excluded.blocked_at, merged_into = excluded.merged_into`,
  ],
  // No ID of a row newer than the backup may be given to another.
  sequences: [
    `update sqlite_sequence set seq = max(seq, coalesce(
        (select was.seq from ${stateOf('sequences')} was where was.name = sqlite_sequence.name), 0))`,
    `insert into sqlite_sequence (name, seq) select name, seq from ${stateOf('sequences')} was
      where not exists (select 1 from sqlite_sequence own where own.name = was.name)
        and exists (select 1 from sqlite_master m where m.type = 'table' and m.name = was.name)`,
  ],
}

/** Returns the statement that deletes the rows of a table that the site no longer had. */
function notIn(table: string): string {
  return `delete from ${table} where id not in (select id from ${stateOf(table)})`
}

/**
 * Gives videos the holds that they had, and sends those pending or rejected then back to review. Makes none
 * public, or open by a link, that wasn't. Returns how many changed.
 */
async function hideVideos({ db, now }: ServiceContext): Promise<number> {
  const was = sql.raw(stateOf('videos'))
  const isSentBack = sql`(review = 'approved' and (select review from ${was} where id = "videos"."id") <> 'approved')`
  const differ = sql`select v.id from videos v join ${was} was on was.id = v.id
    where v.hold is not was.hold or v.trashed_at is not was.trashed_at or v.is_public > was.is_public
      or (v.review = 'approved' and was.review <> 'approved')
      or (v.unlisted_key is not null and v.unlisted_key is not was.unlisted_key)
      or (v.publish_at is not null and v.publish_at is not was.publish_at and was.is_public = 0)
    order by v.id limit ${videosAtOnce}`
  let hidden = 0
  for (;;) {
    const ids = (await db.all<{ id: number }>(differ)).map(({ id }) => id)
    if (ids.length === 0) return hidden
    const which = sql`select value from json_each(${JSON.stringify(ids)})`
    const then = (name: string) => sql`(select ${sql.raw(name)} from ${was} where id = "videos"."id")`
    await db.batch([
      revokeFilesOfAll(db, which, now),
      db
        .update(videos)
        .set({
          hold: then('hold'),
          trashedAt: then('trashed_at'),
          isPublic: sql`min(is_public, ${then('is_public')})`,
          unlistedKey: sql`iif(unlisted_key is null, null, ${then('unlisted_key')})`,
          publishAt: sql`iif(publish_at is null or ${then('is_public')} = 1, publish_at, ${then('publish_at')})`,
          review: sql`iif(${isSentBack}, ${then('review')}, review)`,
          waitingSince: sql`iif(${isSentBack}, ${then('waiting_since')}, waiting_since)`,
          publicBefore: sql`iif(${isSentBack}, ${then('public_before')}, public_before)`,
          reason: sql`iif(${isSentBack}, ${then('reason')}, reason)`,
          revision: sql`revision + 1`,
        })
        .where(sql`${videos.id} in (${which})`),
    ])
    hidden += ids.length
    progressed()
  }
}

async function changeComments({ db }: ServiceContext, d1: D1Database): Promise<void> {
  const was = stateOf('comments')
  await emptyComments(
    db,
    sql`state <> 'deleted' and id in (select id from ${sql.raw(was)} where state = 'deleted')`,
  )
  await d1.batch(
    [
      `update comments set state = was.state, held_for = was.held_for, removed_by = was.removed_by,
          reason = was.reason, is_pinned = iif(was.state = 'shown', is_pinned, 0)
        from ${was} was where was.id = comments.id and was.state <> comments.state`,
      `delete from comments where id not in (select id from ${was})`,
    ].map((each) => d1.prepare(each)),
  )
}

/** Deletes a video as the site had deleted it, regardless of earlier holds. */
async function deleteGone(ctx: ServiceContext, id: number): Promise<void> {
  const { db, now } = ctx
  const [video] = await db.all<{ userId: number }>(
    sql`select user_id as "userId" from videos where id = ${id}`,
  )
  if (!video) return
  await db.batch([
    markFilesForDeletion(db, id, now),
    revokeFilesOf(db, id, now),
    deleteVideo(db, { id, userId: video.userId }, always),
    ...deleteTraces(db, id),
  ])
}

/** Ends unfinished uploads: their parts are in no backup. */
async function failUploads({ db }: ServiceContext, d1: D1Database): Promise<void> {
  const owners = await idsOf(
    d1,
    `select distinct user_id as id from uploads where status in ('open', 'completing')`,
  )
  for (const id of owners)
    await failUploadsOf(db, id, 'The site was restored from a backup. Please upload the file again.').then(
      progressed,
    )
}

async function idsOf(d1: D1Database, select: string): Promise<number[]> {
  const { results } = await d1.prepare(select).all<{ id: number }>()
  return results.map(({ id }) => id)
}

/** Returns the keys that a row names. Files pending deletion aren't restored. */
export async function namedAmong({ ctx }: Work, keys: string[]): Promise<Set<string>> {
  const given: SQL = sql`(select value from json_each(${JSON.stringify(keys)}))`
  const rows = await ctx.db.all<{ key: string }>(
    sql`select key from media_objects where pending_deletion_since is null and key in ${given}`,
  )
  return new Set(rows.map(({ key }) => key))
}
