import { env } from 'cloudflare:workers'
import { crc32 } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { videoDetails } from '#contract/schemas/videos/video'
import { mediaObjects, rateWindows, sessions, users, videos, watchHistory } from '#db/schema'
import type { UserContext } from '#worker/services/context'
import { openArchive } from '#worker/services/leaving/account-export/index'
import { type Person, start } from '../../support/accounts/leaving'
import { problemOf, type TestClient } from '../../support/client'
import { jobContext } from '../../support/context'
import { day, makeUser, makeVideo, testDb, testPassword } from '../../support/factories'
import { liveFully, makeVideosWithTraces } from '../../support/full-life'
import { signInAt } from '../../support/moderation/removals'
import { makeGiftCodes, redeem } from '../../support/payments/gift-codes'
import { fillShelf } from '../../support/payments/shelf'
import { deleteForGood } from '../../support/videos/own-bulk'
import { readZip } from '../../support/videos/zip'

const db = testDb()
const path = '/api/account/export'
const hour = 3_600_000

let person: Person
let client: TestClient
beforeEach(async () => {
  person = await makeUser()
  client = await signInAt(person, start)
})

async function download(): Promise<{ etag: string; bytes: Uint8Array }> {
  const response = await client.get(path)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  return { etag: response.headers.get('etag') ?? '', bytes }
}

async function part(range: string, headers: Record<string, string> = {}) {
  const response = await client.get(path, { range, ...headers })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('the download of an account', () => {
  it('holds everything about it, and its videos as files that can be checked', async () => {
    const { other } = await liveFully(person)
    await makeVideosWithTraces(person.id, 3)
    const quarantined = await makeVideo(person.id, { hold: 'quarantine' })
    await checksum(quarantined.sourceKey)
    const { bytes } = await download()
    const files = readZip(bytes)
    const json = (name: string) => JSON.parse(new TextDecoder().decode(files.get(name)))
    expect([...files.keys()].filter((name) => name.endsWith('.json')).sort()).toEqual([
      'account.json',
      'comment-blocks.json',
      'comment-likes.json',
      'comment-reports.json',
      'comments.json',
      'follows.json',
      'history.json',
      'likes.json',
      'lists.json',
      'mails.json',
      'notifications.json',
      'payments.json',
      'removals.json',
      'reports.json',
      'saved.json',
      'sessions.json',
      'uploads.json',
      'videos.json',
    ])
    expect(json('account.json')).toMatchObject({
      id: person.id,
      username: person.username,
      email: `${person.username}@example.com`,
      agreedTo: [{ slug: 'terms', version: 1, acceptedAt: new Date(start).toISOString() }],
      security: { passkeys: [{ name: `Phone of ${person.username}` }], recoveryCodesLeft: 1 },
      newsletter: { confirmedAt: new Date(start).toISOString() },
    })
    for (const name of ['history', 'saved', 'likes']) expect(json(`${name}.json`)[0].videoId).toBe(other)
    expect(json('lists.json')).toMatchObject([{ name: `List of ${person.username}`, videos: [other] }])
    expect(json('reports.json')).toMatchObject([{ details: 'Something is wrong.' }])
    expect(json('uploads.json').uploads.map((each: { fileName: string }) => each.fileName)).toContain(
      `${person.username}-holiday.mp4`,
    )
    expect(json('payments.json')).toMatchObject({
      orders: [{ amountMinor: 1499 }],
      claims: [{ method: 'UPI' }],
    })
    expect(new TextDecoder().decode(files.get('account.json'))).not.toContain('scrypt')

    const list: { id: number; file: string | null; hold: string | null }[] = json('videos.json')
    const { categoryId, visibility, ...details } = videoDetails.shape
    expect(Object.keys(list[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(details)))
    expect(list.find(({ id }) => id === quarantined.id)).toMatchObject({ file: null, hold: 'quarantine' })
    const filed = list.filter(({ file }) => file !== null)
    expect(filed.length).toBe(3)
    for (const { id, file } of filed) {
      expect(file).toMatch(/^videos\/\d+-Film \d “ünïcode”.mp4$/)
      const [row] = await db.select().from(videos).where(eq(videos.id, id))
      const stored = await (await env.MEDIA.get(row?.sourceKey ?? ''))?.arrayBuffer()
      expect(files.get(file ?? '')).toEqual(new Uint8Array(stored ?? new ArrayBuffer()))
    }
  })

  it('holds what staff set, gave and said to the account, and not what they wrote to each other', async () => {
    const admin = await signInAt(await makeUser({ isAdmin: true }), start)
    const at = (path: string) => `/api/admin/users/${person.id}/${path}`
    const limits = { quotaBytes: 5e12, publishesPerDay: 200, openUploads: null }
    const days = 30
    await admin.request('PUT', at('limits'), { json: limits })
    await admin.request('PUT', at('trust'), { json: { trusted: true } })
    await admin.request('POST', at('warnings'), { json: { text: 'Wrong titles.' } })
    await admin.request('POST', at('notes'), { json: { text: 'Wrote to us twice.' } })
    await admin.request('POST', at('gifts'), { json: { days, reason: 'For the outage.' } })
    const [gift] = await admin.json<{ id: string }[]>('GET', at('gifts'))
    const revoke = `/api/admin/gifts/${gift?.id}/revoke`
    await admin.request('POST', revoke, { json: { reason: 'By mistake.' } })
    const { codes } = await makeGiftCodes(admin)
    await fillShelf()
    expect((await redeem(client, codes[0])).status).toBe(200)
    const notices = { review: { email: false } }
    await client.request('PATCH', '/api/account/preferences', { json: { notices } })
    const { bytes } = await download()
    const files = readZip(bytes)
    const json = (name: string) => JSON.parse(new TextDecoder().decode(files.get(name)))
    const then = new Date(start).toISOString()
    expect(json('account.json')).toMatchObject({
      ...limits,
      mutedMails: ['review'],
      trustedAt: then,
      warnings: [{ text: 'Wrong titles.', at: then, acknowledgedAt: null }],
    })
    expect(json('payments.json').gifts).toEqual([
      { days, reason: 'For the outage.', at: then, revokedAt: then, revokeReason: 'By mistake.' },
    ])
    expect(json('payments.json').giftCodes).toEqual([{ days, at: then }])
    expect(new TextDecoder().decode(bytes)).not.toContain('Wrote to us twice.')
  })

  it('is the same whichever parts of it are asked for, and in whatever order', async () => {
    await makeVideosWithTraces(person.id, 3, 5000)
    const { etag, bytes } = await download()
    const step = Math.ceil(bytes.length / 7)
    for (let from = 0; from < bytes.length; from += step) {
      const to = Math.min(from + step, bytes.length) - 1
      const { response, bytes: some } = await part(`bytes=${from}-${to}`, { 'if-range': etag })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/${bytes.length}`)
      expect(some).toEqual(bytes.slice(from, to + 1))
    }
    const tail = await part('bytes=-100')
    expect(tail.bytes).toEqual(bytes.slice(-100))
    const beyond = await part(`bytes=${bytes.length}-`)
    expect(beyond.response.status).toBe(416)
    const head = await client.request('HEAD', path)
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    expect(head.headers.get('content-disposition')).toBe('attachment; filename="account.zip"')
    expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304)
  })

  it('begins anew when something has changed, and not when it was only looked at', async () => {
    await makeVideosWithTraces(person.id, 1)
    const { etag, bytes } = await download()
    client.now = start + 2 * hour
    await client.get('/api/auth/me')
    await db
      .update(sessions)
      .set({ seenAt: start + hour })
      .where(eq(sessions.userId, person.id))
    await db.update(videos).set({ views: 7, likes: 3 }).where(eq(videos.userId, person.id))
    expect((await part('bytes=10-', { 'if-range': etag })).response.status).toBe(206)
    client.now = start
    await db.insert(watchHistory).values({ userId: person.id, videoId: 1, position: 1, watchedAt: start })
    const anew = await part('bytes=10-', { 'if-range': etag })
    expect(anew.response.status).toBe(200)
    expect(anew.bytes.length).toBeGreaterThan(bytes.length)
  })

  it('begins anew when a video is renamed or deleted while it runs, and never ends as something else', async () => {
    await makeVideosWithTraces(person.id, 3)
    const [first, second] = await db
      .select()
      .from(videos)
      .where(eq(videos.userId, person.id))
      .orderBy(videos.id)
    const { etag } = await download()
    const renamed = await client.request('PATCH', `/api/videos/${first?.id}`, {
      json: { title: 'Another title' },
    })
    expect(renamed.status).toBe(200)
    const anew = await part('bytes=10-', { 'if-range': etag })
    expect([anew.response.status, anew.response.headers.get('etag') === etag]).toEqual([200, false])
    expect([...readZip(anew.bytes).keys()]).toContain(`videos/${first?.id}-Another title.mp4`)
    expect((await client.get(path, { range: 'bytes=10-', 'if-match': etag })).status).toBe(412)

    const after = anew.response.headers.get('etag') ?? ''
    await deleteForGood(client, second?.id ?? 0)
    const without = await part('bytes=10-', { 'if-range': after })
    expect(without.response.status).toBe(200)
    expect([...readZip(without.bytes).keys()].filter((name) => name.startsWith('videos/')).length).toBe(2)
    const beyond = await part('bytes=99999999-')
    expect(beyond.response.headers.get('content-range')).toBe(`bytes */${without.bytes.length}`)
  })

  it.each([
    ['a way out of the folder', ['../../etc/passwd', '..\\..\\boot.ini', '/absolute', 'C:\\x', '~/.ssh/id']],
    ['one title twice', ['The same', 'The same', 'the SAME']],
    ['other scripts', ['日本語のタイトル', 'مرحبا', 'Zoë — “naïve” 👩‍👩‍👧', 'e\u0301', '\u202egpj.exe']],
    ['300 characters', ['x'.repeat(300), '字'.repeat(300), '👩‍👩‍👧'.repeat(60)]],
    ['nothing that a name may have', ['...', '???', '\u0000\n\t', 'CON', 'nul.mp4', '-rf', ' ']],
  ])('takes titles with %s', async (_, titles) => {
    await makeVideosWithTraces(person.id, titles.length)
    const rows = await db.select().from(videos).where(eq(videos.userId, person.id)).orderBy(videos.id)
    for (const [index, { id }] of rows.entries())
      await db.update(videos).set({ title: titles[index] }).where(eq(videos.id, id))
    const { bytes } = await download()
    const names = [...readZip(bytes).keys()].filter((name) => !name.endsWith('.json'))
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(titles.length)
    for (const name of names) {
      // Folder and ID are ours. The rest has no path, and no character that a file system refuses.
      expect(name).toMatch(/^videos\/\d+-[^/\\<>:"|?*\p{Cc}\p{Cf}]+\.mp4$/u)
      expect(new TextEncoder().encode(name.slice('videos/'.length)).length).toBeLessThanOrEqual(255)
    }
  })

  it('has 60 videos without having read more than it has answered', async () => {
    await makeVideosWithTraces(person.id, 60)
    const { bytes } = await download()
    expect([...readZip(bytes).keys()].filter((name) => name.startsWith('videos/')).length).toBe(60)

    const ctx = await contextOf(person)
    let reads = 0
    const read: UserContext['media']['read'] = (...given) => {
      reads += 1
      return ctx.media.read(...given)
    }
    const archive = await openArchive({ ...ctx, media: { ...ctx.media, read } }, null)
    expect(reads).toBe(0)
    const reader = (await archive.read(0, archive.size)).getReader()
    let taken = 0
    while (taken < bytes.length / 2) taken += (await reader.read()).value?.length ?? 0
    // The stream itself buffers nothing: only the bytes sent were read from the bucket, and the piece in
    // transit.
    expect(reads).toBeLessThanOrEqual(32)
    await reader.cancel()
    const slice = await archive.read(archive.size - 500, 500)
    reads = 0
    await new Response(slice).arrayBuffer()
    expect(reads).toBe(0)
  })

  it('breaks off where a file is gone, so that nobody takes half of it for the whole', async () => {
    await makeVideosWithTraces(person.id, 2)
    await env.MEDIA.delete(`m/${person.id}-source-1`)
    const ctx = await contextOf(person)
    const archive = await openArchive(ctx, null)
    await expect(new Response(await archive.read(0, archive.size)).arrayBuffer()).rejects.toThrow()
  })

  it('breaks off once a video is taken down while it runs', async () => {
    await makeVideosWithTraces(person.id, 2)
    const ctx = await contextOf(person)
    const archive = await openArchive(ctx, null)
    const [row] = await db.select().from(videos).where(eq(videos.userId, person.id)).orderBy(videos.id)
    const boss = await signInAt(await makeUser({ isAdmin: true }), start)
    await boss.request('POST', `/api/admin/videos/${row?.id}/remove`, {
      json: { reason: 'illegal', note: 'Against the law.' },
    })
    ctx.now += 10_000
    await expect(new Response(await archive.read(0, archive.size)).arrayBuffer()).rejects.toThrow()
  })
})

describe('the download is refused', () => {
  it('without a password that was typed lately, unless it goes on with what it began', async () => {
    await makeVideosWithTraces(person.id, 1)
    const { etag } = await download()
    client.now = start + hour
    expect(await problemOf(await client.get(path))).toMatchObject({ code: 'password_required' })
    for (const tag of ['"guessed"', `W/${etag}`]) {
      const refused = await client.get(path, { range: 'bytes=5-', 'if-range': tag })
      expect(await problemOf(refused)).toMatchObject({ code: 'password_required' })
    }
    expect((await part('bytes=5-', { 'if-range': etag })).response.status).toBe(206)
    const confirmed = await client.request('POST', '/api/auth/confirm', { json: { password: testPassword } })
    expect(confirmed.status).toBe(204)
    expect((await client.get(path)).status).toBe(200)
  })

  it('to another account with the tag, and from another site', async () => {
    const { etag } = await download()
    const other = await signInAt(await makeUser(), start)
    other.now = start + hour
    expect((await other.get(path, { 'if-range': etag })).status).toBe(403)
    expect((await client.get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it('beyond so many in an hour', async () => {
    await download()
    await db
      .update(rateWindows)
      .set({ count: 59 })
      .where(eq(rateWindows.key, `accountExport:${person.id}`))
    await download()
    expect((await client.get(path)).status).toBe(429)
  })
})

async function contextOf({ id, username }: Person): Promise<UserContext> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  const ctx = await jobContext(start)
  return {
    ...ctx,
    actor: {
      kind: 'user',
      id,
      username,
      email: row?.email ?? '',
      emailVerifiedAt: null,
      staff: null,
      createdAt: start - day,
      savesHistory: true,
      premiumUntil: null,
      sessionId: 'test',
      latestClaim: null,
      mutedNotices: [],
      noticesReadAt: 0,
      tokenVersion: 0,
      startedAt: start,
      confirmedAt: start,
      role: 'user',
    },
  }
}

/** Sets the checksum as the job that reads the file does. */
async function checksum(key: string | null): Promise<void> {
  const bytes = await (await env.MEDIA.get(key ?? ''))?.arrayBuffer()
  await db
    .update(mediaObjects)
    .set({ crc32: crc32(new Uint8Array(bytes ?? new ArrayBuffer())) })
    .where(eq(mediaObjects.key, key ?? ''))
}
