import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SavedVideo, WatchedVideo } from '#contract/schemas/videos/library'
import type { Video } from '#contract/schemas/videos/video'
import { revocations, videos } from '#db/schema'
import { problemOf, TestClient } from '../../support/client'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '../../support/factories'
import { neverExisted } from '../../support/matrix/matrix'
import { addressOfVideo, askRemoval } from '../../support/moderation/removals'
import { decide } from '../../support/moderation/review'

let owner: { id: number; username: string }
let uploader: TestClient
let viewer: TestClient
const visitor = new TestClient()

beforeAll(async () => {
  owner = await makeUser()
  uploader = await signInAs(owner)
  viewer = await signInAs(await makeUser())
})

/** Makes a video unlisted, as its owner does. */
async function unlist(change: Parameters<typeof makeVideo>[1] = {}) {
  const made = await makeVideo(owner.id, { description: 'Nobody finds this', ...change })
  const video = await uploader.json<Video>('PATCH', `/api/videos/${made.id}`, { visibility: 'unlisted' })
  return { ...made, key: video.unlistedKey ?? '' }
}

function openedBy(client: TestClient, id: number, key?: string): Promise<Response> {
  return client.get(`/api/videos/${id}${key === undefined ? '' : `?key=${key}`}`)
}

/** Returns all properties that could distinguish two responses. */
async function trace(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'server-timing')
  return { status: response.status, headers, body: await response.text() }
}

describe('an unlisted video', () => {
  it('has a key of 128 bits, which its owner reads and nobody else is told', async () => {
    const { id, key } = await unlist()
    expect(Buffer.from(key, 'base64url')).toHaveLength(16)
    expect(await (await openedBy(uploader, id)).json()).toMatchObject({
      isPublic: false,
      visibility: 'unlisted',
      unlistedKey: key,
    })
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    expect(await (await openedBy(admin, id)).json()).not.toHaveProperty('unlistedKey')
    expect((await unlist()).key).not.toBe(key)
  })

  it.each([
    'none',
    'an empty',
    'another’s',
    'a shorter',
    'a longer',
    'a wrongly cased',
    'two keys with the right one last',
  ])('is the 404 of a video that never was with %s key', async (which) => {
    const { id, key } = await unlist()
    const keys: Record<string, string> = {
      'an empty': '?key=',
      'another’s': `?key=${(await unlist()).key}`,
      'a shorter': `?key=${key.slice(0, -1)}`,
      'a longer': `?key=${key}A`,
      'a wrongly cased': `?key=${key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase()}`,
      'two keys with the right one last': `?key=x&key=${key}`,
    }
    const query = keys[which] ?? ''
    for (const path of ['', '/related', '/download']) {
      const client = path === '/download' ? viewer : visitor
      const never = await trace(await client.get(`/api/videos/${neverExisted}${path}${query}`))
      const answer = await trace(await client.get(`/api/videos/${id}${path}${query}`))
      expect([path, answer.status, answer]).toEqual([path, 404, never])
    }
  })

  it('opens by its link: watched, counted, liked, saved, left off and reported like any other', async () => {
    const { id, key } = await unlist({ allowDownload: true })
    const detail = (await (await openedBy(visitor, id, key)).json()) as Video
    expect(detail).toMatchObject({ visibility: 'unlisted', unlistedKey: key })
    expect('status' in detail).toBe(false)
    expect((await visitor.get(detail.videoUrl ?? '')).status).toBe(200)
    expect((await visitor.get(detail.thumbnailUrl ?? '')).status).toBe(200)
    const by = (method: string, path: string, json?: unknown) =>
      viewer.request(method, `/api/videos/${id}/${path}?key=${key}`, json === undefined ? {} : { json })
    const statuses = [
      await by('POST', 'view'),
      await by('POST', 'like'),
      await by('PUT', 'save'),
      await by('PUT', 'progress', { position: 5 }),
      await by('POST', 'report', { reason: 'spam' }),
      await by('GET', 'related'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([204, 200, 200, 204, 201, 200])
    // Downloads are allowed, but not for this viewer. That is no secret to people with the link.
    expect((await by('GET', 'download')).status).toBe(403)
    expect(await videoRow(id)).toMatchObject({ views: 1, likes: 1 })
  })

  it('stays in the lists of those who opened it by its link, which lead back to it', async () => {
    const { id, key } = await unlist({ duration: 600 })
    const reader = await signInAs(await makeUser())
    await reader.request('PUT', `/api/videos/${id}/save?key=${key}`)
    await reader.request('PUT', `/api/videos/${id}/progress?key=${key}`, { json: { position: 300 } })
    const lists = async () => {
      const saved = await reader.json<SavedVideo[]>('GET', '/api/account/saved')
      const watched = await reader.json<WatchedVideo[]>('GET', '/api/account/history')
      const unfinished = await reader.json<Video[]>('GET', '/api/account/continue')
      const shown = [...saved.map(({ video }) => video), ...watched.map(({ video }) => video), ...unfinished]
      return shown.map((video) => [video.id, video.unlistedKey])
    }
    expect(await lists()).toEqual([
      [id, key],
      [id, key],
      [id, key],
    ])
    await uploader.request('POST', `/api/videos/${id}/link`, { json: { replaces: key } })
    expect(await lists()).toEqual([])
    // Opened with the new link, it exists again.
    const renewed = (await videoRow(id))?.unlistedKey ?? ''
    await reader.request('PUT', `/api/videos/${id}/save?key=${renewed}`)
    expect(await lists()).toEqual([[id, renewed]])
  })

  it('is in no public list, feed or sitemap, and in no count of its category', async () => {
    const title = 'Quartz unfindable'
    const { id, key } = await unlist({ title })
    for (const path of [
      '/api/videos?limit=50',
      `/api/search?q=${encodeURIComponent(title)}`,
      '/feed.xml',
      '/sitemap-videos.xml?page=1',
      '/',
    ]) {
      const text = await (await visitor.get(path)).text()
      expect([path, text.includes(title), text.includes(key), text.includes(`/video/${id}<`)]).toEqual([
        path,
        false,
        false,
        false,
      ])
    }
  })

  it('has a page that says nothing before the gate, and may not be indexed', async () => {
    const { id, key } = await unlist({ title: 'Behind the gate' })
    const outside = new TestClient({ ageVerified: false })
    const before = await outside.get(`/video/${id}?key=${key}`)
    const text = await before.text()
    expect([before.status, text.includes('Behind the gate'), text.includes(key)]).toEqual([200, false, false])
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect((await outside.get(`/video/${id}`)).status).toBe(404)
    const after = await visitor.get(`/video/${id}?key=${key}`)
    expect(after.headers.get('referrer-policy')).toBe('no-referrer')
    const page = await after.text()
    expect(page).toContain('<meta name="robots" content="noindex">')
    expect(page).toContain('<title>Behind the gate')
    expect(page).not.toContain('og:title')
    expect((await visitor.get(`/video/${id}`)).status).toBe(404)
  })

  it('plays in a frame and answers oEmbed by its link alone', async () => {
    const { id, key } = await unlist({ title: 'In a frame' })
    const oembed = (query: string) =>
      visitor.get(`/oembed?url=${encodeURIComponent(`http://localhost:8787/video/${id}${query}`)}`)
    expect(await (await oembed(`?key=${key}`)).json()).toMatchObject({
      title: 'In a frame',
      html: expect.stringContaining(`/embed/${id}?key=${key}`),
    })
    expect((await oembed('')).status).toBe(404)
    expect((await visitor.get(`/embed/${id}?key=${key}`)).status).toBe(200)
    expect((await visitor.get(`/embed/${id}`)).status).toBe(404)
    const opened = await visitor.request('POST', `/api/embed/${id}?key=${key}`)
    expect(await opened.json()).toMatchObject({ id, title: 'In a frame' })
    expect((await visitor.request('POST', `/api/embed/${id}`)).status).toBe(404)
  })

  it('is locked to those who pay nothing when it is premium', async () => {
    const { id, key } = await unlist({ isPremium: true })
    expect(await (await openedBy(visitor, id, key)).json()).toMatchObject({ videoUrl: null, isPremium: true })
    const member = await signInAs(await makeUser({ premiumUntil: Date.now() + 86_400_000 }))
    expect(((await (await openedBy(member, id, key)).json()) as Video).videoUrl).not.toBeNull()
  })
})

describe('its key', () => {
  it('is replaced once, however often the button is pressed, and opens nothing any more', async () => {
    const { id, key } = await unlist()
    const { videoUrl } = (await (await openedBy(visitor, id, key)).json()) as Video
    const press = () => uploader.json<Video>('POST', `/api/videos/${id}/link`, { replaces: key })
    const [first, second] = await Promise.all([press(), press()])
    expect(first.unlistedKey).not.toBe(key)
    expect(second.unlistedKey).toBe(first.unlistedKey)
    // Neither does a late press, nor one with the key of another video.
    const other = await unlist()
    for (const replaces of [key, other.key]) {
      const late = await uploader.json<Video>('POST', `/api/videos/${id}/link`, { replaces })
      expect(late.unlistedKey).toBe(first.unlistedKey)
    }
    expect((await openedBy(visitor, id, key)).status).toBe(404)
    expect((await openedBy(visitor, id, first.unlistedKey ?? '')).status).toBe(200)
    // URLs of its files that were issued with the link stop working within thirty seconds.
    const later = visitor.copy()
    later.now = Date.now() + 31_000
    expect((await later.get(videoUrl ?? '')).status).toBe(404)
  })

  it('is only its owner’s to replace, of a video that is unlisted', async () => {
    const { id, key } = await unlist()
    const json = { replaces: key }
    expect((await viewer.request('POST', `/api/videos/${id}/link`, { json })).status).toBe(404)
    await uploader.request('PATCH', `/api/videos/${id}`, { json: { visibility: 'private' } })
    const late = await uploader.request('POST', `/api/videos/${id}/link`, { json })
    expect([late.status, (await problemOf(late)).detail]).toEqual([409, 'This video is no longer unlisted.'])
  })

  it('stays while other things change, and ends with the visibility', async () => {
    const { id, key } = await unlist()
    const patch = (json: unknown) => uploader.json<Video>('PATCH', `/api/videos/${id}`, json)
    expect((await patch({ title: 'Another title' })).unlistedKey).toBe(key)
    expect((await patch({ visibility: 'unlisted' })).unlistedKey).toBe(key)
    expect(await patch({ isPublic: true })).toMatchObject({ isPublic: true, visibility: 'public' })
    expect((await videoRow(id))?.unlistedKey).toBeNull()
    const again = await patch({ visibility: 'unlisted' })
    expect(again.unlistedKey).not.toBe(key)
    expect(await patch({ isPublic: false })).toMatchObject({ isPublic: false, visibility: 'private' })
    expect((await openedBy(visitor, id, again.unlistedKey ?? '')).status).toBe(404)
  })

  it('ends the URLs of a video that others could open, and of a private one none', async () => {
    const { id } = await makeVideo(owner.id, { isPublic: false })
    const ended = async () => (await testDb().select({ id: revocations.id }).from(revocations)).length
    const revokes: [Video['visibility'], boolean][] = []
    for (const visibility of ['public', 'unlisted', 'public', 'private', 'unlisted', 'private'] as const) {
      const before = await ended()
      await uploader.json<Video>('PATCH', `/api/videos/${id}`, { visibility })
      revokes.push([visibility, (await ended()) > before])
    }
    expect(revokes).toEqual([
      ['public', false],
      ['unlisted', true],
      // On a site that reviews videos first, it waits for that, and no one may watch it meanwhile.
      ['public', true],
      ['private', true],
      ['unlisted', false],
      ['private', true],
    ])
  })

  it('is refused beside a contradiction', async () => {
    const { id } = await makeVideo(owner.id)
    const json = { isPublic: true, visibility: 'unlisted' }
    const refused = await uploader.request('PATCH', `/api/videos/${id}`, { json })
    expect([refused.status, (await problemOf(refused)).errors?.[0]?.path]).toEqual([400, 'isPublic'])
  })
})

describe('moderation of an unlisted video', () => {
  let admin: TestClient
  beforeAll(async () => {
    admin = await signInAs(await makeUser({ isAdmin: true }))
  })

  it.each([
    { review: 'pending' },
    { status: 'processing' },
    { status: 'failed' },
    { hold: 'quarantine' },
    { hold: 'removed' },
    { hold: 'ban' },
    { hold: 'deletion' },
  ] as const)('its link opens nothing while it is %j', async (change) => {
    const { id, key } = await unlist()
    await testDb().update(videos).set(change).where(eq(videos.id, id))
    expect((await openedBy(visitor, id, key)).status).toBe(404)
    expect((await visitor.get(`/embed/${id}?key=${key}`)).status).toBe(404)
  })

  it('opens it with the approval that it waited for, and closes it with a rejection', async () => {
    const { id, key } = await unlist()
    await testDb().update(videos).set({ review: 'pending', waitingSince: 1 }).where(eq(videos.id, id))
    expect((await decide(admin, 'approve', id)).status).toBe(200)
    expect((await openedBy(visitor, id, key)).status).toBe(200)
    const { revision = 0 } = (await videoRow(id)) ?? {}
    await decide(admin, 'reject', id, { reason: 'quality', revision })
    expect((await openedBy(visitor, id, key)).status).toBe(404)
    expect(await (await openedBy(uploader, id)).json()).toMatchObject({
      visibility: 'unlisted',
      review: 'rejected',
    })
    const again = (await videoRow(id))?.revision
    expect((await decide(admin, 'approve', id, { revision: again })).status).toBe(200)
    expect((await openedBy(visitor, id, key)).status).toBe(200)
  })

  it('hides it at once when someone with its link reports a grave matter', async () => {
    const { id, key } = await unlist()
    const reader = await signInAs(await makeUser())
    const json = { reason: 'without_consent' }
    expect((await reader.request('POST', `/api/videos/${id}/report`, { json })).status).toBe(404)
    expect((await reader.request('POST', `/api/videos/${id}/report?key=${key}`, { json })).status).toBe(201)
    expect((await videoRow(id))?.hold).toBe('quarantine')
    expect((await openedBy(visitor, id, key)).status).toBe(404)
  })

  it('takes a removal request by its link like one about a public video, and without it like none', async () => {
    const ask = (id: number, query: string) =>
      askRemoval({ url: addressOfVideo({ id }) + query, reason: 'without_consent' })
    const { id, key, title } = await unlist()
    expect(await ask(id, '')).toMatchObject({ videoTitle: null, hidden: false })
    expect((await videoRow(id))?.hold).toBeNull()
    expect(await ask(id, `?key=${key}`)).toMatchObject({ videoTitle: title, hidden: true })
    expect((await videoRow(id))?.hold).toBe('quarantine')
  })

  it('lets staff make it private, on record, and lists it for them', async () => {
    const { id, key } = await unlist()
    const listed = await admin.json<Video[]>('GET', '/api/admin/videos?state=unlisted&limit=50')
    expect(listed.find((video) => video.id === id)).toMatchObject({ visibility: 'unlisted' })
    expect(JSON.stringify(listed)).not.toContain(key)
    await admin.request('PATCH', `/api/videos/${id}`, { json: { isPublic: false } })
    expect((await openedBy(visitor, id, key)).status).toBe(404)
    const entries = await admin.json<{ details: unknown }[]>(
      'GET',
      `/api/admin/audit?subject=video&subjectId=${id}`,
    )
    expect(entries[0]?.details).toMatchObject({
      before: { visibility: 'unlisted' },
      after: { visibility: 'private' },
    })
  })
})
