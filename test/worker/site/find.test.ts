import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FoundThing } from '#contract/schemas/site/find'
import { claims, mediaObjects, paymentRefs, removalHashes, removals, reports, users } from '#db/schema'
import { randomId } from '#worker/storage/keys'
import { d1Cost, problemOf, type TestClient } from '../../support/client'
import {
  makeObject,
  makePayment,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  testDb,
} from '../../support/factories'
import { addressOfVideo, askRemoval, requestRow } from '../../support/moderation/removals'

const db = testDb()
let admin: TestClient
let owner: { id: number; username: string; email: string }
let video: { id: number; title: string }
let paymentId: string
let reportCode: string
let requestToken: string
const hash = 'ab'.repeat(32)
const blocked = 'cd'.repeat(32)
const title = `Night ferry ${randomLetters(8)}`

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
  const account = await makeUser()
  const [row] = await db.select().from(users).where(eq(users.id, account.id))
  if (!row) throw new Error('No account')
  owner = row
  const { objectKey: sourceKey } = await makeObject(owner.id, 'source', 'video/mp4')
  await db.update(mediaObjects).set({ sha256: hash }).where(eq(mediaObjects.key, sourceKey))
  video = await makeVideo(owner.id, { title, titleFolded: title.toLowerCase(), sourceKey })
  const payment = await makePayment(owner.id, { providerPaymentId: 'CAPTURE77' })
  paymentId = payment.id
  await db.insert(paymentRefs).values({ paymentId, kind: 'rrn', ref: '033814379298' })
  const at = Date.now()
  const claim = {
    userId: owner.id,
    method: 'upi',
    plan: 'monthly',
    termsVersion: 1,
    consentAt: at,
    createdAt: at,
  } as const
  await db
    .insert(claims)
    .values({ ...claim, id: 'claim-7', kind: 'reference', ref: '998877665544', status: 'review' })
  reportCode = randomId()
  const gone = { videoId: 900_900, videoTitle: 'Gone', ownerId: owner.id }
  await db.insert(reports).values({
    code: reportCode,
    videoId: video.id,
    videoTitle: title,
    ownerId: owner.id,
    reporterKey: randomId(),
    reason: 'other',
    createdAt: at,
  })
  const [removal] = await db
    .insert(removals)
    .values({
      ...gone,
      reason: 'copyright',
      statement: 'It was not yours.',
      removedAt: at,
      preserveUntil: at,
    })
    .returning()
  await db.insert(removalHashes).values({ sha256: blocked, removalId: removal?.id ?? 0, createdAt: at })
  requestToken = (await askRemoval({ url: addressOfVideo(video) })).token
})

async function find(q: string) {
  return admin.json<FoundThing[]>('GET', `/api/admin/find?q=${encodeURIComponent(q)}`)
}

/** Returns the found items in words. */
const kindsOf = (things: FoundThing[]) => things.map(({ kind, id }) => `${kind} ${id}`)

describe('finding anything', () => {
  it('finds a video by title, URL of any of its pages, and hash of its file', async () => {
    const here = [`video ${video.id}`]
    for (const q of [
      title,
      title.slice(0, 16).toUpperCase(),
      hash,
      hash.toUpperCase(),
      `https://site.example/video/${video.id}?t=3`,
      `/edit-video/${video.id}`,
      `/my-videos/${video.id}/stats`,
      `/admin?tab=reports&video=${video.id}`,
    ])
      expect([q, kindsOf(await find(q))]).toEqual([q, here])
    expect(await find(hash)).toEqual([{ kind: 'video', id: video.id, title, hold: null }])
  })

  it('leads to cases that open at their own address, and finds those by it', async () => {
    for (const [text, list, named] of [
      [reportCode, 'reports', 'report'],
      [requestToken, 'removal-requests', 'request'],
      [blocked, 'removals', 'removal'],
    ] as const) {
      const [found] = await find(text)
      expect(await admin.json('GET', `/api/admin/${list}/${found?.id}`)).toMatchObject({ id: found?.id })
      const tab = list === 'reports' ? list : 'removals'
      expect(await find(`/admin?tab=${tab}&${named}=${found?.id}`)).toEqual([found])
      expect((await problemOf(await admin.get(`/api/admin/${list}/999999`))).status).toBe(404)
    }
  })

  it('finds a member by name, email address and link', async () => {
    for (const q of [
      owner.username,
      owner.username.toUpperCase(),
      owner.email,
      `/admin?tab=users&user=${owner.id}`,
    ])
      expect([q, kindsOf(await find(q))]).toEqual([q, [`user ${owner.id}`]])
  })

  it("finds a payment by ID, receipt, the provider's ID and a bank's reference", async () => {
    for (const q of [
      paymentId,
      `https://site.example/account/receipts/${paymentId}`,
      'CAPTURE77',
      '0338 1437 9298',
    ])
      expect([q, kindsOf(await find(q))]).toEqual([q, [`payment ${paymentId}`]])
  })

  it('finds a claim, and the cases of a video by their receipts and the hash that a removal blocks', async () => {
    expect(await find('9988-7766-5544')).toEqual([
      {
        kind: 'claim',
        id: 'claim-7',
        reference: '998877665544',
        username: owner.username,
        isOpen: true,
        paymentId: null,
      },
    ])
    const [report] = await find(`https://site.example/reports/${reportCode}`)
    expect(report).toMatchObject({ kind: 'report', title, videoId: video.id, isOpen: true })
    const request = await requestRow(requestToken)
    expect(kindsOf(await find(requestToken))).toEqual([`removal-request ${request?.id}`])
    expect(await find(blocked)).toMatchObject([{ kind: 'removal', title: 'Gone', videoId: 900_900 }])
  })

  it('finds everything with a number, and nothing for what is nowhere', async () => {
    expect(kindsOf(await find(`#${video.id}`))).toContain(`video ${video.id}`)
    expect(kindsOf(await find(String(owner.id)))).toContain(`user ${owner.id}`)
    for (const q of [
      'zzzz-nowhere',
      '\u200b',
      '0',
      '%',
      `https://site.example/video/${video.id + 1000}`,
      'ef'.repeat(32),
    ])
      expect([q, await find(q)]).toEqual([q, []])
    const empty = await admin.get('/api/admin/find?q=%20')
    expect((await problemOf(empty)).errors?.[0]?.path).toBe('q')
  })

  it('finds for support members and payments alone', async () => {
    const support = await signInAs(await makeUser({ staff: 'support' }))
    const found = async (q: string) =>
      kindsOf(await support.json<FoundThing[]>('GET', `/api/admin/find?q=${encodeURIComponent(q)}`))
    for (const q of [title, hash, blocked, reportCode, requestToken, `/video/${video.id}`])
      expect([q, await found(q)]).toEqual([q, []])
    expect(await found(owner.email)).toEqual([`user ${owner.id}`])
    expect(await found('033814379298')).toEqual([`payment ${paymentId}`])
  })

  it.each([
    ['support', ['claims', 'mail', 'paymentAlerts']],
    ['moderator', ['changed', 'comments', 'pending', 'removals', 'reports']],
  ] as const)('counts for %s what waits for them alone', async (staff, queues) => {
    const client = await signInAs(await makeUser({ staff }))
    const counts = await client.json<Record<string, number>>('GET', '/api/admin/waiting')
    expect(Object.keys(counts).sort()).toEqual(queues)
  })

  it('reads a number of rows that does not grow with the site, but for a look at each title', async () => {
    // Neither of these characters can be in a title.
    const named = [hash, `https://site.example/video/${video.id}`, `#${video.id}`, owner.email]
    const costs = async () => {
      const rows: [string, number][] = []
      for (const q of [...named, title])
        rows.push([q, d1Cost(await admin.get(`/api/admin/find?q=${encodeURIComponent(q)}`)).rowsRead])
      return rows
    }
    const before = await costs()
    const others = Array.from({ length: 40 }, () => `other ${randomLetters(8)}`)
    await Promise.all(
      others.map(async (other) => {
        const user = await makeUser()
        await makeVideo(user.id, { title: other, titleFolded: other })
        await makePayment(user.id)
      }),
    )
    // A range may now end before the row of another account.
    const after = await costs()
    const grown = new Map(after.map(([q, rows], at) => [q, rows - (before[at]?.[1] ?? 0)]))
    for (const q of named) expect([q, grown.get(q)]).toEqual([q, expect.toBeOneOf([0, 1, 2, 3])])
    expect(grown.get(title)).toBeLessThanOrEqual(others.length + 3)
    expect(await find('other')).toHaveLength(5)
    for (const [, rows] of before) expect(rows).toBeLessThan(60)
  })
})
