import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { maxCaptionTracks } from '#contract/values/videos/media'
import { captions, mediaObjects } from '#db/schema'
import { TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { revokedBelow } from '#test/support/moderation/revoked-below'
import { keptCaptions, putCaptions, sendCaptions, tracksOf, vtt } from '#test/support/videos/captions'

let owner: { id: number; username: string }
let client: TestClient

beforeEach(async () => {
  owner = await makeUser()
  client = await signInAs(owner)
})

/** Inserts tracks in these languages, as earlier calls would, without objects. */
async function fillTracks(videoId: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const language = `q${'abcdefghijklmnopqrst'[at]}`
    return { videoId, language, objectKey: `m/${videoId}-${language}`, bytes: 1 }
  })
  for (const row of rows) await testDb().insert(captions).values(row)
}

describe('PUT /api/videos/:id/captions/:language', () => {
  it('adds captions that whoever may play the video can fetch, printed anew', async () => {
    const { id } = await makeVideo(owner.id)
    const sent = `\ufeffWEBVTT\r\n\r\nSTYLE\r\n::cue {}\r\n\r\n00:01.000 --> 00:04.000\r\n<b>Olá</b> <script>\r\n`
    const [track] = await putCaptions(client, id, 'pt-BR', sent)
    expect(track).toMatchObject({ language: 'pt-BR', label: 'Portuguese (Brazil)' })
    const visitor = new TestClient()
    expect((await visitor.json<Video>('GET', `/api/videos/${id}`)).captions).toEqual([track])

    const file = await visitor.get(track?.url ?? '')
    expect(await file.text()).toBe(vtt('<b>Olá</b> &lt;script&gt;'))
    expect(file.headers.get('content-type')).toBe('text/vtt')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('lists all of them by their language', async () => {
    const { id } = await makeVideo(owner.id)
    await putCaptions(client, id, 'fr')
    const tracks = await putCaptions(client, id, 'de')
    expect(tracks.map(({ label }) => label)).toEqual(['German', 'French'])
  })

  it('changes nothing when the same captions come again, however they are written', async () => {
    const { id } = await makeVideo(owner.id)
    const first = await putCaptions(client, id, 'en')
    const kept = await keptCaptions(owner.id)
    expect(await putCaptions(client, id, 'en', vtt().replaceAll('\n', '\r\n'))).toEqual(first)
    expect(await keptCaptions(owner.id)).toEqual(kept)
  })

  it('puts new ones in their place, and lets go of the old', async () => {
    const { id, revision } = await makeVideo(owner.id, { revision: 3 })
    await putCaptions(client, id, 'en')
    const [old = ''] = await keptCaptions(owner.id)
    const [track] = await putCaptions(client, id, 'en', vtt('Good evening'))
    expect(await (await client.get(track?.url ?? '')).text()).toBe(vtt('Good evening'))
    expect(await keptCaptions(owner.id)).toEqual([(await tracksOf(id))[0]?.objectKey])
    expect([await revokedBelow(old), await env.MEDIA.head(old)]).toEqual([revision + 1, expect.anything()])
    expect(await revokedBelow((await tracksOf(id))[0]?.objectKey ?? '')).toBeUndefined()
  })

  it('leaves one object behind when several come at once', async () => {
    const { id } = await makeVideo(owner.id)
    const texts = ['a', 'b', 'c', 'd', 'e']
    await Promise.all(texts.map((text) => putCaptions(client, id, 'en', vtt(text))))
    const tracks = await tracksOf(id)
    expect(tracks).toHaveLength(1)
    expect(await keptCaptions(owner.id)).toEqual([tracks[0]?.objectKey])
    const stored = await (await env.MEDIA.get(tracks[0]?.objectKey ?? ''))?.text()
    expect(texts.map(vtt)).toContain(stored)
  })

  it('takes no more than the most languages, also when two come at once', async () => {
    const { id } = await makeVideo(owner.id)
    await fillTracks(id, maxCaptionTracks - 1)
    const answers = await Promise.all([sendCaptions(client, id, 'en'), sendCaptions(client, id, 'de')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const tracks = await tracksOf(id)
    expect(tracks).toHaveLength(maxCaptionTracks)
    // The one that came too late left no object.
    const own = tracks.filter(({ language }) => ['en', 'de'].includes(language))
    expect(await keptCaptions(owner.id)).toEqual(own.map(({ objectKey }) => objectKey))
    // Replacing an existing track is still allowed.
    expect((await sendCaptions(client, id, own[0]?.language ?? '', vtt('Again'))).status).toBe(200)
  })

  it('shows its owner the tracks of a video that is not ready', async () => {
    const { id } = await makeVideo(owner.id, { status: 'processing' })
    const tracks = await putCaptions(client, id, 'en')
    expect((await client.json<Video>('GET', `/api/videos/${id}`)).captions).toEqual(tracks)
  })

  it("shows a premium video's captions to those who may play it", async () => {
    const { id } = await makeVideo(owner.id, { isPremium: true })
    const [track] = await putCaptions(client, id, 'en')
    const [other, member] = [
      await signInAs(await makeUser()),
      await signInAs(await makeUser({ premiumUntil: Date.now() + 60_000 })),
    ]
    expect((await other.json<Video>('GET', `/api/videos/${id}`)).captions).toEqual([])
    expect((await other.get(track?.url ?? '')).status).toBe(403)
    const [theirs] = (await member.json<Video>('GET', `/api/videos/${id}`)).captions
    expect((await member.get(theirs?.url ?? '')).status).toBe(200)
    expect((await other.get(theirs?.url ?? '')).status).toBe(403)
  })
})

describe('DELETE /api/videos/:id/captions/:language', () => {
  it('takes one language away, once', async () => {
    const { id } = await makeVideo(owner.id)
    await putCaptions(client, id, 'en')
    await putCaptions(client, id, 'de')
    const [{ objectKey = '' } = {}] = (await tracksOf(id)).filter(({ language }) => language === 'en')
    for (const _ of ['first', 'second']) {
      expect((await client.request('DELETE', `/api/videos/${id}/captions/en`)).status).toBe(204)
    }
    const { captions: left } = await client.json<Video>('GET', `/api/videos/${id}`)
    expect(left.map(({ language }) => language)).toEqual(['de'])
    expect(await revokedBelow(objectKey)).toBe(2)
    const [object] = await testDb().select().from(mediaObjects).where(eq(mediaObjects.key, objectKey))
    expect(object === undefined || object.pendingDeletionSince !== null).toBe(true)
  })
})
