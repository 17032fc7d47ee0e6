import type { DatabaseSync } from 'node:sqlite'
import { createDb, type Db } from '#db/client'
import { countHits, searchedVideos, type VideoSearch } from '#db/queries/videos/search/search'
import { titlesBeginning, uploadersBeginning } from '#db/queries/videos/search/suggest'
import { hitsOfWord, insertWords, wordsNear } from '#db/queries/videos/search/words'
import { tagsBeginning } from '#db/queries/videos/tags'
import { migratedDatabase } from '#tools/database/migrations'
import { deletions, hasTypos, typoKeys } from '#worker/services/videos/search/typos'

// Times the statements of searches and suggestions alone, in SQLite as Node has it: D1 runs the same statements, and
// its own count of rows hides what FTS5 does.

const vocabulary = 30_000
const uploaders = 1000
const categories = 20

export interface Timing {
  what: string
  /** Milliseconds of SQL. */
  median: number
  p95: number
  worst: number
}

/** Fills a database with public videos whose words are as unevenly spread as people's, and times each kind of search. */
export function timeSearches(videos: number): Timing[] {
  const sqlite = migratedDatabase()
  fill(sqlite, videos)
  const db = createDb({} as D1Database)
  const run = runner(sqlite)
  learn(db, run)
  const measured = Object.entries(kindsOf(db)).map(([what, statements]) => {
    const times = samples().map((words) => run(...statements(words)))
    return { what, ...summary(times) }
  })
  sqlite.close()
  return measured
}

type Statement = { toSQL(): { sql: string; params: unknown[] } }

/** Statements of one request of each kind, by the words that are typed: from the most frequent to the rarest. */
function kindsOf(db: Db): Record<string, (words: [string, string]) => Statement[]> {
  const search = (words: string[], change: Partial<VideoSearch> = {}): Statement[] => [
    searchedVideos(db, {
      asked: { words, joined: 'AND' },
      filter: {},
      sort: 'relevance',
      limit: 25,
      ...change,
    }),
    countHits(db, { words, joined: 'AND' }, 5),
  ]
  const near = (word: string) => [hitsOfWord(db, word), wordsNear(db, word, typoKeys(word))]
  return {
    'search, one word': ([one]) => search([one]),
    'search, two words': (words) => search(words),
    'search, the beginning of a word': ([one]) => search([one.slice(0, 5)]),
    'search, two letters': ([one]) => search([one.slice(0, 2)]),
    'search, any of two words': (words) => [
      searchedVideos(db, { asked: { words, joined: 'OR' }, filter: {}, sort: 'relevance', limit: 25 }),
    ],
    'search, by views, in a category': ([one]) => search([one], { sort: 'views', filter: { categoryId: 3 } }),
    'search, misspelled': ([one]) => {
      const typed = `${one.slice(0, 2)}q${one.slice(2)}`
      return [...search([typed]), ...near(typed), ...search([one])]
    },
    'list, best rated, no words': () => [
      searchedVideos(db, { asked: null, filter: { quality: 720 }, sort: 'rated', limit: 25 }),
    ],
    'suggestions, two letters': ([one]) => suggestions(db, one.slice(0, 2)),
    'suggestions, five letters': ([one]) => suggestions(db, one.slice(0, 5)),
    'suggestions, a second word': ([one, other]) => suggestions(db, `${one} ${other.slice(0, 2)}`),
  }
}

function suggestions(db: Db, typed: string): Statement[] {
  const words = typed.split(' ')
  return [
    titlesBeginning(db, { words, folded: typed }, 6),
    tagsBeginning(db, words.join('-')),
    uploadersBeginning(db, words),
  ]
}

function runner(sqlite: DatabaseSync) {
  return (...statements: Statement[]): number => {
    const start = performance.now()
    for (const statement of statements) {
      const { sql, params } = statement.toSQL()
      sqlite.prepare(sql).all(...(params as string[]))
    }
    return performance.now() - start
  }
}

function fill(sqlite: DatabaseSync, videos: number): void {
  sqlite.exec('begin')
  const user = sqlite.prepare(`insert into users (username, username_canonical, username_skeleton, email,
    email_canonical, password_hash, created_at) values (?, ?, ?, ?, ?, '', 0)`)
  for (let id = 1; id <= uploaders; id += 1) {
    const name = `${wordAt(id * 7)}${id}`
    user.run(name, name, name, name, name)
  }
  const category = sqlite.prepare('insert into categories (name, name_folded, slug) values (?, ?, ?)')
  for (let at = 1; at <= categories; at += 1) category.run(wordAt(at * 11), wordAt(at * 11), `category-${at}`)
  const tag = sqlite.prepare(
    'insert or ignore into tags (slug, name, name_folded, created_at) values (?1, ?2, ?2, 0)',
  )
  for (let at = 0; at < 2000; at += 1) tag.run(wordAt(at), wordAt(at))
  const video =
    sqlite.prepare(`insert into videos (user_id, title, title_folded, description, tags, category_id,
    status, duration, width, height, views, likes, popularity, created_at)
    values (?, ?, ?, ?, ?, ?, 'ready', ?, 1280, 720, ?, ?, ?, ?)`)
  for (let id = 1; id <= videos; id += 1) {
    const title = words(6).join(' ')
    const tags = JSON.stringify(words(4, 2000))
    const views = Math.floor(random() ** 4 * 1e6)
    video.run(
      (id % uploaders) + 1,
      title,
      title,
      words(12).join(' '),
      tags,
      (id % categories) + 2,
      30,
      views,
      9,
      views,
      id,
    )
  }
  sqlite.exec('commit')
}

/** Every word of the vocabulary, as the job learns them. */
function learn(db: Db, run: (...statements: Statement[]) => number): void {
  const all = Array.from({ length: vocabulary }, (_, rank) => wordAt(rank))
  for (let at = 0; at < all.length; at += 1000) {
    const some = all.slice(at, at + 1000)
    const typos = some
      .filter(hasTypos)
      .flatMap((word) => deletions(word).map((typo): [string, string] => [typo, word]))
    run(...(insertWords(db, { ids: [], words: some, typos: [typos] }) as unknown as Statement[]))
  }
}

/** Pairs of words to search for: frequent, middling and rare ones. */
function samples(): [string, string][] {
  return Array.from({ length: 60 }, (_, at) => {
    const rank = Math.floor(1.17 ** at)
    return [wordAt(rank % vocabulary), wordAt((rank * 3 + 5) % vocabulary)]
  })
}

const syllables = [
  'ba',
  'le',
  'mi',
  'ro',
  'tu',
  'san',
  'del',
  'kor',
  'vin',
  'pla',
  'she',
  'gra',
  'ton',
  'mer',
  'lis',
  'qua',
]

/** Returns a made-up word by its rank: two syllables and more, each once. */
function wordAt(rank: number): string {
  let rest = rank + syllables.length
  let word = ''
  while (rest > 0) {
    word += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return word
}

/** Words by Zipf's law: the nth as often as one in n. */
function words(count: number, among = vocabulary): string[] {
  return Array.from({ length: count }, () => wordAt(Math.floor(among ** random()) - 1))
}

let state = 1

/** Equal numbers each time (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

function summary(times: number[]): Pick<Timing, 'median' | 'p95' | 'worst'> {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { median: at(0.5), p95: at(0.95), worst: at(1) }
}
