import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Suggestion } from '#contract/schemas/videos/search'
import type { Video } from '#contract/schemas/videos/video'
import { readSearchInfo, searchInfoHeader } from '#contract/values/videos/search'
import { indexedName, isRun } from '#contract/values/videos/search-words'
import { categories, searchTypos, searchWords, videos } from '#db/schema'
import { d1Cost, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { fillVideos, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { makeTagged } from '#test/support/videos/tags'
import { indexVideos } from '#worker/services/videos/search/index'

const visitor = new TestClient()

async function search(q: string, query: Record<string, string> = {}) {
  const response = await visitor.get(`/api/search?${new URLSearchParams({ q, ...query })}`)
  expect(response.status).toBe(200)
  const found = await response.json<Video[]>()
  return {
    titles: found.map(({ title }) => title),
    info: readSearchInfo(response.headers.get(searchInfoHeader) ?? ''),
    next: /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null,
    cost: d1Cost(response),
  }
}

async function suggested(q: string): Promise<string[]> {
  const found = await visitor.json<Suggestion[]>('GET', `/api/search/suggest?q=${encodeURIComponent(q)}`)
  return found.map(({ text }) => text)
}

const titles = {
  tokyo: '東京の夜景を歩く',
  beijing: '北京夜晚的灯光',
  lao: 'ຄວາມຮັກໃນລາວ',
  thai: 'ความรักในกรุงเทพ',
  khmer: 'រាត្រីនៅភ្នំពេញ',
  burmese: 'ရန်ကုန်မြို့ည',
  korean: '한국영화추천 모음',
  camera: 'カメラとビデオ',
  ramen: 'ﾗｰﾒﾝを食べる',
  mixed: '大阪night第3話',
  quiet: 'Don’t look back',
  hardcore: 'Hard-core gardening',
  stepladder: 'Stepladder stories',
  bjorn: 'Bjørn i Łódź, große Straße',
  many: '1,000 lanterns',
  duet: 'Tom & Gerry',
  hindi: 'मेरी हिन्दी फिल्म',
  arabic: 'فَتاة في المدينة',
  hebrew: 'שָׁלוֹם עולם',
  russian: 'Ёлка зимой',
  greek: 'Ο άνδρας της',
  arabicDigits: 'ليلة ٤٥',
} as const

beforeAll(async () => {
  const { id: userId } = await makeUser()
  for (const title of Object.values(titles)) await makeVideo(userId, { title })
  await makeVideo(userId, { title: 'Described', description: '横浜の港で撮影 · rød grød ガラス' })
  await makeTagged(userId, ['箱根の温泉ガイド', "cat's-eye"], { title: 'Tagged' })
  const [category] = await testDb()
    .insert(categories)
    .values({ name: '北海道の風景', nameFolded: indexedName('北海道の風景'), slug: 'hokkaido' })
    .returning()
  await makeVideo(userId, { title: 'Of a category', categoryId: category?.id ?? 0 })
  await indexVideos(await jobContext())
})

describe('a search', () => {
  it.each([
    ['a word inside a run', '夜景', titles.tokyo],
    ['three characters inside it', '京の夜', titles.tokyo],
    ['all of it', '東京の夜景を歩く', titles.tokyo],
    ['one character', '歩', titles.tokyo],
    ['parts in another order', '歩く 東京', titles.tokyo],
    ['Chinese', '夜晚', titles.beijing],
    ['Thai', 'รัก', titles.thai],
    ['Lao', 'ລາວ', titles.lao],
    ['Khmer', 'ភ្នំពេញ', titles.khmer],
    ['Burmese', 'မြို့', titles.burmese],
    ['a part of a Korean compound', '영화', titles.korean],
    ['a Korean compound with a space', '한국 영화', titles.korean],
    ['Katakana', 'ビデオ', titles.camera],
    ['Hiragana for Katakana', 'かめら', titles.camera],
    ['half-width Katakana', 'ｶﾒﾗ', titles.camera],
    ['full width for half', 'ラーメン', titles.ramen],
    ['scripts with a space between', '大阪 night', titles.mixed],
    ['scripts without', '大阪night', titles.mixed],
    ['a number within a run', '第3話', titles.mixed],
    ['Hindi', 'हिन्दी', titles.hindi],
    ['no apostrophe', 'dont look', titles.quiet],
    ['another apostrophe', "don't look", titles.quiet],
    ['no hyphen', 'hardcore', titles.hardcore],
    ['a blank for a hyphen', 'hard core', titles.hardcore],
    ['a blank within a word', 'step ladder', titles.stepladder],
    ['a hyphen within a word', 'step-ladder', titles.stepladder],
    ['letters without a stroke', 'bjorn lodz', titles.bjorn],
    ['letters with it', 'Bjørn Łódź', titles.bjorn],
    ['ss for ß', 'grosse strasse', titles.bjorn],
    ['a number without its comma', '1000 lanterns', titles.many],
    ['and for &', 'tom and gerry', titles.duet],
    ['no harakat, and heh', 'فتاه', titles.arabic],
    ['no niqqud', 'שלום', titles.hebrew],
    ['е for ё', 'елка', titles.russian],
    ['no tonos', 'ανδρας', titles.greek],
    ['the beginning of a word that ends in sigma', 'ανδρασ', titles.greek],
    ['digits of another script', '45', titles.arabicDigits],
    ['a run in a tag', '温泉', 'Tagged'],
    ['more of a run in a tag, in Hiragana', '温泉がいど', 'Tagged'],
    ['a tag without apostrophe and hyphen', 'catseye', 'Tagged'],
    ['a run in a category', '道の風', 'Of a category'],
    ['how a run in a description begins', '横浜の港', 'Described'],
    ['a word with a stroke in a description', 'rød grød', 'Described'],
    ['a voiced word in a description', 'ガラス', 'Described'],
  ])('finds %s: %s', async (_, typed, wanted) => {
    const { titles: found, info } = await search(typed)
    expect([found, info.corrected, info.isPartial]).toEqual([[wanted], null, false])
  })

  it.each(['景夜', '夜京の', 'ビデラ'])('finds nothing by %s, and corrects it to nothing', async (typed) => {
    const { titles: found, info } = await search(typed)
    expect([found, info]).toEqual([
      [],
      expect.objectContaining({ matches: 0, corrected: null, suggestion: null }),
    ])
  })

  it('corrects a misspelled word whose letters are typed as others', async () => {
    const { titles: found, info } = await search('Łódźz')
    expect([found, info.corrected]).toEqual([[titles.bjorn], 'lodz'])
  })

  it('finds a run, and not its pairs elsewhere in a title', async () => {
    const { id: userId } = await makeUser()
    await makeVideo(userId, { title: '金沢の雪、雪の朝' })
    await makeVideo(userId, { title: '雪の朝の雪、沢の雪の' })
    expect((await search('沢の雪の朝')).titles).toEqual([])
    expect((await search('沢の雪の')).titles).toEqual(['雪の朝の雪、沢の雪の'])
    expect(await suggested('沢の雪の朝')).toEqual([])
  })

  it('goes on from page to page with a run, as long as a search may be', async () => {
    const { id: userId } = await makeUser()
    const run = Array.from({ length: 80 }, (_, at) => String.fromCodePoint(0x5000 + at)).join('')
    for (const at of [1, 2, 3]) await makeVideo(userId, { title: `${run}${at}` })
    const { next } = await search(run, { limit: '2' })
    expect(await (await visitor.get(next ?? '')).json<Video[]>()).toHaveLength(1)
    expect((await search(`${run.slice(3, 9)} ${run.slice(20, 50)} ${run.slice(9, 12)}`)).titles).toHaveLength(
      3,
    )
  })

  it('takes as many words as a search may have, each in several forms', async () => {
    const { id: userId } = await makeUser()
    const words = Array.from({ length: 8 }, (_, at) => `søvnløs${'abcdefgh'[at]}e`)
    await makeVideo(userId, { title: words.join(' ') })
    expect((await search(words.join(' '))).titles).toEqual([words.join(' ')])
    expect(await suggested(words.join(' '))).toEqual([words.join(' ')])
  })

  it('finds some of the words where the pairs of a run are only scattered', async () => {
    const { id: userId } = await makeUser()
    for (const title of ['草木草 apricot 木石草', 'apricot film']) await makeVideo(userId, { title })
    const { titles, info } = await search('木草木 apricot')
    expect([titles.includes('apricot film'), info.isPartial]).toEqual([true, true])
  })

  it('leads on from a corrected word that ends in sigma', async () => {
    const { id: userId } = await makeUser()
    for (const at of [1, 2, 3]) await makeVideo(userId, { title: `Ήλιοστρος ${at}` })
    await indexVideos(await jobContext())
    const { titles, info, next } = await search('ήλιοοστρος', { limit: '2' })
    expect([titles.length, info.corrected]).toEqual([2, 'ηλιοστρος'])
    expect(await visitor.json<Video[]>('GET', next ?? '')).toHaveLength(1)
  })

  it('learns no run and no pair', async () => {
    const words = (await testDb().select().from(searchWords)).map(({ word }) => word)
    const typos = (await testDb().select().from(searchTypos)).map(({ word }) => word)
    expect(words).toEqual(expect.arrayContaining(['night', 'dont', 'hardcore', 'bjorn']))
    expect([...words, ...typos].filter(isRun)).toEqual([])
  })

  it('reads no more rows for runs than for words', async () => {
    const { id: userId } = await makeUser()
    await fillVideos(userId, 700)
    await testDb()
      .update(videos)
      .set({ titleFolded: '箱庭の朝焼け', titleForms: '箱庭 庭の の朝 朝焼 焼け' })
      .where(sql`user_id = ${userId}`)
    for (const typed of ['箱庭', '箱庭の朝焼け']) {
      const { info, cost } = await search(typed)
      expect([typed, info.lookedAt, cost.rowsRead <= 1600, cost.rowsRead]).toEqual([
        typed,
        500,
        true,
        cost.rowsRead,
      ])
    }
  })
})

describe('a changed title', () => {
  it('is found by its new runs alone', async () => {
    const owner = await makeUser()
    const { id } = await makeVideo(owner.id, { title: '仙台の七夕' })
    const client = await signInAs(owner)
    expect(
      (await client.request('PATCH', `/api/videos/${id}`, { json: { title: '盛岡の冷麺' } })).status,
    ).toBe(200)
    expect((await search('冷麺')).titles).toEqual(['盛岡の冷麺'])
    expect((await search('七夕')).titles).toEqual([])
  })
})

describe('suggestions', () => {
  it.each([
    ['夜景', titles.tokyo],
    ['かめ', titles.camera],
    ['영화', titles.korean],
    ['大阪ni', titles.mixed],
    ['dont', titles.quiet],
    ["don't l", titles.quiet],
    ['łódź', titles.bjorn],
    ['箱根の', '箱根の温泉ガイド'],
    ['箱根の温泉ガイ', '箱根の温泉ガイド'],
    ["cat's-e", "cat's-eye"],
  ])('for %s: %s', async (typed, wanted) => {
    expect(await suggested(typed)).toEqual([wanted])
  })
})

describe('searches of one’s own and of staff', () => {
  it('find runs, and letters that are typed as others', async () => {
    const owner = await makeUser({ isAdmin: true })
    const client = await signInAs(owner)
    const { id } = await makeVideo(owner.id, { title: '那覇のバイク’24 Øresund' })
    for (const typed of ['のばい', "バイク'24", 'oresund']) {
      const q = encodeURIComponent(typed)
      const mine = await client.json<Video[]>('GET', `/api/videos/my-videos?q=${q}`)
      const all = await client.json<Video[]>('GET', `/api/admin/videos?q=${q}`)
      const found = await client.json<{ kind: string; id: number }[]>('GET', `/api/admin/find?q=${q}`)
      expect([typed, mine.map((each) => each.id), all.map((each) => each.id)]).toEqual([typed, [id], [id]])
      expect(found).toContainEqual(expect.objectContaining({ kind: 'video', id }))
    }
  })
})
