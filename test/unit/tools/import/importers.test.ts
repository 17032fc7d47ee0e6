import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readMediaCms } from '#tools/import/mediacms'
import { originOf } from '#tools/import/origin'
import { readPeerTube } from '#tools/import/peertube'
import { printable } from '#tools/import/print'
import { readLibrary } from '#tools/import/rows'
import { type Given, requireNew, writeLibrary } from '#tools/import/write-library'

const newFolder = () => mkdtempSync(join(tmpdir(), 'importer-'))

describe('readPeerTube', () => {
  const video = {
    uuid: '3f4b',
    createdAt: '2020-01-02T03:04:05.000Z',
    updatedAt: '2020-01-02T03:04:05.000Z',
    publishedAt: '2020-01-03T00:00:00.000Z',
    originallyPublishedAt: undefined as string | undefined,
    name: 'A walk, "at dawn"',
    category: 6,
    licence: 1,
    language: 'en',
    tags: ['dawn', 'walk'],
    privacy: 1,
    passwords: [],
    duration: 12,
    description: 'First line\nsecond line' as string | null,
    support: null,
    isLive: false,
    url: 'https://tube.test/videos/watch/3f4b',
    nsfw: true,
    views: 3,
    likes: 1,
    dislikes: 0,
    downloadEnabled: true,
    waitTranscoding: true,
    state: 1,
    channel: { name: 'walks' },
    captions: [],
    chapters: [],
    files: [],
    streamingPlaylists: [],
    archiveFiles: {
      videoFile: '../files/videos/video-files/3f4b.mp4' as string | null,
      thumbnail: '../files/videos/thumbnails/3f4b.jpg',
      captions: {},
    },
  }

  function unpacked(...changes: Partial<typeof video>[]): string {
    const folder = newFolder()
    mkdirSync(join(folder, 'peertube'))
    const account = { url: 'https://tube.test/accounts/anna', name: 'anna', displayName: 'Anna' }
    writeFileSync(join(folder, 'peertube/account.json'), JSON.stringify(account))
    const videos = changes.map((change) => ({ ...video, ...change }))
    writeFileSync(join(folder, 'peertube/videos.json'), JSON.stringify({ videos }))
    for (const name of ['video-files/3f4b.mp4', 'thumbnails/3f4b.jpg']) {
      const file = join(folder, 'files/videos', name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, '')
    }
    return folder
  }

  function converted(folder: string, given: Given = {}) {
    const target = newFolder()
    const found = readPeerTube(folder, target)
    const { notes } = writeLibrary(target, found, given)
    return { ...readLibrary(target), notes, failed: found.failed }
  }

  it('becomes a library of the same files', () => {
    const folder = unpacked({}, { privacy: 2, originallyPublishedAt: '2009-08-07T00:00:00.000Z' })
    const { rows, faults } = converted(folder)
    // Both videos have the same file here; in an export each has its own.
    expect(faults).toEqual([expect.stringContaining('line 2 has this file')])
    const [row] = rows
    expect(row).toMatchObject({
      title: video.name,
      description: video.description,
      category: 'Travels',
      owner: 'anna',
      date: video.publishedAt,
      visibility: 'public',
      isPremium: false,
      allowDownload: true,
    })
    expect(row?.path).toBe(join(folder, 'files/videos/video-files/3f4b.mp4'))
    expect(row?.poster).toBe(join(folder, 'files/videos/thumbnails/3f4b.jpg'))
  })

  it.each([
    [{ privacy: 2 }, { visibility: 'unlisted' }],
    [{ privacy: 3 }, { visibility: 'private' }],
    [{ privacy: 4 }, { visibility: 'private' }],
    [{ privacy: 5 }, { visibility: 'private' }],
    [{ originallyPublishedAt: '2009-08-07T00:00:00.000Z' }, { date: '2009-08-07T00:00:00.000Z' }],
    [{ description: null }, { description: '' }],
  ])('keeps %j', (change, expected) => {
    expect(converted(unpacked(change)).rows[0]).toMatchObject(expected)
  })

  it('says what it leaves out and what it cuts', () => {
    const { notes, failed, rows } = converted(
      unpacked(
        { name: 'On air', isLive: true },
        { name: 'Empty', archiveFiles: { ...video.archiveFiles, videoFile: null } },
        { description: 'word '.repeat(200) },
      ),
      { owner: 'other', category: 'Fractals' },
    )
    expect(notes).toEqual([
      '“On air” has no file in the export: it is a live stream.',
      `“${video.name}”: title or description was too long, and is cut.`,
    ])
    expect(failed).toEqual(['“Empty” has no file in the export.'])
    expect(rows[0]?.description).toMatch(/^(word )+word…$/)
    expect(rows[0]).toMatchObject({ owner: 'other', category: 'Fractals' })
  })

  it('takes no file from outside the export', () => {
    const folder = unpacked(
      { name: 'Above', archiveFiles: { ...video.archiveFiles, videoFile: '../../private.mp4' } },
      { name: 'Linked', archiveFiles: { ...video.archiveFiles, videoFile: '../files/link.mp4' } },
      { name: 'Pictured', archiveFiles: { ...video.archiveFiles, thumbnail: '../../private.mp4' } },
    )
    const secret = join(dirname(folder), 'private.mp4')
    writeFileSync(secret, 'private')
    symlinkSync(secret, join(folder, 'files/link.mp4'))
    const { rows, notes, failed } = converted(folder)
    expect(rows).toMatchObject([{ title: 'Pictured', poster: null }])
    expect(notes).toEqual(['“Pictured” has no poster in the export.'])
    expect(failed).toEqual(['“Above” has no file in the export.', '“Linked” has no file in the export.'])
  })

  it('leaves out hidden characters that turn the direction of a title', () => {
    const target = newFolder()
    const { csv } = writeLibrary(target, readPeerTube(unpacked({ name: 'A \u202ewalk' }), target), {})
    expect(readFileSync(csv, 'utf8')).toContain('"A walk"')
  })

  it('keeps a list that is there, which may have been edited', () => {
    const target = newFolder()
    const found = readPeerTube(unpacked({}), target)
    const { csv } = writeLibrary(target, found, {})
    writeFileSync(csv, 'edited')
    expect(() => writeLibrary(target, found, {})).toThrow('Remove it, or choose another folder.')
    expect(() => requireNew(target)).toThrow('Remove it, or choose another folder.')
    expect(() => requireNew(newFolder())).not.toThrow()
    expect(readFileSync(csv, 'utf8')).toBe('edited')
  })

  it('asks for an unpacked export', () => {
    expect(() => readPeerTube(newFolder(), newFolder())).toThrow('Unpack the export')
  })
})

describe('originOf', () => {
  it.each([
    ['https://old.example.com/videos', 'https://old.example.com'],
    ['http://localhost:8787', 'http://localhost:8787'],
    ['old.example.com', null],
    ['localhost:8787', null],
  ])('takes %s as %s', (address, origin) => {
    expect(originOf(address)).toBe(origin)
  })
})

describe('printable', () => {
  it('leaves nothing that a terminal obeys', () => {
    expect(printable('Red \u001b[31m\u009b2J\u0007\r\nnext, é')).toBe('Red [31m2J\nnext, é')
  })
})

describe('readMediaCms', () => {
  let server: Server
  let origin: string
  const asked: { path: string; token: string | undefined }[] = []

  const listed = (token: string, media_type = 'video') => ({
    friendly_token: token,
    url: `${origin}/view?m=${token}`,
    api_url: `${origin}/api/v1/media/${token}`,
    user: 'anna',
    title: `Clip ${token}`,
    description: '',
    add_date: '2022-03-04T05:06:07.123456+01:00',
    views: 1,
    media_type,
    state: 'public',
    duration: 12,
    is_reviewed: true,
    size: '1.2MB',
  })
  const details = (token: string) => ({
    ...listed(token),
    edit_date: '2022-03-05T00:00:00+01:00',
    poster_url: `/media/original/thumbnails/${token}.jpg`,
    original_media_url: `/media/original/user/anna/${token}.mp4`,
    allow_download: false,
    state: token === 'two' ? 'private' : 'public',
    categories_info: [{ title: 'Art', url: '/search?c=Art' }],
    tags_info: [{ title: 'dawn', url: '/search?t=dawn' }],
    ...(token === 'bare' && { poster_url: 'https://elsewhere.test/bare.jpg' }),
    ...(token === 'far' && { original_media_url: 'https://elsewhere.test/far.mp4' }),
  })

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? ''
      asked.push({ path, token: request.headers.authorization })
      const media = /^\/api\/v1\/media\/(\w+)$/.exec(path)?.[1]
      const json = (body: object) => response.end(JSON.stringify(body))
      if (media) return json(details(media))
      if (path === '/api/v1/manage_media')
        return json({
          count: 5,
          next: `${origin}/api/v1/manage_media?page=2`,
          previous: null,
          results: [listed('one'), listed('pic', 'image')],
        })
      if (path === '/api/v1/manage_media?page=2')
        return json({
          count: 5,
          next: null,
          previous: null,
          results: [listed('two'), listed('far'), listed('bare')],
        })
      if (path === '/api/v1/media')
        return json({ count: 1, next: null, previous: null, results: [listed('one')] })
      return response.end(`bytes of ${path}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  beforeEach(() => void asked.splice(0))

  it('takes every page, the details and the original files, and sends the token to no other site', async () => {
    const target = newFolder()
    const found = await readMediaCms(origin, target, { token: 'secret', onFile: () => undefined })
    expect(found.failed).toEqual([
      "“Clip far” couldn't be fetched: It is at elsewhere.test, which isn't the site.",
    ])
    expect(asked.every(({ token }) => token === 'Token secret')).toBe(true)

    writeLibrary(target, found, {})
    const { rows, faults } = readLibrary(target)
    expect(faults).toEqual([])
    expect(rows).toMatchObject([
      {
        title: 'Clip one',
        owner: 'anna',
        category: 'Art',
        visibility: 'public',
        allowDownload: false,
        date: '2022-03-04T04:06:07.123Z',
      },
      { title: 'Clip two', visibility: 'private' },
      { title: 'Clip bare', poster: null },
    ])
    expect(readFileSync(rows[0]?.path ?? '', 'utf8')).toBe('bytes of /media/original/user/anna/one.mp4')
    expect(rows.map(({ poster }) => poster !== null && existsSync(poster))).toEqual([true, true, false])
    expect(found.notes).toEqual([expect.stringContaining("The poster of “Clip bare” couldn't be fetched")])

    // When it is started again, it fetches no file twice.
    const before = asked.length
    await readMediaCms(origin, target, { token: 'secret', onFile: () => undefined })
    expect(asked.slice(before).filter(({ path }) => path.startsWith('/media/'))).toEqual([])
  })

  it('takes the listed videos without a token', async () => {
    const found = await readMediaCms(origin, newFolder(), { token: undefined, onFile: () => undefined })
    expect(found.rows.map(({ title }) => title)).toEqual(['Clip one'])
  })
})
