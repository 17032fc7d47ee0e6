import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { maxCaptionBytes } from '#contract/values/videos/media'
import { problemOf, TestClient } from '#test/support/client'
import { changeSettings, makeUser, makeVideo, signInAs } from '#test/support/factories'
import { keptCaptions, putCaptions, sendCaptions, tracksOf, vtt } from '#test/support/videos/captions'

let owner: { id: number; username: string }
let client: TestClient

beforeAll(async () => {
  owner = await makeUser()
  client = await signInAs(owner)
})

afterEach(() => changeSettings({ quotaBytes: 1e9 }))

async function refusal(response: Response) {
  const { code, detail } = await problemOf(response)
  return { status: response.status, code, detail }
}

const remove = (from: TestClient, id: number | string, language = 'en') =>
  from.request('DELETE', `/api/videos/${id}/captions/${language}`)

describe('captions of a video', () => {
  it('are for accounts', async () => {
    const { id } = await makeVideo(owner.id)
    for (const response of [
      await sendCaptions(new TestClient(), id, 'en'),
      await remove(new TestClient(), id),
    ]) {
      expect(await refusal(response)).toMatchObject({ status: 401, code: 'unauthenticated' })
    }
  })

  it("are its owner's, not another account's nor an administrator's", async () => {
    const { id } = await makeVideo(owner.id)
    await putCaptions(client, id, 'en')
    for (const other of [await makeUser(), await makeUser({ isAdmin: true })]) {
      const foreign = await signInAs(other)
      for (const response of [await sendCaptions(foreign, id, 'en', vtt('x')), await remove(foreign, id)]) {
        expect(await refusal(response)).toMatchObject({ status: 403, code: 'forbidden' })
      }
    }
    expect(await tracksOf(id)).toHaveLength(1)
  })

  it('stay as they are while the video is looked into', async () => {
    const { id } = await makeVideo(owner.id, { hold: 'quarantine' })
    expect(await refusal(await sendCaptions(client, id, 'en'))).toMatchObject({ status: 403 })
    expect(await refusal(await remove(client, id))).toMatchObject({ status: 403 })
    expect(await tracksOf(id)).toEqual([])
    const boss = await makeUser({ isAdmin: true })
    const own = await makeVideo(boss.id, { hold: 'quarantine' })
    const detail = 'This video is evidence in a case, so its files are kept until the case is closed.'
    for (const response of [
      await sendCaptions(await signInAs(boss), own.id, 'en'),
      await remove(await signInAs(boss), own.id),
    ])
      expect(await refusal(response)).toEqual({ status: 409, code: 'conflict', detail })
  })

  it.each(['999999999', '1e3', 'x'])('need a video: %s is none', async (id) => {
    expect(await refusal(await sendCaptions(client, id, 'en'))).toMatchObject({ status: 404 })
    expect(await refusal(await remove(client, id))).toMatchObject({ status: 404 })
  })

  it.each(['EN', 'english', 'e', 'en-us', 'en_US', 'pt-BR-x-private', '%20en'])(
    'need a language tag: %s is none',
    async (language) => {
      const { id } = await makeVideo(owner.id)
      for (const response of [await sendCaptions(client, id, language), await remove(client, id, language)]) {
        expect(await refusal(response)).toMatchObject({
          status: 400,
          detail: 'Give a language tag such as en or pt-BR.',
        })
      }
    },
  )
})

describe('PUT /api/videos/:id/captions/:language', () => {
  it.each(['application/json', 'text/plain', 'application/x-subrip', 'multipart/form-data', ''])(
    'refuses the content type %j',
    async (type) => {
      const { id } = await makeVideo(owner.id)
      const response = await sendCaptions(client, id, 'en', vtt(), { 'content-type': type })
      expect(await refusal(response)).toMatchObject({ status: 415, code: 'unsupported_body' })
    },
  )

  it('takes text/vtt with a character set', async () => {
    const { id } = await makeVideo(owner.id)
    const headers = { 'content-type': 'Text/VTT; charset=utf-8' }
    expect((await sendCaptions(client, id, 'en', vtt(), headers)).status).toBe(200)
  })

  it.each([
    ['nothing', '', 'Line 1: A WebVTT file must begin with WEBVTT.'],
    ['SRT', '1\n00:00:01,000 --> 00:00:02,000\nx', 'Line 1: A WebVTT file must begin with WEBVTT.'],
    ['no captions', 'WEBVTT\n', 'This file has no captions.'],
    [
      'a caption that ends first',
      'WEBVTT\n\n00:02.000 --> 00:01.000\nx',
      'Line 3: The caption ends before it begins.',
    ],
    [
      'another encoding',
      Uint8Array.of(...new TextEncoder().encode(vtt()), 0xe9),
      "The file isn't UTF-8 text. Save it as UTF-8.",
    ],
  ])('refuses %s, and stores nothing', async (_, body, detail) => {
    const someone = await makeUser()
    const { id } = await makeVideo(someone.id)
    const response = await sendCaptions(await signInAs(someone), id, 'en', body)
    expect(await refusal(response)).toEqual({ status: 400, code: 'invalid_input', detail })
    expect([await tracksOf(id), await keptCaptions(someone.id)]).toEqual([[], []])
  })

  it('refuses more than a megabyte, announced or not, and what becomes more', async () => {
    const { id } = await makeVideo(owner.id)
    const large = vtt('x'.repeat(maxCaptionBytes))
    const stream = new Response(large).body as ReadableStream
    // Escaping adds four characters to each.
    const swelling = vtt('&'.repeat(maxCaptionBytes / 2))
    for (const body of [large, stream, swelling]) {
      expect(await refusal(await sendCaptions(client, id, 'en', body))).toEqual({
        status: 413,
        code: 'too_large',
        detail: 'Caption files can be up to 1 MB large.',
      })
    }
    expect(await tracksOf(id)).toEqual([])
  })

  it('refuses what the quota has no room for', async () => {
    const someone = await makeUser()
    const full = await signInAs(someone)
    const { id, source, poster } = await makeVideo(someone.id)
    const bytes = source.length + poster.length
    await changeSettings({ quotaBytes: bytes + vtt().length })
    const longer = await sendCaptions(full, id, 'en', vtt('Hello!'))
    expect(await refusal(longer)).toMatchObject({ status: 413, code: 'quota_exceeded' })
    expect(await keptCaptions(someone.id)).toEqual([])
    expect((await sendCaptions(full, id, 'en')).status).toBe(200)
  })

  it('lets an account change captions sixty times an hour', async () => {
    const someone = await makeUser()
    const busy = await signInAs(someone)
    busy.now = Date.now()
    const { id } = await makeVideo(someone.id)
    const statuses: number[] = []
    for (let at = 0; at < 31; at += 1) {
      statuses.push((await sendCaptions(busy, id, 'en')).status, (await remove(busy, id)).status)
    }
    expect(statuses.slice(0, 60).filter((status) => status === 429)).toEqual([])
    expect(statuses.slice(60)).toEqual([429, 429])
    busy.now += 3600_000
    expect((await sendCaptions(busy, id, 'en')).status).toBe(200)
  })
})
