import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDb } from '#db/client'
import {
  emptyLocalSite,
  type LocalSite,
  LocalVisitor,
  migratedLocalSite,
  runCronOf,
  scratchFolder,
} from '#test/support/backup/local-site'
import { testVars } from '#test/support/vars'
import { fillWithVideos } from '#test/support/videos/many-videos'
import { folderAt, wholeIn } from '#tools/backup/folder'
import * as product from '#tools/backup/product'
import { sealed } from '#tools/backup/proof/seal'
import { catchUpSite, restoreSite } from '#tools/backup/restore-site'
import { backUp, refreshCatchUp } from '#tools/backup/take'

// The emulators run in other processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const hour = 3600_000
const day = 24 * hour
// A minute in which every cron task is due, except the nightly comparison with payment providers.
const start = Math.ceil(Date.now() / day) * day + hour
const scratch = scratchFolder()
const to = join(scratch, 'backups')
const say = () => undefined
const key = 'the key of seals of these tests'
const password = 'a good password'

/** Accounts: one leaves, one has videos with everything that can happen to them, one is banned, and one stays. */
const names = ['annabell', 'bertram', 'carlotta', 'dorothea'] as const
type Name = (typeof names)[number]

let ids: Record<Name, number>
/** The account that signed up after the backup. */
let newest: number
let restored: LocalSite
/** Videos by what happened to them after the backup. */
let films: Record<
  | 'removed'
  | 'deleted'
  | 'hidden'
  | 'reported'
  | 'untouched'
  | 'recalled'
  | 'rejectedUnlisted'
  | 'rejectedScheduled'
  | 'ofLeaver'
  | 'ofBanned',
  number
>
let keysOfLeaver: string[]
/** The answers to a visitor before the restored site's owner opened it, and after. */
let answers: number[]

async function signedIn(site: LocalSite, name: string, now = start): Promise<LocalVisitor> {
  const visitor = new LocalVisitor(site, now, names.indexOf(name as Name) + 2)
  expect(await visitor.status('POST', '/api/auth/login', { username: name, password })).toBe(200)
  return visitor
}

/** Opens a closed site as its owner. Returns what a visitor is answered before and after. */
async function open(site: LocalSite): Promise<number[]> {
  const visitor = new LocalVisitor(site, start + 9 * day)
  const before = await visitor.status('GET', '/api/videos')
  const owner = await signedIn(site, 'dorothea', start + 9 * day)
  expect(await owner.status('PATCH', '/api/admin/settings', { maintenanceMode: false })).toBe(200)
  return [before, await visitor.status('GET', '/api/videos')]
}

/** Signs up, and returns the account's ID. */
async function signUp(site: LocalSite, username: string, now = start): Promise<number> {
  const visitor = new LocalVisitor(site, now, 100 + username.length)
  const account = { username, email: `${username}@example.com`, password }
  expect(await visitor.status('POST', '/api/auth/signup', account)).toBe(201)
  const [row] = await site.all<{ id: number }>(`select id from users where username = '${username}'`)
  return row?.id ?? 0
}

beforeAll(async () => {
  const site = await migratedLocalSite(scratch)
  const made: number[] = []
  for (const username of names) made.push(await signUp(site, username))
  const [annabell = 0, bertram = 0, carlotta = 0, dorothea = 0] = made
  ids = { annabell, bertram, carlotta, dorothea }
  await site.run([
    `update users set is_admin = 1, staff = 'owner' where id = ${dorothea}`,
    `update users set is_admin = 1 where id = ${carlotta}`,
    `update users set staff = 'support' where id = ${bertram}`,
  ])
  const owner = await signedIn(site, 'dorothea')
  expect(await owner.status('PATCH', '/api/admin/settings', { commentsEnabled: true })).toBe(200)
  const store = { db: createDb(site.db), media: site.media }
  const fill = async (id: number, count: number) => {
    const keys = await fillWithVideos(store, id, count, { bytesEach: 300, createdAt: start - day })
    const rows = await site.all<{ id: number }>(`select id from videos where user_id = ${id} order by id`)
    return { keys, videos: rows.map((row) => row.id) }
  }
  const ofAnnabell = await fill(annabell, 1)
  const ofBertram = (await fill(bertram, 8)).videos
  const [removed = 0, deleted = 0, hidden = 0, reported = 0, untouched = 0, ...reviewed] = ofBertram
  const [recalled = 0, rejectedUnlisted = 0, rejectedScheduled = 0] = reviewed
  const ofCarlotta = await fill(carlotta, 1)
  keysOfLeaver = ofAnnabell.keys
  films = {
    removed,
    deleted,
    hidden,
    reported,
    untouched,
    recalled,
    rejectedUnlisted,
    rejectedScheduled,
    ofLeaver: ofAnnabell.videos[0] ?? 0,
    ofBanned: ofCarlotta.videos[0] ?? 0,
  }
  // The state after the job that reads hashes.
  await site.run([`update media_objects set sha256 = 'hash of ' || key where kind = 'source'`])
  const bertram1 = await signedIn(site, 'bertram')
  const comment = await bertram1.request('POST', `/api/videos/${untouched}/comments`, {
    body: 'Not for long',
  })
  const commentId = (await comment.json<{ id: number }>()).id
  expect(comment.status).toBe(201)

  const annabell1 = await signedIn(site, 'annabell')
  const remark = await annabell1.request('POST', `/api/videos/${untouched}/comments`, { body: 'Reported' })
  const { id: parentId } = await remark.json<{ id: number }>()
  const reply = { body: 'So its place stays', parentId }
  expect(await bertram1.status('POST', `/api/videos/${untouched}/comments`, reply)).toBe(201)
  const report = { reason: 'spam', email: 'reader@example.com' }
  const reader = new LocalVisitor(site, start)
  expect(await reader.status('POST', `/api/comments/${parentId}/report`, report)).toBe(204)

  await site.run([
    `insert into newsletter_subscribers (email, email_canonical, confirm_hash, requested_at)
      values ('reader@example.com', 'reader@example.com', 'hash', ${start})`,
    `insert into mail_outbox (dedupe_key, recipient, subject, body, next_attempt_at, created_at)
      values ('hello', 'reader@example.com', 'Hello', 'Hello', ${start}, ${start})`,
  ])

  await site.run([
    `update videos set is_public = 0, unlisted_key = 'of the link' where id = ${rejectedUnlisted}`,
    `insert into lists (id, user_id, name, name_folded, link_key, created_at, updated_at) values
      (1, ${bertram}, 'One', 'one', 'closed', 0, 0), (2, ${bertram}, 'Two', 'two', 'replaced', 0, 0),
      (3, ${bertram}, 'Three', 'three', 'gone', 0, 0), (4, ${bertram}, 'Four', 'four', null, 0, 0)`,
    `insert into list_items (list_id, video_id, place, added_at) values (3, ${untouched}, 1, 0)`,
    `insert into tags (slug, name, name_folded, created_at)
      values ('blocked', 'Blocked', 'blocked', 0), ('used', 'Used', 'used', 0)`,
    `update videos set is_public = 0, publish_at = ${start + 30 * day} where id = ${rejectedScheduled}`,
  ])

  await backUp(site, to, { secrets: [], key, now: start, say })

  await site.run([
    `update users set is_admin = 0 where id = ${carlotta}`,
    `update users set staff = 'moderator' where id = ${bertram}`,
  ])
  const grave = { reason: 'illegal', note: 'It breaks the terms.' }
  const done = [
    await (await signedIn(site, 'annabell')).status('DELETE', '/api/account', { password }),
    await owner.status('POST', `/api/admin/videos/${removed}/remove`, grave),
    await owner.status('POST', `/api/admin/users/${carlotta}/ban`, { reason: 'Spam, again.', days: null }),
    await bertram1.status('DELETE', `/api/videos/${deleted}`),
    await bertram1.status('PATCH', `/api/videos/${hidden}`, { visibility: 'private' }),
    await bertram1.status('DELETE', `/api/comments/${commentId}`),
    await new LocalVisitor(site, start).status('POST', `/api/videos/${reported}/report`, {
      reason: 'minor',
      email: 'someone@example.com',
    }),
  ]
  expect(done.map((status) => Math.floor(status / 100))).toEqual(done.map(() => 2))
  const sentBack = `review = 'rejected', public_before = is_public, reason = 'Not on this site.'`
  await site.run([
    `update videos set review = 'pending', waiting_since = ${start} where id = ${recalled}`,
    'update lists set link_key = null, closed_at = 1 where id = 1',
    `update lists set link_key = 'replacing' where id = 2`,
    'delete from list_items where list_id = 3',
    'delete from lists where id = 3',
    `update lists set link_key = 'shared' where id = 4`,
    `update tags set blocked_at = 1 where slug = 'blocked'`,
    `insert into tags (slug, name, name_folded, created_at, blocked_at) values ('newer', 'Newer', 'newer', 0, 1)`,
    `update videos set ${sentBack} where id in (${rejectedUnlisted}, ${rejectedScheduled})`,
  ])
  // The grace period is over, and so is the deleted video's time in the trash.
  for (const hours of [0, 1, 2]) await runCronOf(site, start + 8 * day + hours * hour)
  expect(await site.all(`select 1 from users where id = ${annabell} and delete_at is not null`)).toEqual([])

  newest = await signUp(site, 'fridolina')
  await site.run(['delete from newsletter_subscribers'])
  await refreshCatchUp(site, to, { key, now: start + 9 * day, say })
  await site.close()
  restored = await emptyLocalSite(scratch)
  await restoreSite(restored, to, {
    key,
    unverified: false,
    product,
    now: start + 9 * day,
    migrations: [],
    migrate: async () => undefined,
    say,
    vars: { ...testVars, ENVIRONMENT: 'local' },
  })
  answers = await open(restored)
})
afterAll(async () => {
  await restored.close()
  rmSync(scratch, { recursive: true })
})

it('keeps the site closed until its owner opens it, who can sign in', () => {
  expect(answers).toEqual([503, 200])
})

it('brings back no account that was erased, not its name, its address or its files', async () => {
  const visitor = new LocalVisitor(restored, start + 9 * day, 9)
  expect(await visitor.status('POST', '/api/auth/login', { username: 'annabell', password })).toBe(401)
  expect(await visitor.status('GET', `/api/videos/${films.ofLeaver}`)).toBe(404)
  // A rate limit's window has the name that was just typed.
  const tables = await restored.all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like '_cf_%'
      and name not in ('sqlite_schema', 'rate_windows')`,
  )
  for (const { name } of tables) {
    const rows = JSON.stringify(await restored.all(`select * from "${name}"`))
    expect([name, rows.includes('annabell')]).toEqual([name, false])
  }
  for (const file of globSync(join(to, 'catch-ups/*/*.gz')))
    expect([file, gunzipSync(readFileSync(file)).includes('annabell')]).toEqual([file, false])
  for (const key of keysOfLeaver) expect(await restored.media.head(key)).toBeNull()
})

it('brings back no video that was removed, deleted, reported or made private, and lets nothing equal in', async () => {
  const visitor = new LocalVisitor(restored, start + 9 * day, 9)
  const list = await visitor.request('GET', '/api/videos')
  const shown = (await list.json<{ id: number }[]>()).map(({ id }) => id)
  expect(shown).toEqual([films.untouched])
  for (const [what, id] of Object.entries(films))
    expect([what, await visitor.status('GET', `/api/videos/${id}`)]).toEqual([
      what,
      what === 'untouched' ? 200 : 404,
    ])
  const reviews = await restored.all(
    `select review, reason, public_before as was_public from videos where review <> 'approved' order by id`,
  )
  const rejected = { review: 'rejected', reason: 'Not on this site.', was_public: 0 }
  expect(reviews).toEqual([{ review: 'pending', reason: null, was_public: null }, rejected, rejected])
  const blocked = await restored.all<{ sha256: string }>('select sha256 from blocked_hashes')
  expect(blocked).toEqual([{ sha256: `hash of m/${ids.bertram}-source-0` }])
  const owner = await signedIn(restored, 'dorothea', start + 9 * day)
  const holds = await Promise.all(
    (['removed', 'reported', 'ofBanned'] as const).map(async (what) => {
      const response = await owner.request('GET', `/api/videos/${films[what]}`)
      return (await response.json<{ hold: string }>()).hold
    }),
  )
  expect(holds).toEqual(['removed', 'quarantine', 'ban'])
  expect(await restored.all(`select status from reports`)).toEqual([{ status: 'open' }])
})

it('lets nobody back in who was banned, shows no comment that was deleted, and writes to no one who left', async () => {
  expect(await restored.all('select id from newsletter_subscribers')).toEqual([])
  // It was sent after the backup, in which it was still waiting.
  const mails = `select next_attempt_at as due, sent_at > 0 as was_sent from mail_outbox where subject = 'Hello'`
  expect(await restored.all(mails)).toEqual([{ due: null, was_sent: 1 }])
  // The author of a reported comment is erased again; the person who reported it was told the first time.
  const decided = `select next_attempt_at as due, sent_at > 0 as was_sent from mail_outbox
    where dedupe_key like 'comment-report:%:decided'`
  expect(await restored.all(decided)).toEqual([{ due: null, was_sent: 1 }])
  const visitor = new LocalVisitor(restored, start + 9 * day, 9)
  const login = await visitor.request('POST', '/api/auth/login', { username: 'carlotta', password })
  expect(await login.json()).toMatchObject({ code: 'banned' })
  const comments = await visitor.request('GET', `/api/videos/${films.untouched}/comments`)
  expect(JSON.stringify(await comments.json())).not.toContain('Not for long')
})

it('gives everyone the role of the newest catch-up, and none back that was taken since', async () => {
  const staff = 'select id, is_admin, staff from users where is_admin = 1 or staff is not null order by id'
  expect(await restored.all(staff)).toEqual([
    { id: ids.bertram, is_admin: 0, staff: 'moderator' },
    { id: ids.dorothea, is_admin: 1, staff: 'owner' },
  ])
})

it('opens no link of a list that was closed, replaced or deleted, and no tag that was blocked', async () => {
  expect(await restored.all('select id, link_key as link, closed_at as closed from lists')).toEqual([
    { id: 1, link: null, closed: 1 },
    { id: 2, link: 'replacing', closed: null },
    { id: 4, link: null, closed: null },
  ])
  expect(await restored.all('select * from list_items')).toEqual([])
  const blocked = await restored.all('select slug from tags where blocked_at is not null order by slug')
  expect(blocked).toEqual([{ slug: 'blocked' }, { slug: 'newer' }])
})

it('gives no new thing the ID of one that is newer than the backup', async () => {
  expect(await signUp(restored, 'emmanuel', start + 9 * day)).toBeGreaterThan(newest)
})

it('comes after Time Travel, too, but not without a word where most videos would go', async () => {
  const now = start + 9 * day
  await restored.run([
    'delete from removal_hashes',
    'delete from removals',
    `update videos set hold = null where id = ${films.removed}`,
    `update users set ban_reason = null where id = ${ids.carlotta}`,
  ])
  const store = { db: createDb(restored.db), media: restored.media }
  await fillWithVideos(store, ids.dorothea, 20, { bytesEach: 60, createdAt: now })
  // The catch-up is newer than the database.
  const migrate = vi.fn(async () => undefined)
  const options = {
    key,
    unverified: false,
    product,
    now,
    migrations: ['9999_newer.sql'],
    migrate,
    say,
    vars: { ...testVars, ENVIRONMENT: 'local' },
  }
  // The hourly catch-up would take this for the newest state.
  await restored.run([`update sqlite_sequence set seq = seq - 2 where name = 'users'`])
  await expect(refreshCatchUp(restored, to, { key, now, say })).rejects.toThrow(
    'older than its newest catch-up',
  )
  await expect(catchUpSite(restored, to, options)).rejects.toThrow('21 of the 28 videos were gone or hidden')
  const visitor = new LocalVisitor(restored, now, 9)
  expect(await visitor.status('GET', '/api/videos')).toBe(503)

  await expect(refreshCatchUp(restored, to, { key, now, say })).rejects.toThrow('has begun and not ended')

  const catchUp = wholeIn(folderAt(to).catchUps).at(-1) ?? ''
  // A catch-up of a version that didn't have this table yet.
  const manifest = join(folderAt(to).catchUps, catchUp, 'manifest.json')
  const { seal, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
  delete rest.parts.restore_removal_requests
  delete rest.files['restore_removal_requests.jsonl.gz']
  rmSync(join(folderAt(to).catchUps, catchUp, 'restore_removal_requests.jsonl.gz'))
  writeFileSync(manifest, JSON.stringify(sealed(rest, key)))
  const { caughtUp } = await catchUpSite(restored, to, { ...options, catchUp })
  expect(migrate).toHaveBeenCalledTimes(2)
  expect(caughtUp).toEqual({ erased: 0, deleted: 20, hidden: 1 })
  // From here on the site is as the other tests find it.
  expect(await open(restored)).toEqual([503, 200])
  expect(await visitor.status('GET', `/api/videos/${films.removed}`)).toBe(404)
  const login = await visitor.request('POST', '/api/auth/login', { username: 'carlotta', password })
  expect(await login.json()).toMatchObject({ code: 'banned' })
  expect(await restored.all('select sha256 from blocked_hashes')).toHaveLength(1)
})
