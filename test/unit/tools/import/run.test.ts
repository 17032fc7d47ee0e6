import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ready } from '#tools/import/check'
import { Journal } from '#tools/import/journal'
import { importRows } from '#tools/import/run'
import { Site } from '#tools/import/site'
import { Studio } from '#tools/import/studio'

// Browser and site are replaced here; test/e2e/publish/import.spec.ts tests with real ones.
vi.mock('#tools/import/studio', () => {
  const Studio = vi.fn()
  Object.assign(Studio.prototype, { send: vi.fn(), publish: vi.fn() })
  return { Studio }
})
const { send, publish } = vi.mocked(Studio.prototype)

const origin = 'https://site.test'
const request = (get: () => Promise<unknown>) => ({ get }) as unknown as APIRequestContext
const row: Ready = {
  line: 2,
  file: 'one.mp4',
  path: '/one.mp4',
  poster: null,
  title: 'One',
  description: '',
  tags: [],
  category: 'c',
  categoryId: 1,
  owner: 'o',
  date: null,
  isPremium: false,
  visibility: 'public',
  allowDownload: false,
}
const uploaded = { files: { videoFile: 'v', thumbnailFile: 'p' }, missing: 'No preview.' }

describe('importRows', () => {
  let journal: Journal

  beforeEach(() => {
    vi.resetAllMocks()
    journal = new Journal(join(mkdtempSync(join(tmpdir(), 'run-')), 'videos.csv'), origin)
    send.mockResolvedValue(uploaded)
    publish.mockResolvedValue({ id: 7 })
  })

  function importAll(rows: Ready[], parallel = 1) {
    return importRows(rows, {
      context: {} as BrowserContext,
      journal,
      parallel,
      onState: vi.fn(),
      onResult: vi.fn(),
      site: new Site(origin, request(vi.fn()), { username: 'a', password: 'b' }),
    })
  }

  it('publishes what was sent before, with the details that the CSV has now', async () => {
    journal.note({ file: row.file, state: 'sent', owner: 'o', ...uploaded })
    const corrected = { ...row, title: 'One, corrected' }
    expect(await importAll([corrected])).toMatchObject([{ outcome: 'published', note: 'No preview.' }])
    expect(send).not.toHaveBeenCalled()
    expect(publish).toHaveBeenCalledWith(corrected, uploaded.files)
  })

  it('keeps its uploads when the site refuses their details', async () => {
    journal.note({ file: row.file, state: 'sent', owner: 'o', ...uploaded })
    publish.mockResolvedValue({ refusal: 'No such category.', isLost: false })
    expect(await importAll([row])).toMatchObject([{ outcome: 'failed', note: 'No such category.' }])
    expect(journal.of(row.file)?.state).toBe('sent')
    expect(send).not.toHaveBeenCalled()
  })

  it('sends again what the site no longer has, or has for another owner', async () => {
    journal.note({ file: row.file, state: 'sent', owner: 'o', ...uploaded })
    publish.mockResolvedValueOnce({ refusal: 'This upload is unknown.', isLost: true })
    expect(await importAll([row])).toMatchObject([{ outcome: 'published' }])
    expect(send).toHaveBeenCalledOnce()

    journal.note({ file: row.file, state: 'sent', owner: 'other', ...uploaded })
    await importAll([row])
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('notes what is sent before its turn to be published', async () => {
    const first = Promise.withResolvers<typeof uploaded>()
    send.mockReturnValueOnce(first.promise)
    const rows = ['2020', '2021', '2022'].map((year) => ({ ...row, file: year, date: `${year}-01-01` }))
    journal.note({ file: '2021', state: 'published', id: 3 })
    const all = importAll(rows, 2)
    await vi.waitFor(() => expect(journal.of('2022')?.state).toBe('sent'))
    expect(publish).not.toHaveBeenCalled()
    first.resolve(uploaded)
    await all
    expect(publish.mock.calls.map(([{ file }]) => file)).toEqual(['2020', '2022'])
  })
})

describe('Journal', () => {
  it('says that nothing can be noted before anything is sent', () => {
    const csv = join(mkdtempSync(join(tmpdir(), 'run-')), 'gone', 'videos.csv')
    expect(() => new Journal(csv, origin).begin()).toThrow(`${csv}.journal can't be written`)
  })

  it('begins once', () => {
    const csv = join(mkdtempSync(join(tmpdir(), 'run-')), 'videos.csv')
    new Journal(csv, origin).begin()
    const again = new Journal(csv, origin)
    again.begin()
    again.note({ file: row.file, state: 'published', id: 7 })
    expect(readFileSync(`${csv}.journal`, 'utf8').match(/"site"/g)).toHaveLength(1)
    expect(new Journal(csv, origin).of(row.file)?.state).toBe('published')
  })
})

describe('Site', () => {
  it('leaves a site that is down to whoever waits for it', async () => {
    const site = new Site(
      origin,
      request(() => Promise.reject(new Error('connect ECONNREFUSED, cookie: secret'))),
      { username: 'a', password: 'b' },
    )
    await expect(site.renew()).resolves.toBeUndefined()
    await expect(site.get('/api/categories')).rejects.toThrow(`Couldn't reach ${origin}.`)
  })

  it('confirms the password again, and not each time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const answer = (status: number, body: object) => ({
      ok: () => true,
      status: () => status,
      headers: () => ({}),
      json: async () => body,
    })
    const post = vi.fn(async (url: string) =>
      url.endsWith('/login') ? answer(200, { id: 1, isAdmin: true }) : answer(204, {}),
    )
    const request = { get: async () => answer(200, {}), post } as unknown as APIRequestContext
    const site = new Site(origin, request, { username: 'a', password: 'b' })
    await site.signIn()
    await site.renew()
    expect(post).toHaveBeenCalledTimes(1)
    vi.setSystemTime(Date.now() + 31 * 60_000)
    await site.renew()
    await site.renew()
    expect(post.mock.calls.map(([url]) => url)).toEqual([
      `${origin}/api/auth/login`,
      `${origin}/api/auth/confirm`,
    ])
    vi.useRealTimers()
  })
})
