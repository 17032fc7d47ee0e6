import { env } from 'cloudflare:workers'
import { createDb, type Db } from '../../db/client'
import { mediaObjects, subscriptions, users, videos } from '../../db/schema'
import { eq } from 'drizzle-orm'
import { canonicalUsername, usernameSkeleton } from '../../contract/values/usernames'
import { hashPassword } from '../../worker/services/accounts/password'
import { foldTitle } from '../../worker/services/videos/fold-title'
import { randomId } from '../../worker/storage/keys'
import { parseConfig } from '../../worker/config'
import { TestClient } from './client'

export const testPassword = 'a good password'

export function testDb(): Db {
  return createDb(env.DB, { queries: 0, rowsRead: 0, rowsWritten: 0 })
}

let passwordHash: Promise<string> | undefined

/** A new account that nobody else uses. The hash is made once: it is the same password for all. */
export async function makeUser(options: { isAdmin?: boolean; premiumUntil?: number } = {}) {
  passwordHash ??= hashPassword(testPassword, parseConfig(env).passwordPeppers)
  const username = `u${randomLetters(12)}`
  const db = testDb()
  const [row] = await db
    .insert(users)
    .values({
      username,
      usernameCanonical: canonicalUsername(username),
      usernameSkeleton: usernameSkeleton(username),
      email: `${username}@example.com`,
      emailCanonical: `${username}@example.com`,
      passwordHash: await passwordHash,
      isAdmin: options.isAdmin ?? false,
      createdAt: Date.now(),
    })
    .returning({ id: users.id })
  if (!row) throw new Error('No account was made')
  if (options.premiumUntil !== undefined) {
    await db
      .insert(subscriptions)
      .values({ userId: row.id, premiumUntil: options.premiumUntil, updatedAt: Date.now() })
  }
  return { id: row.id, username }
}

/** Signs in through the front door. */
export async function signInAs(user: { username: string }): Promise<TestClient> {
  const client = new TestClient()
  const response = await client.request('POST', '/api/auth/login', {
    json: { username: user.username, password: testPassword },
  })
  if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`)
  return client
}

export const day = 24 * 3600_000

/** A video as a finished publish leaves it, with small objects in R2. */
export async function makeVideo(userId: number, change: Partial<typeof videos.$inferInsert> = {}) {
  const db = testDb()
  const sourceKey = `m/${randomId()}`
  const posterKey = `m/${randomId()}`
  const source = crypto.getRandomValues(new Uint8Array(5000))
  const poster = crypto.getRandomValues(new Uint8Array(500))
  await env.MEDIA.put(sourceKey, source)
  await env.MEDIA.put(posterKey, poster)
  const now = Date.now()
  const object = { ownerId: userId, createdAt: now }
  await db.insert(mediaObjects).values([
    { ...object, key: sourceKey, kind: 'source', contentType: 'video/mp4', bytes: source.length },
    { ...object, key: posterKey, kind: 'poster', contentType: 'image/jpeg', bytes: poster.length },
  ])
  const title = change.title ?? `Clip ${randomLetters(8)}`
  const [row] = await db
    .insert(videos)
    .values({
      userId,
      title,
      titleFolded: foldTitle(title),
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
      createdAt: now,
      ...change,
    })
    .returning()
  if (!row) throw new Error('No video was made')
  return { ...row, source, poster }
}

/** The row as it is now, or undefined. */
export async function videoRow(id: number) {
  const [row] = await testDb().select().from(videos).where(eq(videos.id, id))
  return row
}

function randomLetters(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  // Letters that no other one looks like, since look-alike names are refused.
  return Array.from(bytes, (byte) => 'abcdefghkpqrstxyz'[byte % 17]).join('')
}
