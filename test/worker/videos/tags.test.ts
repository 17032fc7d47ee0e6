import { beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { maxTags, tagMessages } from '#contract/values/videos/tags'
import { ownerOfVideos } from '../../support/accounts/owner'
import { d1Cost, problemOf, TestClient } from '../../support/client'
import {
  changeSettings,
  makeUpload,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  videoRow,
} from '../../support/factories'
import { listOfTag, listTagged, makeTagged, tagRow, wrongTagCounts } from '../../support/videos/tags'

const owner = ownerOfVideos()
const visitor = new TestClient()

async function publish(tags: unknown, change: object = {}) {
  const [video, image] = [await makeUpload(owner.id), await makeUpload(owner.id, 'image')]
  return owner.client.request('POST', '/api/videos', {
    json: {
      title: 'A tagged clip',
      categoryId: 1,
      videoFile: video.id,
      thumbnailFile: image.id,
      tags,
      ...change,
    },
  })
}

function patch(id: number, tags: unknown) {
  return owner.client.request('PATCH', `/api/videos/${id}`, { json: { tags } })
}

describe("a video's tags", () => {
  it('are made with it, each once, in order and under the name that came first', async () => {
    const word = randomLetters(8)
    await makeTagged(owner.id, [`Été ${word}`])
    const response = await publish([`#ETE  ${word.toUpperCase()}`, `New ${word}`, `new-${word}`])
    expect(response.status).toBe(201)
    const { id, tags } = await response.json<Video>()
    expect(tags).toEqual([
      { slug: `ete-${word}`, name: `été ${word}` },
      { slug: `new-${word}`, name: `new ${word}` },
    ])
    expect((await videoRow(id))?.tags).toEqual([`ete-${word}`, `new-${word}`])
    // Not counted before its file is read.
    expect(await tagRow(`new-${word}`)).toMatchObject({ name: `new ${word}`, videoCount: 0 })
  })

  it('can be changed, and leave the lists with the video', async () => {
    const [one, two] = [randomLetters(8), randomLetters(8)]
    const { id } = await makeTagged(owner.id, [one])
    expect(await listOfTag(visitor, one)).toEqual([id])
    expect((await patch(id, [two, 'night'])).status).toBe(200)
    await listTagged()
    expect([await listOfTag(visitor, one), await listOfTag(visitor, two)]).toEqual([[], [id]])
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: { isPublic: false } })
    expect(await listOfTag(visitor, two)).toEqual([])
    expect((await visitor.get(`/api/tags/${two}`)).status).toBe(404)
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: { isPublic: true } })
    await listTagged()
    expect(await visitor.json('GET', `/api/tags/${two}`)).toEqual({ slug: two, name: two, videoCount: 1 })
    expect((await patch(id, [])).status).toBe(200)
    await listTagged()
    expect(await listOfTag(visitor, two)).toEqual([])
    expect(await wrongTagCounts()).toEqual([])
  })

  it('are off all lists once it is hidden, though the job did not see its last change', async () => {
    const word = randomLetters(8)
    const { id } = await makeTagged(owner.id, [word])
    expect((await patch(id, [])).status).toBe(200)
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: { isPublic: false } })
    await listTagged()
    expect([await tagRow(word), await wrongTagCounts()]).toEqual([
      expect.objectContaining({ videoCount: 0 }),
      [],
    ])
  })

  it.each([
    [['a'], tagMessages.short],
    [['x'.repeat(41)], tagMessages.long],
    [['a/b'], tagMessages.letters],
    [Array.from({ length: maxTags + 1 }, (_, at) => `tag ${at}`), tagMessages.many],
  ])('refuses %o', async (tags, message) => {
    const response = await publish(tags)
    expect(response.status).toBe(400)
    expect((await problemOf(response)).errors).toEqual([{ path: 'tags', message }])
  })

  it('stand in a detail and in no list, at the cost of the video itself without any', async () => {
    const word = randomLetters(8)
    const [plain, tagged] = [
      await makeVideo(owner.id),
      await makeTagged(owner.id, [`${word} a`, `${word} b`]),
    ]
    const costOf = async (id: number) => d1Cost(await visitor.get(`/api/videos/${id}`)).rowsRead
    // Two for video and account, and two for each tag.
    expect([await costOf(plain.id), await costOf(tagged.id)]).toEqual([2, 6])
    const [listed] = await visitor.json<Video[]>('GET', `/api/videos?tag=${word}-a`)
    expect(listed?.id).toBe(tagged.id)
    expect(listed).not.toHaveProperty('tags')
  })

  it('count as a text that was changed since approval', async () => {
    await changeSettings({ requireContentApproval: true })
    const moderator = await signInAs(await makeUser({ staff: 'moderator' }))
    const { id } = await makeTagged(owner.id, ['calm'], { review: 'pending' })
    const approve = await moderator.request('POST', `/api/admin/videos/${id}/approve`, { json: {} })
    expect(approve.status).toBe(200)
    await patch(id, ['calm', 'storm'])
    const changed = await moderator.json<{ video: Video; changes: number }[]>(
      'GET',
      '/api/admin/videos/changed',
    )
    expect(changed).toEqual([
      expect.objectContaining({
        tags: ['calm', 'storm'],
        approved: expect.objectContaining({ tags: ['calm'] }),
      }),
    ])
    const decision = { decision: 'revert', changes: changed[0]?.changes, note: 'Not what it shows.' }
    await moderator.request('POST', `/api/admin/videos/${id}/changes`, { json: decision })
    expect((await videoRow(id))?.tags).toEqual(['calm'])
    expect(await listOfTag(visitor, 'storm')).toEqual([])
    await changeSettings({ requireContentApproval: false })
  })
})

describe('the list of a tag', () => {
  const word = randomLetters(8)
  const ids: number[] = []

  beforeAll(async () => {
    // Two of the same moment, and the most popular one.
    for (const [createdAt, popularity] of [
      [1000, 5],
      [2000, 9],
      [2000, 1],
      [3000, 5],
      [4000, 2],
    ] as const)
      ids.push((await makeTagged(owner.id, [word], { createdAt, popularity })).id)
    for (const hidden of [
      { isPublic: false },
      { review: 'pending' },
      { status: 'processing' },
      { hold: 'quarantine' },
      { isPublic: false, unlistedKey: 'k'.repeat(22) },
      { isPublic: false, publishAt: Date.now() + 1e9 },
    ] as const)
      await makeTagged(owner.id, [word], hidden)
  })

  it.each([
    ['newest', [4, 3, 2, 1, 0]],
    ['popular', [1, 3, 0, 4, 2]],
  ])('goes through public videos page by page, %s first', async (sort, order) => {
    const found: number[] = []
    let path: string | undefined = `/api/videos?tag=${word}&sort=${sort}&limit=2`
    while (path) {
      const response = await visitor.get(path)
      const { queries, rowsRead } = d1Cost(response)
      expect([queries, rowsRead <= (sort === 'newest' ? 18 : 30), rowsRead]).toEqual([1, true, rowsRead])
      found.push(...(await response.json<Video[]>()).map(({ id }) => id))
      path = /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(found).toEqual(order.map((at) => ids[at]))
    expect(await visitor.json('GET', `/api/tags/${word}`)).toMatchObject({ videoCount: 5 })
  })

  it('takes no other filter', async () => {
    expect((await visitor.get(`/api/videos?tag=${word}&categoryId=1`)).status).toBe(400)
  })
})

describe('suggestions', () => {
  it('are public tags that begin with what is typed, the most used first, at most eight', async () => {
    const word = randomLetters(8)
    for (let at = 0; at < 9; at += 1) await makeTagged(owner.id, [`${word} ${at}`])
    await makeTagged(owner.id, [`${word} 5`, `${word} 8`])
    await makeTagged(owner.id, [`${word} 8`])
    await makeTagged(owner.id, [`${word} hidden`], { isPublic: false })
    const response = await visitor.get(`/api/tags?q=${word.toUpperCase().slice(0, 6)}`)
    expect((await response.json<{ name: string }[]>()).map(({ name }) => name.slice(9))).toEqual([
      '8',
      '5',
      '0',
      '1',
      '2',
      '3',
      '4',
      '6',
    ])
    expect(await visitor.json('GET', `/api/tags?q=${word} hid`)).toEqual([])
    expect(await visitor.json('GET', `/api/tags?q=${word[0]}`)).toEqual([])
  })
})

describe('the page of a tag', () => {
  const nobody = new TestClient({ ageVerified: false })

  it('is a page with its list in the document, also under another spelling', async () => {
    const word = randomLetters(8)
    const { id } = await makeTagged(owner.id, [`Café ${word}`])
    const response = await visitor.get(`/tag/cafe-${word}`)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain(`<title>café ${word} · Nocturne</title>`)
    const boot = JSON.parse(/<script[^>]*id="boot"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    expect(boot.tag).toEqual({
      slug: `cafe-${word}`,
      found: { slug: `cafe-${word}`, name: `café ${word}`, videoCount: 1 },
    })
    expect(boot.lists[`/api/videos?tag=cafe-${word}`].items).toEqual([expect.objectContaining({ id })])
    const other = await nobody.get(`/tag/Caf%C3%A9-${word}?sort=popular`)
    expect([other.status, other.headers.get('location')]).toEqual([301, `/tag/cafe-${word}?sort=popular`])
    expect((await nobody.get(`/tag/cafe-${word}`)).status).toBe(200)
  })

  it('keeps letters of other scripts', async () => {
    await makeTagged(owner.id, ['夜の海'])
    const response = await visitor.get(`/tag/${encodeURIComponent('夜の海')}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(`/tag/${encodeURIComponent('夜の海')}"`)
  })

  it.each(['/tag/nobody-has-it', '/tag/%0a', '/tag/---', `/tag/${'x'.repeat(300)}`])(
    'is missing at %s, for everyone alike',
    async (path) => {
      for (const client of [visitor, nobody]) expect((await client.get(path)).status).toBe(404)
    },
  )

  it('stands in the sitemap once it has three videos', async () => {
    const word = randomLetters(8)
    const sitemap = async () => (await visitor.get('/sitemap-pages.xml')).text()
    for (let at = 0; at < 2; at += 1) await makeTagged(owner.id, [word])
    expect(await sitemap()).not.toContain(`/tag/${word}<`)
    await makeTagged(owner.id, [word])
    expect(await sitemap()).toContain(`/tag/${word}<`)
  })
})
