import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { holds } from '#contract/values/videos/video'
import { uploads, videos } from '#db/schema'
import { problemOf, TestClient } from '../../support/client'
import { makeUpload, makeUser, signInAs, testDb } from '../../support/factories'
import { patternBytes } from '../../support/videos/media'

const db = testDb()

/** Publishes a video made of two uploads, as its owner. */
async function published() {
  const user = await makeUser()
  const client = await signInAs(user)
  const [source, poster] = [await makeUpload(user.id), await makeUpload(user.id, 'image')]
  const { id } = await client.json<{ id: number }>('POST', '/api/videos', {
    title: 'A film',
    categoryId: 1,
    videoFile: source.id,
    thumbnailFile: poster.id,
  })
  await db.update(videos).set({ status: 'ready' }).where(eq(videos.id, id))
  const read = (upload: { id: string }) => client.get(`/api/uploads/${upload.id}/content`)
  return { id, client, source, poster, read }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the bytes of an upload that became a video', () => {
  it('are there for its owner while nothing holds it', async () => {
    const { source, poster, read } = await published()
    for (const upload of [source, poster]) {
      const answer = await read(upload)
      expect([answer.status, new Uint8Array(await answer.arrayBuffer())]).toEqual([200, upload.bytes])
    }
  })

  it.each(holds)('are as unknown as one that never was under the hold "%s"', async (hold) => {
    const { id, source, poster, read } = await published()
    await db.update(videos).set({ hold }).where(eq(videos.id, id))
    for (const upload of [source, poster]) {
      expect(await problemOf(await read(upload))).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  it('are gone at once when somebody reports that it shows a minor', async () => {
    const { id, source, read } = await published()
    const json = { reason: 'minor' }
    await new TestClient().request('POST', `/api/videos/${id}/report`, { json })
    expect((await read(source)).status).toBe(404)
  })

  it('stop on their way when it is held meanwhile', async () => {
    const { id, source, read } = await published()
    const film = patternBytes(8 * 1024 * 1024)
    await env.MEDIA.put(source.objectKey, film)
    await db.update(uploads).set({ size: film.length }).where(eq(uploads.id, source.id))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = (await read(source)).body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await db.update(videos).set({ hold: 'quarantine' }).where(eq(videos.id, id))
    await vi.advanceTimersByTimeAsync(15_000)
    const rest = async () => {
      // A query crosses processes, so it gives other work a turn.
      for (;;) {
        await env.DB.prepare('select 1').run()
        if ((await reader?.read())?.done !== false) return
      }
    }
    await expect(rest()).rejects.toThrow()
  })
})
