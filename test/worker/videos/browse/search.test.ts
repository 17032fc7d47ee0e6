import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Suggestion } from '#contract/schemas/videos/search'
import type { Video } from '#contract/schemas/videos/video'
import { day } from '#contract/values/shared/time'
import { readSearchInfo, searchInfoHeader } from '#contract/values/videos/search'
import { indexedName } from '#contract/values/videos/search-words'
import { categories, searchTypos, searchWords, videos, watchHistory } from '#db/schema'
import { demoCategories, demoVideos } from '#dev/seed/catalogue'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { fillVideos, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { reindexRenamed } from '#worker/services/videos/categories/index'
import { forgetWords, indexVideos } from '#worker/services/videos/search/index'
import { queryWords } from '#worker/services/videos/search/words'

let visitor: TestClient

beforeEach(() => {
  visitor = new TestClient()
})

async function search(query: Record<string, string>, client = visitor) {
  const response = await client.get(`/api/search?${new URLSearchParams(query)}`)
  expect(response.status).toBe(200)
  const info = response.headers.get(searchInfoHeader)
  return {
    videos: await response.json<Video[]>(),
    info: info === null ? null : readSearchInfo(info),
    next: /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null,
    cost: d1Cost(response),
  }
}

async function titles(q: string): Promise<string[]> {
  return (await search({ q })).videos.map(({ title }) => title)
}

describe('what people type, and what they mean by it', () => {
  beforeAll(async () => {
    const db = testDb()
    const made = await db
      .insert(categories)
      .values(demoCategories.map((category) => ({ ...category, nameFolded: indexedName(category.name) })))
      .returning()
    const owners = new Map<string, number>()
    for (const {
      title,
      description = '',
      categorySlug,
      owner,
      isPublic,
      review,
      state,
      ...demo
    } of demoVideos) {
      const userId = owners.get(owner) ?? (await makeUser({ username: owner })).id
      owners.set(owner, userId)
      const categoryId = made.find(({ slug }) => slug === categorySlug)?.id ?? 0
      await makeVideo(userId, {
        title,
        description,
        categoryId,
        isPublic,
        review,
        views: demo.views,
        popularity: demo.views,
        isPremium: demo.isPremium,
        status: state === 'processing' || state === 'failed' ? state : 'ready',
        hold: state === 'removed' ? 'removed' : null,
        createdAt: Date.now() - demo.ageInHours * 3600_000,
      })
    }
    await indexVideos(await jobContext())
  })

  it.each([
    // The title, whole or in part, in any case and accent.
    ['Slow light over a warm horizon', 'Slow light over a warm horizon'],
    ['light', 'Slow light over a warm horizon'],
    ['horizon', 'Slow light over a warm horizon'],
    ['WARM HORIZON', 'Slow light over a warm horizon'],
    ['horizon warm', 'Slow light over a warm horizon'],
    ['cafe etoile', 'Café Étoile — blue glass, last orders'],
    ['CAFÉ ÉTOILE', 'Café Étoile — blue glass, last orders'],
    ['ｃａｆｅ', 'Café Étoile — blue glass, last orders'],
    ['moonrise', 'Moonrise in teal'],
    ['2 a.m.', 'Curtains, 2 a.m.'],
    ["it's quieter", 'It’s quieter in the second generation'],
    ['interference', 'Interference'],
    // The beginning of a word.
    ['moonr', 'Moonrise in teal'],
    ['interf', 'Interference'],
    ['lante', 'Lanterns on a warm night'],
    ['night tr', 'Night train through lilac hills'],
    ['ro', 'Rose window at midnight'],
    ['seahor', 'Falling into the seahorse valley'],
    // Misspelled.
    ['horizont', 'Slow light over a warm horizon'],
    ['ligth', 'Slow light over a warm horizon'],
    ['moonrize', 'Moonrise in teal'],
    ['interferance', 'Interference'],
    ['lantens', 'Lanterns on a warm night'],
    ['velevt', 'Rose velvet in a draught'],
    ['cofe etoile', 'Café Étoile — blue glass, last orders'],
    ['seehorse vally', 'Falling into the seahorse valley'],
    ['spirall bottom', 'The spiral at the bottom'],
    ['draugth', 'Rose velvet in a draught'],
    ['patern winter', 'Pattern for a winter coat'],
    // Two words that seldom occur together.
    ['rose window', 'Rose window at midnight'],
    ['window frost', 'Frost on the inside of the window'],
    ['blue hour', 'Half a sun, and then the blue hour'],
    ['violet hour', 'Violet hour at the end of the world'],
    ['amber zebra', 'Amber, poured'],
    // A category, an uploader, and words across both.
    ['fractals', 'Falling into the seahorse valley'],
    ['northern nights', 'Green fire above the second ridge'],
    ['viewer', 'It’s quieter in the second generation'],
    ['member interference', 'Interference'],
    // Words that only the description contains.
    ['sun takes its time', 'Slow light over a warm horizon'],
    ['disc touches the line', 'Half a sun, and then the blue hour'],
  ])('%s', async (typed, wanted) => {
    expect((await titles(typed))[0]).toBe(wanted)
  })

  it('finds an uploader’s and a category’s videos, and says what it searched for', async () => {
    const byMember = await search({ q: 'member', limit: '50' })
    const uploaders = byMember.videos.map(({ uploader }) => uploader.username)
    // Videos whose descriptions mention members come later.
    const own = uploaders.filter((name) => name === 'member').length
    expect(own).toBeGreaterThan(1)
    expect(new Set(uploaders.slice(0, own))).toEqual(new Set(['member']))
    expect((await search({ q: 'fractals' })).info).toMatchObject({
      matches: 5,
      isMore: false,
      corrected: null,
    })
    expect((await search({ q: 'ligth' })).info).toMatchObject({ corrected: 'light', isPartial: false })
    expect((await search({ q: 'amber zebra' })).info).toMatchObject({ corrected: null, isPartial: true })
    expect((await search({ q: 'zebra' })).info).toMatchObject({
      matches: 0,
      corrected: null,
      isPartial: false,
    })
  })

  it('suggests titles and uploaders as they are typed', async () => {
    const suggest = (q: string) =>
      visitor.json<Suggestion[]>('GET', `/api/search/suggest?q=${encodeURIComponent(q)}`)
    expect(await suggest('s')).toEqual([])
    expect(await suggest('  ')).toEqual([])
    expect((await suggest('slow'))[0]).toMatchObject({
      kind: 'title',
      text: 'Slow light over a warm horizon',
    })
    expect(await suggest('crea')).toContainEqual({ kind: 'uploader', text: 'creator' })
    expect((await suggest('warm hor'))[0]).toMatchObject({ text: 'Slow light over a warm horizon' })
    expect(await suggest('negative found')).toEqual([])
    const { id } = await makeUser({ username: 'Night-Owl' })
    expect(await suggest('night ow')).toEqual([])
    await makeVideo(id)
    expect(await suggest('night ow')).toContainEqual({ kind: 'uploader', text: 'Night-Owl' })
  })

  it('leaves out more than 80 characters', async () => {
    const [found] = await titles(`moonrise in teal ${' '.repeat(60)}and nothing else`)
    expect(found).toBe('Moonrise in teal')
  })
})

describe('a search', () => {
  const states: [string, Partial<typeof videos.$inferInsert>][] = [
    ['private', { isPublic: false }],
    ['unlisted', { isPublic: false, unlistedKey: 'k'.repeat(22) }],
    ['scheduled', { isPublic: false, publishAt: Date.now() + day }],
    ['pending', { review: 'pending' }],
    ['rejected', { review: 'rejected' }],
    ['processing', { status: 'processing' }],
    ['failed', { status: 'failed' }],
    ['quarantined', { hold: 'quarantine' }],
    ['removed', { hold: 'removed' }],
    ['banned', { hold: 'ban' }],
    ['deleted', { hold: 'trash' }],
  ]

  it.each(states)('never finds, completes or corrects to a %s video’s words', async (state, change) => {
    const word = `zq${state}word`
    const { id: userId } = await makeUser()
    const { id } = await makeVideo(userId, { title: `${word} title`, description: `${word}desc` })
    await indexVideos(await jobContext())
    expect(await titles(word)).toHaveLength(1)
    await testDb().update(videos).set(change).where(sql`id = ${id}`)
    const misspelled = word.replace('word', 'wrod')
    for (const q of [word, word.slice(0, -2), misspelled, `${word}desc`]) {
      const { videos: found, info } = await search({ q })
      expect([q, found, info?.corrected, info?.suggestion]).toEqual([q, [], null, null])
      expect(await visitor.json('GET', `/api/search/suggest?q=${q}`)).toEqual([])
    }
    await testDb()
      .update(videos)
      .set({ isPublic: true, review: 'approved', status: 'ready', hold: null })
      .where(sql`id = ${id}`)
    expect(await titles(word)).toHaveLength(1)
  })
})

describe('a renamed category', () => {
  it('is found by its new name, and no longer by the old one', async () => {
    const { id: userId } = await makeUser()
    const [made] = await testDb()
      .insert(categories)
      .values({ name: 'Oldname', nameFolded: 'oldname', slug: 'oldname' })
      .returning()
    const categoryId = made?.id ?? 0
    await fillVideos(userId, 150, { categoryId })
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    expect((await search({ q: 'oldname' })).info?.matches).toBe(150)
    await admin.json('PATCH', `/api/admin/categories/${categoryId}`, { name: 'Newname' })
    await reindexRenamed(await jobContext())
    expect((await search({ q: 'newname' })).info?.matches).toBe(150)
    expect((await search({ q: 'oldname' })).info?.matches).toBe(0)
  })
})

describe('filters and orders', () => {
  let categoryId: number
  beforeAll(async () => {
    const [made] = await testDb()
      .insert(categories)
      .values({ name: 'Sortable', nameFolded: 'sortable', slug: 'sortable' })
      .returning()
    categoryId = made?.id ?? 0
    const { id: userId } = await makeUser()
    const now = Date.now()
    for (const [title, change] of [
      ['kiwi one', { views: 10, likes: 9, duration: 30, createdAt: now, height: 360, width: 640 }],
      ['kiwi two', { views: 5000, likes: 10, duration: 400, createdAt: now - 3 * day, isPremium: true }],
      [
        'kiwi three',
        { views: 900, likes: 800, duration: 1300, createdAt: now - 40 * day, width: 1080, height: 1920 },
      ],
      [
        'kiwi four',
        { views: 0, likes: 0, duration: 299, createdAt: now - 400 * day, width: 3840, height: 2160 },
      ],
    ] as const) {
      await makeVideo(userId, { title, categoryId, popularity: change.views, ...change })
    }
    await makeVideo(userId, { title: 'kiwi elsewhere', duration: 10 })
  })

  const [one, two, three, four] = ['kiwi one', 'kiwi two', 'kiwi three', 'kiwi four'] as const
  it.each([
    ['newest', {}, [one, two, three, four]],
    ['views', {}, [two, three, one, four]],
    ['rated', {}, [three, one, four, two]],
    ['longest', {}, [three, two, four, one]],
    ['newest', { length: 'short' }, [one, four]],
    ['newest', { length: 'medium' }, [two]],
    ['newest', { length: 'long' }, [three]],
    ['newest', { uploaded: 'day' }, [one]],
    ['newest', { uploaded: 'week' }, [one, two]],
    ['newest', { uploaded: 'month' }, [one, two]],
    ['newest', { uploaded: 'year' }, [one, two, three]],
    ['newest', { quality: '720' }, [two, three, four]],
    ['newest', { quality: '1080' }, [three, four]],
    ['newest', { quality: '2160' }, [four]],
    ['views', { isPremium: 'false', quality: '720' }, [three, four]],
    ['newest', { isPremium: 'true', length: 'long' }, []],
  ])('by %s with %o, with words and without, page by page', async (sort, filter, wanted) => {
    for (const words of [{}, { q: 'kiwi' }]) {
      const query = { ...words, categoryId: String(categoryId), sort, limit: '1', ...filter }
      const seen: string[] = []
      let path: string | null = `/api/search?${new URLSearchParams(query)}`
      while (path) {
        const response: Response = await visitor.get(path)
        seen.push(...(await response.json<Video[]>()).map(({ title }) => title))
        path = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
      }
      expect([words, seen]).toEqual([words, wanted])
    }
  })

  it('hides what the viewer has watched, from them alone', async () => {
    const viewer = await makeUser()
    const { videos: found } = await search({ q: 'kiwi two' })
    await testDb()
      .insert(watchHistory)
      .values({ userId: viewer.id, videoId: found[0]?.id ?? 0, position: 0, watchedAt: Date.now() })
    const client = await signInAs(viewer)
    for (const query of [{ q: 'kiwi two' }, { categoryId: String(categoryId), length: 'medium' }]) {
      expect((await search({ ...query, hideWatched: 'true' }, client)).videos).toEqual([])
      expect((await search(query, client)).videos).toHaveLength(1)
      expect((await search({ ...query, hideWatched: 'true' })).videos).toHaveLength(1)
    }
  })

  it('looks at 500 matches at most, reads at most 1,600 rows, and says so', async () => {
    const { id: userId } = await makeUser()
    await fillVideos(userId, 700)
    for (const [query, rows] of [
      [{ q: 'clip' }, 1600],
      [{ q: 'cli', sort: 'views', hideWatched: 'true' }, 1600],
      [{ sort: 'rated', hideWatched: 'true' }, 1600],
    ] as const) {
      const { info, cost, next } = await search(query, await signInAs(await makeUser()))
      expect([query, info?.isMore, info?.lookedAt !== null, cost.rowsRead <= rows, cost.rowsRead]).toEqual([
        query,
        true,
        true,
        true,
        cost.rowsRead,
      ])
      expect(next).not.toBeNull()
    }
  })
})

describe('an order or a filter', () => {
  it('says how many it looked at even where it leaves none, and looks where the filter leaves some', async () => {
    await testDb().update(videos).set({ hold: 'removed' })
    const { id: userId } = await makeUser()
    await fillVideos(userId, 600)
    await makeVideo(userId, { title: 'clip of today', popularity: -1, createdAt: Date.now() })
    const none = await search({ q: 'clip', length: 'long' })
    expect([none.videos, none.info?.matches, none.info?.lookedAt]).toEqual([[], 0, 500])
    // Six hundred others are more popular, but older than the filter allows.
    const { videos: found } = await search({ sort: 'views', uploaded: 'day' })
    expect(found.map(({ title }) => title)).toEqual(['clip of today'])
  })

  it('is refused for a blocked term, typed or in a cursor, and never corrected to one', async () => {
    const { id: userId } = await makeUser()
    for (const at of [1, 2]) await makeVideo(userId, { title: `Forbiddenword ${at}` })
    await indexVideos(await jobContext())
    const { next } = await search({ q: 'forbiddenword', limit: '1' })
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    await admin.json('PATCH', '/api/admin/settings', { blockedTerms: 'forbiddenword\nロリ' })
    // Also as the search folds and joins what is typed.
    const disguised = ['Forbiddenword', 'forbidden word', 'forbidden-word', 'forbiddenwørd', 'ろり', 'ﾛﾘ']
    for (const path of [
      ...disguised.map((q) => `/api/search?q=${encodeURIComponent(q)}`),
      (next ?? '').replace('q=forbiddenword', 'q=other'),
    ]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 400])
    }
    expect((await search({ q: 'forbidenword' })).info).toMatchObject({ corrected: null, matches: 0 })
    expect(await visitor.json('GET', '/api/search/suggest?q=forbidden-word')).toEqual([])
    await admin.json('PATCH', '/api/admin/settings', { blockedTerms: '' })
  })

  it('ranks a video with one word in the description above one that hasn’t got it at all', async () => {
    const { id: userId } = await makeUser()
    await makeVideo(userId, { title: 'Umbra alone', popularity: 900 })
    await makeVideo(userId, { title: 'Umbra', description: 'with a quagga', popularity: 1 })
    expect(await titles('umbra quagga okapi')).toEqual(['Umbra', 'Umbra alone'])
  })

  it('pages on with corrected words, however long, all filters and eight words', async () => {
    const { id: userId } = await makeUser()
    const long = [
      'photosynthesis',
      'kaleidoscopic',
      'magnificently',
      'thunderstorms',
      'extravagances',
      'butterflyfish',
    ]
    for (let at = 0; at < 3; at += 1)
      await makeVideo(userId, { title: long.join(' ').slice(0, 100), description: String(at) })
    await indexVideos(await jobContext())
    const typed = long.map((word) => `${word.slice(0, 3)}${word.slice(4)}`).join(' ')
    const filter = {
      length: 'short',
      uploaded: 'day',
      quality: '720',
      categoryId: '1',
      isPremium: 'false',
      sort: 'longest',
    }
    const first = await search({ q: typed, limit: '1', hideWatched: 'true', ...filter })
    expect([first.info?.corrected, first.info?.matches]).toEqual([
      long.slice(0, first.info?.corrected?.split(' ').length).join(' '),
      3,
    ])
    const second = await visitor.get(first.next ?? '')
    expect(await second.json<Video[]>()).toHaveLength(1)
  })

  it('forgets the words of what is gone, and no others', async () => {
    const { id: userId } = await makeUser()
    const { id } = await makeVideo(userId, { title: 'Fleetingword' })
    await makeVideo(userId, { title: 'Lastingword' })
    await indexVideos(await jobContext())
    await testDb().delete(videos).where(sql`id = ${id}`)
    expect(await titles('fleetingword')).toEqual([])
    // It begins at any word, and so reaches all of them before long.
    for (let run = 0; run < 60; run += 1) await forgetWords(await jobContext())
    const words = await testDb().select().from(searchWords)
    const typos = await testDb().select().from(searchTypos)
    expect(words.map(({ word }) => word)).not.toContain('fleetingword')
    expect(typos.some(({ word }) => word === 'fleetingword')).toBe(false)
    expect(words.map(({ word }) => word)).toContain('lastingword')
  })
})

describe('refusals', () => {
  it.each([
    '?q=',
    '?q=%20',
    '?q=a&page=2',
    '?q=a&sort=best',
    '?q=a&length=tiny',
    '?q=a&quality=480',
    `?q=${'x'.repeat(1001)}`,
  ])('%s', async (query) => {
    const response = await visitor.get(`/api/search${query}`)
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_input'])
  })

  it('of nothing that anyone types: no text breaks the index’s own syntax', async () => {
    const client = await signInAs(await makeUser())
    const syntax = fc.constantFrom(
      '"',
      "'",
      '*',
      '(',
      ')',
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      '{title} :',
      '^',
      '-',
      '+',
      ':',
      '\\',
    )
    const typed = fc.array(fc.oneof(syntax, fc.string({ unit: 'grapheme', maxLength: 8 })), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(typed, async (parts) => {
        const q = encodeURIComponent(parts.join(' ').replace(/[\p{Cc}\u2028\u2029]/gu, '')) || 'x'
        for (const path of [`/api/search?q=${q}`, `/api/search/suggest?q=${q}`]) {
          const response = await client.get(path)
          await response.arrayBuffer()
          expect(response.status === 200 || q.replaceAll('%20', '') === '').toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('of no letter or mark: the index takes every one as part of a word', async () => {
    const letters: string[] = []
    for (let code = 0; code < 0x2_0000; code += 1) {
      const words = code >= 0xd800 && code < 0xe000 ? [] : queryWords(`a${String.fromCodePoint(code)}b`)
      letters.push(...words.filter((word) => word !== 'a' && word !== 'b').map((word) => `"${word}"`))
    }
    for (let at = 0; at < letters.length; at += 1000) {
      const asked = letters.slice(at, at + 1000).join(' OR ')
      await env.DB.prepare('select count(*) from video_search where video_search match ?').bind(asked).first()
    }
    expect(letters.length).toBeGreaterThan(50_000)
  })
})
