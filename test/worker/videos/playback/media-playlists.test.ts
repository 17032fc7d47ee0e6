import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { dayOf } from '#contract/values/shared/time'
import { segmentIndexes, videos } from '#db/schema'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import {
  changeSettings,
  madeIndex,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
} from '#test/support/factories'
import { fixture } from '#test/support/fixtures'
import { stripped } from '#test/support/stripped'
import { addLadder } from '#test/support/videos/ladder'
import { config, cost } from '#test/support/videos/media'
import { publishInput } from '#test/support/videos/publish-input'
import { finish } from '#test/support/videos/uploads'
import type { Segment } from '#worker/formats/hls/bandwidth'
import { forgetAll } from '#worker/isolate-state'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { renderPlaylist } from '#worker/services/videos/playback/index'
import { createVideo } from '#worker/services/videos/publishing/create'
import { objectKey, randomId } from '#worker/storage/keys'
import { type MediaToken, verifyMediaUrl } from '#worker/storage/media-token'

const hour = 3600_000
const film = fixture('cmaf.mp4')
const lower = fixture('cmaf-lower.mp4')
let visitor: TestClient
let video: Video

/** Publishes a film in segments, as the studio does: it is uploaded, checked and published. */
beforeAll(async () => {
  const ctx = await userContext()
  const [source, low, poster] = [
    await finish(ctx, film),
    await finish(ctx, lower, 'video/mp4', 'rendition'),
    await makeUpload(ctx.actor.id, 'image'),
  ]
  const files = { videoFile: source.id, thumbnailFile: poster.id, renditions: [low.id] }
  const { video: made } = await createVideo(ctx, publishInput({ isPublic: true, ...files }))
  await hashSource(ctx, made.id)
  visitor = new TestClient()
  video = await visitor.json<Video>('GET', `/api/videos/${made.id}`)
})

beforeEach(async () => {
  // An earlier poll may have had a later clock.
  forgetAll()
  // The first request of an isolate reads the revocations.
  await read(addressOf('source.mp4', video.videoUrl))
})

function addressOf(file: string, otherwise: string | null = null): string {
  return video.sources?.find(({ url }) => url.endsWith(`/${file}`))?.url ?? otherwise ?? ''
}

async function read(path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await visitor.get(path)).arrayBuffer())
}

/** Returns the URLs that a player then requests. */
function entriesOf(playlist: string, at: string) {
  const resolve = (uri: string) => new URL(uri, `http://localhost${at}`).pathname
  const lines = playlist.split('\n')
  return {
    init: resolve(/URI="([^"]+)"/.exec(playlist)?.[1] ?? ''),
    entries: lines.filter((line) => line !== '' && !line.startsWith('#')).map(resolve),
    tags: lines.filter((line) => line.startsWith('#')),
  }
}

async function playlistOf(path: string) {
  return entriesOf(await (await visitor.get(path)).text(), path)
}

function tokenOf(path: string): MediaToken {
  const [, , token = '', file = ''] = path.split('/')
  const verified = verifyMediaUrl(config.mediaKey, token, file, Date.now())
  if (!verified) throw new Error(`${path} is not signed`)
  return verified
}

function join(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

describe('a ladder', () => {
  it('is listed lowest first, with what the server read of each rendition', async () => {
    const { entries, tags } = await playlistOf(addressOf('master.m3u8'))
    expect(entries.map((path) => path.split('/').at(-1))).toEqual(['90p.m3u8', '180p.m3u8'])
    expect(tags.filter((line) => line.startsWith('#EXT-X-STREAM-INF'))).toEqual([
      expect.stringMatching(
        /^#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=160x90,CODECS="avc1\.\w{6},mp4a\.40\.2"$/,
      ),
      expect.stringMatching(/RESOLUTION=320x180,/),
    ])
    expect(entries).toEqual([addressOf('90p.m3u8'), addressOf('180p.m3u8')])
  })

  it.each([
    ['180p.m3u8', film],
    ['90p.m3u8', lower],
  ])('%s leads to every byte of the film and to no other', async (name, file) => {
    const stored = await stripped(file)
    const { init, entries, tags } = await playlistOf(addressOf(name))
    const times = tags.filter((line) => line.startsWith('#EXTINF'))
    // It is cut every 2 s, and after 8 s the playlist joins two.
    expect(times).toEqual([...Array(4).fill('#EXTINF:2.000,'), '#EXTINF:4.000,'])
    expect(tags).toContain('#EXT-X-TARGETDURATION:12')
    const head = await read(init)
    expect(new TextDecoder().decode(head.subarray(4, 8))).toBe('ftyp')
    expect(head).toEqual(stored.slice(0, head.length))
    const parts = await Promise.all(entries.map(read))
    const body = join(parts)
    expect(body).toEqual(stored.slice(stored.length - body.length))
    for (const part of parts) {
      expect(['moof', 'styp']).toContain(new TextDecoder().decode(part.subarray(4, 8)))
    }
  })

  it('is where a heavy file starts, which players climb to on a line that holds twice its bits', async () => {
    const made = await makeVideo((await makeUser()).id)
    const { high } = await addLadder(made)
    const db = testDb()
    const heavy = { sourceBytes: 60_000_000, duration: 10 }
    await db.update(videos).set(heavy).where(eq(videos.id, made.id))
    const read = async () => (await visitor.json<Video>('GET', `/api/videos/${made.id}`)).sources ?? []
    const [master] = await read()
    expect((await read()).map(({ type, height }) => [type, height])).toEqual([
      ['hls', null],
      ['mp4', 720],
      ['hls', 360],
      ['hls', 480],
    ])
    const streams = async () => (await playlistOf(master?.url ?? '')).tags.join('\n')
    expect(await streams()).toContain('AVERAGE-BANDWIDTH=700000,RESOLUTION=854x480')
    await db
      .update(segmentIndexes)
      .set({ peakBandwidth: 15_000_000, averageBandwidth: 12_000_001 })
      .where(eq(segmentIndexes.objectKey, high.objectKey))
    expect(await streams()).toContain('BANDWIDTH=30000000,AVERAGE-BANDWIDTH=24000002,RESOLUTION=854x480')
    await db.update(videos).set({ sourceBytes: 15_000_000 }).where(eq(videos.id, made.id))
    expect((await read())[0]?.type).toBe('mp4')
  })

  it('of a long film is some fifty requests for 400 s, and its first picture needs no more than its first cut', async () => {
    const made = await makeVideo((await makeUser()).id)
    const { high } = await addLadder(made)
    // Cuts as the studio does, at 4 Mbit/s.
    const cut = (seconds: number): Segment => [seconds * 500_000, seconds * 1000]
    const film = [...Array<Segment>(10).fill(cut(2)), ...Array<Segment>(95).fill(cut(4))]
    await testDb()
      .update(segmentIndexes)
      .set({ segments: JSON.stringify(film) })
      .where(eq(segmentIndexes.objectKey, high.objectKey))
    const { sources } = await visitor.json<Video>('GET', `/api/videos/${made.id}`)
    const { init, entries, tags } = await playlistOf(
      sources?.find(({ height, type }) => type === 'hls' && height === 480)?.url ?? '',
    )
    // Two playlists come first.
    expect(2 + new Set([init, ...entries]).size).toBeLessThanOrEqual(50)
    const parts = entries.map((path) => tokenOf(path).segment)
    expect(parts[0]).toEqual({ offset: madeIndex.firstOffset, length: cut(2)[0] })
    for (const [at, part] of parts.entries()) {
      const { offset = 0, length = 0 } = parts[at - 1] ?? { offset: madeIndex.firstOffset }
      expect(part?.offset).toBe(offset + length)
    }
    const { offset = 0, length = 0 } = parts.at(-1) ?? {}
    expect(offset + length).toBe(madeIndex.firstOffset + 200_000_000)
    expect(tags).toContain('#EXT-X-TARGETDURATION:12')
  })

  it('costs one query a playlist, and one read at most and no query a segment', async () => {
    // Renditions of another video, after these in the index.
    await addLadder(await makeVideo((await makeUser()).id))
    // The video, two per rendition, and one past the end; the rendition's index.
    const rows = { 'master.m3u8': 6, '90p.m3u8': 1 }
    for (const [name, rowsRead] of Object.entries(rows)) {
      const response = await visitor.get(addressOf(name))
      const text = await response.text()
      expect(d1Cost(response)).toEqual({ queries: 1, trips: 1, rowsRead, rowsWritten: 0 })
      expect(cost(response, 'r2')).toEqual({ reads: 0, writes: 0 })
      expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
      expect(response.headers.get('content-length')).toBe(String(text.length))
      const head = await visitor.request('HEAD', addressOf(name))
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(String(text.length))
    }
    const { init, entries } = await playlistOf(addressOf('90p.m3u8'))
    for (const path of [init, ...entries]) {
      const response = await visitor.get(path)
      const { byteLength } = await response.arrayBuffer()
      const reads = (cost(response, 'r2').reads ?? 0) + (cost(response, 'cache').hits ?? 0)
      expect([response.status, d1Cost(response).queries, reads]).toEqual([200, 0, 1])
      expect(response.headers.get('content-length')).toBe(String(byteLength))
      expect(response.headers.get('content-type')).toBe('video/mp4')
    }
  })
})

describe('a segment', () => {
  it('has a tag of its own and answers HEAD, conditions and ranges', async () => {
    const { entries } = await playlistOf(addressOf('180p.m3u8'))
    const [first = '', second = ''] = entries
    const whole = await visitor.get(first)
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const etag = whole.headers.get('etag') ?? ''
    expect((await visitor.request('HEAD', second)).headers.get('etag')).not.toBe(etag)

    const head = await visitor.request('HEAD', first)
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      String(bytes.length),
      etag,
    ])
    expect((await visitor.get(first, { 'if-none-match': etag })).status).toBe(304)
    const part = await visitor.get(first, { range: 'bytes=4-7' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-7/${bytes.length}`])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(4, 8))
  })

  it('is refused with any other numbers, name or object', async () => {
    const { init, entries } = await playlistOf(addressOf('180p.m3u8'))
    const [first = ''] = entries
    const [, , token = ''] = first.split('/')
    const fields = token.split('.')
    const changed = fields.slice(1, -1).map((text, at) => {
      const other = at === 0 ? 'o' : (Number.parseInt(text, 36) + 1).toString(36)
      return `/media/${fields.with(at + 1, other).join('.')}/segment.m4s`
    })
    const without = `/media/${[...fields.slice(0, 6), fields.at(-1)].join('.')}/segment.m4s`
    const renamed = [first.replace('segment.m4s', 'source.mp4'), init.replace('init.mp4', 'segment.m4s')]
    for (const path of [...changed, without, ...renamed]) {
      const response = await visitor.get(path)
      expect([path, response.status, cost(response, 'r2').reads]).toEqual([path, 404, 0])
    }
  })
})

describe('who gets a playlist', () => {
  async function status(path: string, client: TestClient) {
    const response = await client.get(path)
    return response.ok ? 200 : (await problemOf(response)).code
  }

  it('is decided as for the bytes', async () => {
    const user = await makeUser({ premiumUntil: Date.now() + hour })
    const made = await makeVideo((await makeUser()).id, { isPremium: true })
    await addLadder(made)
    const member = await signInAs(user)
    const { sources } = await member.json<Video>('GET', `/api/videos/${made.id}`)
    const playlists = (sources ?? []).filter(({ type }) => type === 'hls').map(({ url }) => url)
    expect(playlists).toHaveLength(3)
    for (const url of playlists) {
      expect(await status(url, new TestClient({ ageVerified: false }))).toBe('age_gate')
      expect(await status(url, new TestClient())).toBe('forbidden')
      expect(await status(url, await signInAs(await makeUser()))).toBe('forbidden')
      const response = await member.get(url)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const { entries } = entriesOf(await response.text(), url)
      for (const path of entries) {
        expect(await status(path, new TestClient())).toBe('forbidden')
        expect((await member.get(path)).status).toBe(200)
      }
    }
  })

  it('is nobody while the site is closed, but administrators', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    await changeSettings({ maintenanceMode: true })
    visitor.now = admin.now = Date.now() + 20_000
    try {
      expect(await status(addressOf('master.m3u8'), visitor)).toBe('maintenance')
      expect(await status(addressOf('master.m3u8'), admin)).toBe(200)
    } finally {
      await changeSettings({ maintenanceMode: false })
      visitor.now = null
    }
  })

  it('is nobody once the video is hidden, its segments included', async () => {
    const user = await makeUser()
    const owner = await signInAs(user)
    const made = await makeVideo(user.id)
    await addLadder(made)
    const client = new TestClient()
    client.now = Date.now() + 60_000
    const { sources } = await client.json<Video>('GET', `/api/videos/${made.id}`)
    const playlists = (sources ?? []).filter(({ type }) => type === 'hls').map(({ url }) => url)
    const paths = [...playlists]
    for (const path of playlists) {
      const { entries } = entriesOf(await (await client.get(path)).text(), path)
      paths.push(...entries)
    }
    expect(paths).toHaveLength(3 + 2 + 4)
    await owner.request('PATCH', `/api/videos/${made.id}`, { json: { isPublic: false } })
    client.now += 10_001
    for (const path of paths) expect([path, await status(path, client)]).toEqual([path, 'not_found'])
  })
})

describe('a playlist', () => {
  it('of a ladder knows a hidden video before the revocations are read', async () => {
    const user = await makeUser()
    const owner = await signInAs(user)
    const made = await makeVideo(user.id)
    await addLadder(made)
    const client = new TestClient()
    const { sources } = await client.json<Video>('GET', `/api/videos/${made.id}`)
    const master = sources?.find(({ height }) => height === null)?.url ?? ''
    expect((await client.get(master)).status).toBe(200)
    await owner.request('PATCH', `/api/videos/${made.id}`, { json: { isPublic: false } })
    // A rendition added later would have an earlier URL, which no revocation names.
    expect((await client.get(master)).status).toBe(404)
  })

  it('is kept by browsers no longer than its address is good for', async () => {
    const keptAt = async (path: string, time: number) => {
      const client = new TestClient()
      client.now = time
      const response = await client.get(path)
      await response.arrayBuffer()
      return response.headers.get('cache-control')
    }
    const facts = verify(addressOf('master.m3u8'))
    const end = (facts.day + 2) * 24 * hour
    expect(await keptAt(addressOf('master.m3u8'), end - 15_000)).toBe('private, max-age=15')
    expect(await keptAt(addressOf('master.m3u8'), end - 15_000 + 1)).toBe('private, max-age=14')
    expect(await keptAt(addressOf('180p.m3u8'), end - 5000)).toBe('private, max-age=5')
    expect(await keptAt(addressOf('180p.m3u8'), end - 2 * hour)).toBe('private, max-age=3600')
  })

  it('prints addresses of the day on which it is read', async () => {
    const client = new TestClient()
    const { day } = verify(addressOf('180p.m3u8'))
    client.now = (day + 2) * 24 * hour - 1
    const path = addressOf('180p.m3u8')
    const { entries } = entriesOf(await (await client.get(path)).text(), path)
    client.now += 23 * hour
    expect((await client.get(entries[0] ?? '')).status).toBe(200)
    expect((await client.get(path)).status).toBe(404)
  })

  function verify(path: string): MediaToken {
    const [, , token = '', file = ''] = path.split('/')
    const facts = verifyMediaUrl(config.mediaKey, token, file, Date.now())
    if (!facts) throw new Error(`No address of ours: ${path}`)
    return facts
  }

  it('of something that has none is not found', async () => {
    const ctx = await jobContext()
    const day = dayOf(ctx.now)
    const facts: MediaToken = { object: randomId(), size: 1, revision: 1, class: 'free', owner: 1, day }
    const ofNone = [
      [facts, 'master.m3u8'],
      [{ ...facts, video: 1_000_000 }, 'master.m3u8'],
      [facts, '360p.m3u8'],
    ] as const
    for (const [given, file] of ofNone) {
      await expect(renderPlaylist(ctx, given, file)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('of an hour is small', async () => {
    const ctx = await jobContext()
    const object = randomId()
    const segments = Array.from({ length: 900 }, (_, at) => [500_000 + at, 4000])
    await testDb()
      .insert(segmentIndexes)
      .values({
        objectKey: objectKey(object),
        width: 1280,
        height: 720,
        codecs: 'avc1.64001f,mp4a.40.2',
        peakBandwidth: 1e6,
        averageBandwidth: 1e6,
        initBytes: 1200,
        firstOffset: 20_000,
        segments: JSON.stringify(segments),
      })
    const facts: MediaToken = {
      object,
      size: 451_000_000,
      revision: 12,
      owner: 123_456,
      day: dayOf(ctx.now),
      class: 'premium',
    }
    const text = await renderPlaylist(ctx, facts, '720p.m3u8')
    expect(entriesOf(text, '/media/a/720p.m3u8').entries).toHaveLength(364)
    expect(text.length).toBeLessThan(52_000)
    await env.DB.prepare('delete from segment_indexes where object_key = ?').bind(objectKey(object)).run()
  })
})
