import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countUse } from '#db/queries/shared/operations'
import { videos } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { ban, day, makeObject, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { cost, patternBytes } from '#test/support/videos/media'
import { limits } from '#worker/services/shared/rate-limits/index'

let uploader: { id: number }
let owner: TestClient
let member: TestClient

beforeAll(async () => {
  const account = await makeUser()
  uploader = account
  owner = await signInAs(account)
  member = await signInAs(await makeUser({ premiumUntil: Date.now() + 10 * day }))
})

function allowed(change: Parameters<typeof makeVideo>[1] = {}) {
  return makeVideo(uploader.id, { allowDownload: true, ...change })
}

const pathOf = ({ id }: { id: number }) => `/api/videos/${id}/download`

async function bytesOf(response: Response): Promise<number[]> {
  return [...new Uint8Array(await response.arrayBuffer())]
}

describe('a download', () => {
  it('is the whole file under the name of its title', async () => {
    const video = await allowed({ title: 'Café: "Étoile" / 2 a.m.' })
    const response = await member.get(pathOf(video))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Cafe Etoile 2 a.m.mp4"; filename*=UTF-8''Caf%C3%A9%20%C3%89toile%202%20a.m.mp4`,
    )
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-length')).toBe(String(video.source.length))
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(await bytesOf(response)).toEqual([...video.source])
    expect(cost(response, 'r2').reads).toBe(1)
  })

  it('goes on where it was cut off, as long as it is the same file', async () => {
    const video = await allowed({ isPremium: true })
    const etag = (await member.request('HEAD', pathOf(video))).headers.get('etag') ?? ''
    const rest = await member.get(pathOf(video), { range: 'bytes=4000-', 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe('bytes 4000-4999/5000')
    expect(await bytesOf(rest)).toEqual([...video.source.slice(4000)])

    const { objectKey, bytes } = await makeObject(uploader.id, 'source', 'video/mp4')
    const replaced = { sourceKey: objectKey, sourceBytes: bytes.length }
    await testDb().update(videos).set(replaced).where(eq(videos.id, video.id))
    const changed = await member.get(pathOf(video), { range: 'bytes=400-', 'if-range': etag })
    expect(changed.status).toBe(200)
    expect(await bytesOf(changed)).toEqual([...bytes])
  })

  it('answers HEAD without the bytes, and a range outside of the file with 416', async () => {
    const video = await allowed()
    const head = await member.request('HEAD', pathOf(video))
    expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([
      200,
      '5000',
      0,
    ])
    const outside = await member.get(pathOf(video), { range: 'bytes=5000-' })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */5000'])
  })

  it('is its owner’s and the staff’s, whatever the uploader allows others', async () => {
    const video = await allowed({ allowDownload: false, isPublic: false })
    const administrator = await signInAs(await makeUser({ isAdmin: true }))
    for (const client of [owner, administrator]) {
      expect(await bytesOf(await client.get(pathOf(video)))).toEqual([...video.source])
    }
  })
})

describe('a download is refused', () => {
  it('to visitors, to accounts without a running term, and to a term that ended', async () => {
    const video = await allowed()
    const user = await signInAs(await makeUser())
    const lapsed = await signInAs(await makeUser({ premiumUntil: Date.now() - 1000 }))
    const { code } = await problemOf(await new TestClient().get(pathOf(video)))
    expect(code).toBe('unauthenticated')
    for (const client of [user, lapsed]) {
      const response = await client.get(pathOf(video))
      expect(cost(response, 'r2').reads).toBe(0)
      const { status, detail } = await problemOf(response)
      expect([status, detail]).toEqual([403, 'Downloads are for premium members only.'])
    }
  })

  it('to members where the uploader allows none', async () => {
    const { detail } = await problemOf(await member.get(pathOf(await allowed({ allowDownload: false }))))
    expect(detail).toBe("The uploader doesn't allow downloads of this video.")
  })

  it('of what the caller may not know of, as if it were not there', async () => {
    const none = await (await member.get('/api/videos/999999999/download')).text()
    const hidden = [
      { isPublic: false },
      { hold: 'quarantine' },
      { review: 'pending' },
      { status: 'processing' },
    ] as const
    for (const change of hidden) {
      const response = await member.get(pathOf(await allowed(change)))
      expect([change, response.status, await response.text()]).toEqual([change, 404, none])
    }
  })

  it('of a quarantined video to its owner, who knows that it is there', async () => {
    const response = await owner.get(pathOf(await allowed({ hold: 'quarantine' })))
    expect(response.status).toBe(404)
  })

  it('to a page of another site', async () => {
    const { code } = await problemOf(
      await member.get(pathOf(await allowed()), { 'sec-fetch-site': 'cross-site' }),
    )
    expect(code).toBe('cross_site')
  })

  it('when it was asked for too often, and says when it goes on', async () => {
    const account = await makeUser({ premiumUntil: Date.now() + 10 * day })
    const keen = await signInAs(account)
    keen.now = Date.now()
    const { max, window } = limits.download
    const use = countUse(testDb(), `download:${account.id}`, keen.now, window)
    await testDb().batch([use, ...Array.from({ length: max - 2 }, () => use)])
    const video = await allowed()
    expect((await keen.get(pathOf(video), { range: 'bytes=0-0' })).status).toBe(206)
    const late = await keen.get(pathOf(video))
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})

describe('a download that runs', () => {
  const large = patternBytes(4 * 1024 * 1024)
  let minutes = 0

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /**
   * Reads the first bytes, makes the `change` and lets fifteen seconds pass. Returns whether the rest
   * arrived.
   */
  async function outlives(change: (video: { id: number }, member: { id: number }) => Promise<unknown>) {
    const account = await makeUser({ premiumUntil: Date.now() + 10 * day })
    const client = await signInAs(account)
    // The isolate polls for changes every ten seconds, so each of these comes later than the one before.
    minutes += 1
    client.now = Date.now() + minutes * 60_000
    const video = await allowed({ sourceBytes: large.length })
    await env.MEDIA.put(video.sourceKey ?? '', large)
    const reader = (await client.get(pathOf(video))).body?.getReader()
    if (!reader) throw new Error('The answer has no body')
    let length = (await reader.read()).value?.length ?? 0
    await change(video, account)
    await vi.advanceTimersByTimeAsync(15_000)
    // Gives other work a turn: a query crosses processes.
    for (let turn = 0; turn < 5; turn += 1) await env.DB.prepare('select 1').run()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return length === large.length
        length += value.length
      }
    } catch {
      return false
    }
  }

  it('goes on while nothing changes', async () => {
    expect(await outlives(async () => {})).toBe(true)
  })

  it.each([
    [
      'the video is hidden',
      ({ id }: { id: number }) => owner.request('PATCH', `/api/videos/${id}`, { json: { isPublic: false } }),
    ],
    ['the account is banned', (_: { id: number }, { id }: { id: number }) => ban(id)],
  ] as const)('stops when %s', async (_what, change) => {
    expect(await outlives(change)).toBe(false)
  })
})
