import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { confirmedMs } from '#contract/values/accounts/account'
import { legalAcceptances, videos } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { makeUpload, makeUser, makeVideo, signInAs, testDb, testPassword } from '#test/support/factories'
import { askedRow, auditOf } from '#test/support/moderation/removals'
import { readFiles, removalsOf, reportsOf } from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'

const db = testDb()
let admin: TestClient
let adminName: { id: number; username: string }

beforeAll(async () => {
  adminName = await makeUser({ isAdmin: true })
  admin = await signInAs(adminName)
})

interface Evidence {
  exportedAt: string
  exportedBy: { id: number; username: string }
  video: { id: number; hold: string; createdAt: string }
  uploader: { id: number; email: string; sessions: unknown[]; legalAcceptances: unknown[] }
  files: {
    key: string
    kind: string
    sha256: string | null
    createdAt: string
  }[]
  renditions: { quality: number }[]
  captions: { language: string }[]
  uploads: { fileName: string }[]
  reports: {
    code: string
    reason: string
    details: string
    reporterId: number | null
    email: string | null
  }[]
  removals: { id: number; preserveUntil: string; filesDeletedAt: null }[]
  blockedHashes: { sha256: string }[]
  auditLog: { action: string; at: string }[]
}

function exported(videoId: number, client = admin): Promise<Response> {
  return client.get(`/api/admin/videos/${videoId}/evidence`)
}

async function reported() {
  const [uploader, reporter] = [await makeUser(), await makeUser()]
  const at = Date.now()
  await db.insert(legalAcceptances).values({ userId: uploader.id, slug: 'terms', version: 1, acceptedAt: at })
  await signInAs(uploader)
  const video = await makeVideo(uploader.id)
  await addLadder(video)
  await makeUpload(uploader.id, 'video', { status: 'used', videoId: video.id, fileName: 'holiday.mp4' })
  const client = await signInAs(reporter)
  const json = { reason: 'minor', details: 'Look at 0:03.', at: 3 }
  await client.request('POST', `/api/videos/${video.id}/report`, { json })
  return { uploader, reporter, video }
}

describe('GET /api/admin/videos/:id/evidence', () => {
  it('answers one file with everything that is known', async () => {
    const { uploader, reporter, video } = await reported()
    const remove = { json: { reason: 'minor', note: 'A minor is in it.' } }
    await admin.request('POST', `/api/admin/videos/${video.id}/remove`, remove)
    await readFiles(await jobContext(), video.id)

    const client = admin.copy()
    client.now = Date.now()
    const response = await exported(video.id, client)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const day = new Date(client.now).toISOString().slice(0, 10)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="evidence-video-${video.id}-${day}.json"`,
    )
    const evidence = await response.json<Evidence>()
    expect(evidence).toMatchObject({
      format: 'nocturne-evidence',
      version: 1,
      exportedBy: adminName,
      video: {
        id: video.id,
        title: video.title,
        hold: 'removed',
        createdAt: new Date(video.createdAt).toISOString(),
      },
      uploader: {
        id: uploader.id,
        username: uploader.username,
        email: `${uploader.username}@example.com`,
        legalAcceptances: [{ slug: 'terms', version: 1 }],
        sessions: [{ createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
      },
      renditions: [{ quality: 360 }, { quality: 480 }],
      captions: [{ language: 'en' }],
      uploads: [{ fileName: 'holiday.mp4' }],
    })
    expect(evidence.files.map(({ kind }) => kind).sort()).toEqual([
      'blurred',
      'caption',
      'poster',
      'preview',
      'rendition',
      'rendition',
      'source',
      'storyboard',
      'trailer',
    ])
    for (const { kind, sha256 } of evidence.files) {
      const isHashed = ['source', 'rendition', 'preview', 'trailer'].includes(kind)
      expect([kind, sha256 !== null]).toEqual([kind, isHashed])
    }
    const [row] = await reportsOf(video.id)
    expect(evidence.reports).toEqual([
      expect.objectContaining({
        code: row?.code,
        reason: 'minor',
        details: 'Look at 0:03.',
        seconds: 3,
        reporterId: reporter.id,
        createdAt: new Date(row?.createdAt ?? 0).toISOString(),
      }),
    ])
    const [removal] = await removalsOf(video.id)
    expect(evidence.removals).toEqual([
      expect.objectContaining({
        id: removal?.id,
        statement: 'A minor is in it.',
        filesDeletedAt: null,
        preserveUntil: new Date(removal?.preserveUntil ?? 0).toISOString(),
      }),
    ])
    expect(evidence.blockedHashes.length).toBeGreaterThan(0)
    expect(evidence.auditLog.map(({ action }) => action)).toContain('video.remove')
    // It identifies the account, but has nothing that gives access to it.
    expect(JSON.stringify(evidence)).not.toMatch(/scrypt|passwordHash/)
  })

  it('has what was decided in every case about it, and nothing of others', async () => {
    const { uploader, video } = await reported()
    const other = await makeVideo(uploader.id)
    const decide = async (path: string, json: unknown) =>
      expect((await admin.request('POST', `/api/admin/${path}/decide`, { json })).status).toBe(200)
    const [report] = await reportsOf(video.id)
    await decide(`reports/${report?.id}`, { decision: 'dismiss', note: 'Nobody is a minor.' })
    for (const { id } of [video, other]) {
      const { id: request } = await askedRow({ url: `/video/${id}`, reason: 'minor' })
      await decide(`removal-requests/${request}`, { decision: 'remove', note: 'A minor is in it.' })
    }
    const [removal] = await removalsOf(video.id)
    const text = 'I have the papers of everybody who is in it.'
    const client = await signInAs(uploader)
    await client.request('POST', `/api/removals/${removal?.id}/appeal`, { json: { text } })
    await decide(`appeals/${removal?.id}`, { decision: 'keep', note: 'The papers are not of them.' })

    const { auditLog: entries } = await (await exported(video.id)).json<Evidence>()
    const acts = ['appeal.keep', 'removal-request.remove', 'report.dismiss']
    // The request after the dismissal, from someone without an account, hid nothing.
    const holds = ['video.quarantine', 'video.release', 'video.remove']
    expect(entries.map(({ action }) => action).sort()).toEqual([...acts, ...holds])
  })

  it('says every time in words', async () => {
    const { video } = await reported()
    await db.update(videos).set({ waitingSince: 1 }).where(eq(videos.id, video.id))
    const { video: row } = await (await exported(video.id)).json<Evidence>()
    expect(row).toMatchObject({ waitingSince: new Date(1).toISOString() })
  })

  it('leaves on record who took it, and what exactly', async () => {
    const { video } = await reported()
    const text = await (await exported(video.id)).text()
    const entries = await auditOf('video', video.id)
    const [entry, ...more] = entries.filter(({ action }) => action === 'video.evidence')
    expect(more).toEqual([])
    expect(entry).toMatchObject({ actorId: adminName.id })
    const details = JSON.parse(entry?.details ?? '{}')
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect(details).toEqual({ hold: 'quarantine', sha256, files: 9, reports: 1 })
  })

  it('asks for the password, and is no use to anybody else', async () => {
    const { uploader, video } = await reported()
    // A session of its own, since entering the password gives it another cookie.
    const late = await signInAs(adminName)
    late.now = Date.now() + confirmedMs + 60_000
    expect(await problemOf(await exported(video.id, late))).toMatchObject({ code: 'password_required' })
    const typed = { json: { password: testPassword } }
    expect((await late.request('POST', '/api/auth/confirm', typed)).status).toBe(204)
    expect((await exported(video.id, late)).status).toBe(200)
    expect((await exported(video.id, await signInAs(uploader))).status).toBe(403)
    expect((await exported(video.id, new TestClient())).status).toBe(401)
  })

  it('is there of a held video alone', async () => {
    const video = await makeVideo((await makeUser()).id)
    expect(await problemOf(await exported(video.id))).toMatchObject({ code: 'conflict' })
    expect((await exported(999_999_999)).status).toBe(404)
    expect(await auditOf('video', video.id)).toEqual([])
  })
})
