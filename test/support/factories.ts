import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { defaultSettings, withSettings } from '#contract/schemas/site/settings'
import { canonicalUsername, usernameSkeleton } from '#contract/values/accounts/usernames'
import { defaultPrices, type Plan, periodDays } from '#contract/values/payments/prices'
import { day } from '#contract/values/shared/time'
import type { UploadKind } from '#contract/values/uploads/upload'
import { indexedName } from '#contract/values/videos/search-words'
import { createDb, type Db } from '#db/client'
import { always } from '#db/conditions'
import { revokeSessionsOf } from '#db/queries/shared/revocations'
import { type SettingsRow, settingsRow } from '#db/queries/shared/settings'
import {
  categories,
  entitlementEvents,
  mediaObjects,
  type ObjectKind,
  payments,
  segmentIndexes,
  settings,
  subscriptions,
  uploads,
  users,
  videos,
} from '#db/schema'
import { parseConfig } from '#worker/config'
import { hashPassword } from '#worker/services/accounts/passwords/hash'
import { titleColumns } from '#worker/services/shared/fold-title'
import { loadSettings } from '#worker/services/shared/settings/index'
import { randomId } from '#worker/storage/keys'
import { createSettingsCopy, type Settings } from '#worker/storage/settings-store'
import { TestClient } from './client'

export const testPassword = 'a good password'

export function testDb(): Db {
  return createDb(env.DB)
}

let passwordHash: string | undefined

export interface MadeUser {
  /** A name that no other test of the file uses; by default a random one. */
  username?: string
  isAdmin?: boolean
  /** A site owner is an administrator, too. */
  staff?: 'owner' | 'moderator' | 'support'
  premiumUntil?: number
}

/**
 * Creates an account that no other test uses. The hash is computed once, since all have the same password.
 */
export async function makeUser(options: MadeUser = {}) {
  passwordHash ??= hashPassword(testPassword, parseConfig(env))
  const { username = `u${randomLetters(12)}` } = options
  const db = testDb()
  const [row] = await db
    .insert(users)
    .values({
      username,
      usernameCanonical: canonicalUsername(username),
      usernameSkeleton: usernameSkeleton(username),
      email: `${username}@example.com`,
      emailCanonical: `${username}@example.com`,
      passwordHash,
      isAdmin: options.isAdmin ?? options.staff === 'owner',
      staff: options.staff ?? null,
      createdAt: Date.now(),
    })
    .returning({ id: users.id })
  if (!row) throw new Error('No account was made')
  if (options.premiumUntil !== undefined) await makeTerm(row.id, options.premiumUntil)
  return { id: row.id, username }
}

/** Inserts a payment in the state after a confirmed purchase of a monthly term, without a grant. */
export async function makePayment(userId: number | null, change: Partial<typeof payments.$inferInsert> = {}) {
  const id = randomId()
  const at = change.providerCreatedAt ?? Date.now()
  const plan = change.plan ?? 'monthly'
  const [row] = await testDb()
    .insert(payments)
    .values({
      id,
      userId,
      provider: 'paypal',
      providerPaymentId: `CAPTURE-${id}`,
      method: 'wallet',
      currency: 'USD',
      amountMinor: defaultPrices.USD[plan],
      status: 'captured',
      statusRank: 4,
      plan,
      verifiedBy: 'provider_api',
      verifiedAt: at,
      providerCreatedAt: at,
      createdAt: at,
      ...change,
    })
    .returning()
  if (!row) throw new Error('No payment was made')
  return row
}

/** Inserts a term with this end, and the captured payment that the database requires. Returns the payment. */
export async function makeTerm(
  userId: number,
  until: number,
  plan: Plan = 'monthly',
  change: Partial<typeof payments.$inferInsert> = {},
) {
  const db = testDb()
  const days = periodDays[plan]
  const at = until - days * day
  const payment = await makePayment(userId, { plan, providerCreatedAt: at, ...change })
  const grant = { userId, seq: 1, kind: 'grant', paymentId: payment.id, cause: 'test', days, at } as const
  await db.batch([
    db.insert(entitlementEvents).values(grant),
    db.insert(subscriptions).values({ userId, premiumUntil: until, plan, updatedAt: at }),
  ])
  return payment
}

/** Signs in through the API. */
export async function signInAs<Client extends TestClient = TestClient>(
  user: { username: string },
  client = new TestClient() as Client,
): Promise<Client> {
  const response = await client.request('POST', '/api/auth/login', {
    json: { username: user.username, password: testPassword },
  })
  if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`)
  return client
}

export { day }

/** Inserts a video in the state after a finished publish, with small objects in R2. */
export async function makeVideo(userId: number, change: Partial<typeof videos.$inferInsert> = {}) {
  const db = testDb()
  const sourceKey = `m/${randomId()}`
  const posterKey = `m/${randomId()}`
  const source = crypto.getRandomValues(new Uint8Array(5000))
  const poster = crypto.getRandomValues(new Uint8Array(500))
  await Promise.all([env.MEDIA.put(sourceKey, source), env.MEDIA.put(posterKey, poster)])
  const now = Date.now()
  const object = { ownerId: userId, createdAt: now }
  const objects = db.insert(mediaObjects).values([
    { ...object, key: sourceKey, kind: 'source', contentType: 'video/mp4', bytes: source.length },
    { ...object, key: posterKey, kind: 'poster', contentType: 'image/jpeg', bytes: poster.length },
  ])
  const title = change.title ?? `Clip ${randomLetters(8)}`
  const insert = db
    .insert(videos)
    .values({
      userId,
      ...titleColumns(title),
      categoryId: 1,
      status: 'ready',
      sourceKey,
      sourceType: 'mp4',
      sourceBytes: source.length,
      duration: 12.5,
      width: 1280,
      height: 720,
      posterKey,
      posterType: 'jpg',
      posterBytes: poster.length,
      waitingSince: change.review === 'pending' ? now : null,
      createdAt: now,
      ...change,
    })
    .returning()
  const [, [row]] = await db.batch([objects, insert])
  if (!row) throw new Error('No video was made')
  return { ...row, source, poster }
}

/**
 * Inserts many rows in one statement, without objects; `popularity` and other varying values depend on the
 * row's number `i`.
 */
export async function fillVideos(
  userId: number,
  count: number,
  change: { categoryId?: number; isPremium?: boolean; isPublic?: boolean } = {},
): Promise<void> {
  const { categoryId = 1, isPremium = false, isPublic = true } = change
  await env.DB.prepare(
    `insert into videos (user_id, title, title_folded, category_id, is_premium, is_public, status, popularity, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     select ?, 'Clip ' || i, 'clip ' || i, ?, ?, ?, 'ready', i * 7 % 5, 0 from n`,
  )
    .bind(count, userId, categoryId, Number(isPremium), Number(isPublic))
    .run()
}

export async function makeCategory(): Promise<number> {
  const name = `Category ${randomLetters(8)}`
  const [row] = await testDb()
    .insert(categories)
    .values({ name, nameFolded: indexedName(name), slug: name.toLowerCase().replace(' ', '-') })
    .returning({ id: categories.id })
  if (!row) throw new Error('No category was made')
  return row.id
}

/** A finished upload of each kind, with sizes that suit a source of 1280 x 720 and 9.5 s. */
const finished = {
  video: { object: 'source', contentType: 'video/mp4', duration: 9.5, width: 1280, height: 720 },
  image: { object: 'poster', contentType: 'image/jpeg', duration: null, width: 1280, height: 720 },
  rendition: { object: 'rendition', contentType: 'video/mp4', duration: 9.5, width: 640, height: 360 },
  storyboard: { object: 'storyboard', contentType: 'image/jpeg', duration: null, width: 1600, height: 180 },
  preview: { object: 'preview', contentType: 'video/mp4', duration: 6, width: 426, height: 240 },
  trailer: { object: 'trailer', contentType: 'video/mp4', duration: 9.5, width: 854, height: 480 },
  avatar: { object: 'avatar', contentType: 'image/png', duration: null, width: 256, height: 256 },
  blurred: { object: 'blurred', contentType: 'image/jpeg', duration: null, width: 640, height: 360 },
} as const satisfies Record<UploadKind, { object: ObjectKind; [fact: string]: unknown }>

/**
 * Inserts a finished upload that no video has taken, with its object; a rendition gets its segment index too.
 */
export async function makeUpload(
  userId: number,
  kind: UploadKind = 'video',
  change: Partial<typeof uploads.$inferInsert> = {},
) {
  const db = testDb()
  const id = randomId()
  const { object, ...facts } = finished[kind]
  const { objectKey, bytes } = await makeObject(userId, object, facts.contentType)
  const [row] = await db
    .insert(uploads)
    .values({
      id,
      userId,
      kind,
      status: 'done',
      objectKey,
      r2UploadId: 'finished',
      size: bytes.length,
      fileName: 'clip',
      fingerprint: id,
      partSize: 8 * 1024 * 1024,
      createdAt: Date.now(),
      touchedAt: Date.now(),
      ...facts,
      ...change,
    })
    .returning()
  if (kind === 'rendition' && row) await makeSegments(objectKey, row)
  return { id, objectKey, bytes }
}

/** Stores an object of 700 bytes, in R2 and in its table. */
export async function makeObject(userId: number, kind: ObjectKind, contentType: string) {
  const { objectKey, bytes, row } = await storeBytes(userId, kind, contentType)
  await testDb().insert(mediaObjects).values(row)
  return { objectKey, bytes }
}

/** Stores 700 bytes in R2. Returns their row for the table of objects. */
export async function storeBytes(userId: number, kind: ObjectKind, contentType: string) {
  const objectKey = `m/${randomId()}`
  const bytes = crypto.getRandomValues(new Uint8Array(700))
  await env.MEDIA.put(objectKey, bytes)
  const about = { key: objectKey, kind, contentType, bytes: bytes.length }
  return { objectKey, bytes, row: { ...about, ownerId: userId, createdAt: Date.now() } }
}

/** Index of the two segments of an object of 700 bytes. */
export const madeIndex = {
  initBytes: 100,
  firstOffset: 150,
  segments: [
    [250, 4000],
    [300, 5500],
  ],
} as const

/** Gives an object of makeObject an index of its segments. */
export async function makeSegments(objectKey: string, size: PictureSize): Promise<void> {
  await testDb().insert(segmentIndexes).values(madeSegments(objectKey, size))
}

interface PictureSize {
  width?: number | null
  height?: number | null
}

/** Returns the row of that index. */
export function madeSegments(objectKey: string, { width, height }: PictureSize) {
  return {
    objectKey,
    width: width ?? 0,
    height: height ?? 0,
    codecs: 'avc1.64001e,mp4a.40.2',
    peakBandwidth: 800_000,
    averageBandwidth: 700_000,
    ...madeIndex,
    segments: JSON.stringify(madeIndex.segments),
  }
}

/** Bans an account: inserts the row and revokes its signed media URLs. */
export async function ban(userId: number, until: number | null = null, now = Date.now()): Promise<void> {
  const db = testDb()
  await db.batch([
    db.update(users).set({ banReason: 'spam', banUntil: until }).where(eq(users.id, userId)),
    revokeSessionsOf(db, userId, now, always),
  ])
}

/** Changes the row of the settings, or of the state beside them, but not the copy that requests read. */
export async function changeSettingsRow(
  change: Partial<Settings & Pick<SettingsRow, 'cardsCheckedId'>>,
): Promise<void> {
  const db = testDb()
  const part = (isSetting: boolean) =>
    Object.fromEntries(Object.entries(change).filter(([name]) => name in defaultSettings === isSetting))
  const [row] = await settingsRow(db)
  const document = withSettings(row?.document ?? '{}', part(true))
  await db
    .update(settings)
    .set({ ...part(false), document })
    .where(eq(settings.id, 1))
}

/** Changes the settings for the whole test file, in the row and in the copy that requests read. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const db = testDb()
  await changeSettingsRow(change)
  await createSettingsCopy(env.SETTINGS, Date.now()).write(await loadSettings(db))
}

/** Returns the row as it is now, or undefined. */
export async function videoRow(id: number) {
  const [row] = await testDb().select().from(videos).where(eq(videos.id, id))
  return row
}

export function randomLetters(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  // Letters that resemble no others, since look-alike names are refused.
  return Array.from(bytes, (byte) => 'abcdefghkpqrstxyz'[byte % 17]).join('')
}
