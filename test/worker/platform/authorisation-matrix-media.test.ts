import { beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { type Cast, clientOf, linkOf, makeCast, videoIn } from '../../support/matrix/matrix'
import {
  administers,
  hasBlurred,
  mayKnow,
  mayOpen,
  mayOpenCase,
  mayPlay,
  mayReadCaptions,
  maySeePoster,
  type Role,
  roles,
  states,
} from '../../support/matrix/matrix-rules'

let cast: Cast

beforeAll(async () => {
  cast = await makeCast()
})

/** Returns the media URLs in a video's detail, by file name. */
function addressesIn(video: Partial<Video>): Map<string, string> {
  const { videoUrl, thumbnailUrl, blurredUrl, previewUrl, trailerUrl, storyboard, sources, captions } = video
  const shown = [videoUrl, thumbnailUrl, blurredUrl, previewUrl, trailerUrl, storyboard?.url]
  const listed = [...(sources ?? []), ...(captions ?? [])].map(({ url }) => url)
  const addresses = [...shown, ...listed].filter((each) => typeof each === 'string')
  return new Map(addresses.map((each) => [each.split('/').at(-1) ?? '', each]))
}

const played = ['source.mp4', 'preview.mp4', 'storyboard.jpg', 'master.m3u8', '360p.m3u8', '480p.m3u8']

describe.each(states)('a video that is %s', (state) => {
  it('has addresses of its files for those who may open them, its state for owner and staff', async () => {
    const id = await videoIn(cast, state)
    for (const role of roles) {
      if (!mayKnow(role, state)) continue
      const video = await clientOf(cast, role, state).json<Video>('GET', `/api/videos/${id}${linkOf(state)}`)
      const manages = role === 'owner' || administers(role)
      expect([role, [...addressesIn(video).keys()].sort()]).toEqual([
        role,
        [
          ...(mayPlay(role, state) ? played : []),
          ...(maySeePoster(role, state) ? ['poster.jpg'] : []),
          ...(hasBlurred(role, state) ? ['blurred.jpg'] : []),
          ...(state === 'premium' ? ['trailer.mp4'] : []),
          ...(mayReadCaptions(role, state) ? ['captions-en.vtt'] : []),
        ].sort(),
      ])
      expect([role, video.sources !== null, video.storyboard !== null]).toEqual([
        role,
        mayPlay(role, state),
        mayPlay(role, state),
      ])
      const hasState = 'status' in video && 'review' in video && 'hold' in video
      expect([role, hasState, 'locationData' in video]).toEqual([role, manages, manages])
    }
  })

  it('gives its bytes to those who may have them, whoever the address was printed for', async () => {
    const id = await videoIn(cast, state)
    // Most roles get the same URL.
    const tried = new Set<string>()
    for (const printedFor of roles) {
      for (const [file, path] of await addressesFor(printedFor, id)) {
        if (tried.has(path)) continue
        tried.add(path)
        for (const role of roles) {
          const client = clientOf(cast, role, state).copy()
          // A ban takes effect within ten seconds.
          client.now = Date.now() + 11_000
          const response = await client.get(path, { range: 'bytes=0-9' })
          const { byteLength } = await response.arrayBuffer()
          const opened = response.ok && (file.endsWith('.m3u8') || byteLength === 10)
          const isTeaser = file === 'blurred.jpg' || file === 'trailer.mp4'
          const expected = mayOpen(role, printedFor, isTeaser, state)
          expect([file, printedFor, role, opened]).toEqual([file, printedFor, role, expected])
          if (!expected) expect([file, role, response.status]).toEqual([file, role, 403])
        }
      }
    }
    if (state === 'free') expect(tried.size).toBeGreaterThan(8)
  })

  it('gives what the case viewer signs to reviewers alone', async () => {
    const id = await videoIn(cast, state)
    for (const reviewer of ['moderator', 'administrator', 'site owner'] as const) {
      const response = await clientOf(cast, reviewer, state).get(`/api/admin/videos/${id}/case`)
      expect([reviewer, response.status]).toEqual([reviewer, mayOpenCase(reviewer, state) ? 200 : 404])
      const video = await response.json<Partial<Video>>()
      const addresses = addressesIn(video)
      const isPlayable = mayOpenCase(reviewer, state) && state !== 'processing' && state !== 'failed'
      expect([reviewer, addresses.has('source.mp4'), 'locationData' in video]).toEqual([
        reviewer,
        isPlayable,
        mayOpenCase(reviewer, state) && administers(reviewer),
      ])
      for (const [file, path] of addresses) {
        for (const role of roles) {
          const client = clientOf(cast, role, state).copy()
          client.now = Date.now() + 11_000
          const opened = await client.get(path, { range: 'bytes=0-9' })
          await opened.arrayBuffer()
          const reviews = role === 'moderator' || administers(role)
          expect([file, role, opened.ok]).toEqual([file, role, reviews])
        }
      }
    }
  })

  /** Returns the URLs in the video's detail, and of the parts in this role's playlists. */
  async function addressesFor(role: Role, id: number): Promise<[string, string][]> {
    const client = clientOf(cast, role, state)
    const video = await client.json<Partial<Video>>('GET', `/api/videos/${id}${linkOf(state)}`)
    const addresses = [...addressesIn(video)]
    const playlist = addresses.find(([file]) => file === '360p.m3u8')?.[1]
    if (!playlist) return addresses
    const text = await (await client.get(playlist)).text()
    const parts = text.match(/\.\.\/[\w.-]+\/(init\.mp4|segment\.m4s)/g) ?? []
    expect(parts).toHaveLength(3)
    return [
      ...addresses,
      ...parts.map((uri): [string, string] => [uri.split('/').at(-1) ?? '', uri.replace('..', '/media')]),
    ]
  }
})

it('lists show a source to nobody, a preview to those who may play, and a hidden video to nobody but its owner', async () => {
  const shown = new Set<number>()
  const own = new Map<number, (typeof states)[number]>()
  for (const state of states) {
    const id = await videoIn(cast, state)
    if (state === 'free' || state === 'premium') shown.add(id)
    own.set(id, state)
  }
  for (const role of roles) {
    const client = clientOf(cast, role, 'free')
    for (const path of [
      '/api/videos?limit=50',
      '/api/videos?limit=50&sort=popular',
      '/api/search?limit=50&q=a',
    ]) {
      const listed = await client.json<Video[]>('GET', path)
      expect(listed.every((video) => video.videoUrl === null && video.sources === null)).toBe(true)
      const mine = listed.filter(({ id }) => own.has(id)).map(({ id }) => id)
      for (const { id, previewUrl, storyboard, captions } of listed) {
        const listedState = own.get(id)
        if (!listedState) continue
        expect([role, path, previewUrl !== null]).toEqual([role, path, mayPlay(role, listedState)])
        expect([storyboard, captions]).toEqual([null, []])
      }
      expect([role, path, mine.sort()]).toEqual([role, path, [...shown].sort()])
      const manages = role === 'owner' || administers(role)
      expect(listed.filter(({ id }) => own.has(id)).every((video) => 'status' in video === manages)).toBe(
        true,
      )
    }
  }
  const member = await clientOf(cast, 'member', 'free').json<Video[]>('GET', '/api/videos/my-videos?limit=50')
  expect(member).toEqual([])
})
