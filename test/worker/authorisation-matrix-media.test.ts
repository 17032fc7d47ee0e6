import { beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '../../contract/schemas/videos'
import { type Cast, clientOf, makeCast, videoIn } from '../support/matrix'
import { mayKnow, mayOpen, mayPlay, maySeePoster, type Role, roles, states } from '../support/matrix-rules'

let cast: Cast

beforeAll(async () => {
  cast = await makeCast()
})

const files = ['source', 'poster'] as const

describe.each(states)('a video that is %s', (state) => {
  it('has addresses of its files for those who may open them, its state for owner and staff', async () => {
    const id = await videoIn(cast, state)
    for (const role of roles) {
      if (!mayKnow(role, state)) continue
      const video = await clientOf(cast, role, state).json<Video>('GET', `/api/videos/${id}`)
      const printed = {
        source: video.videoUrl !== null,
        listed: video.sources !== null,
        poster: video.thumbnailUrl !== null,
        state: 'status' in video && 'review' in video && 'hold' in video,
        location: 'locationData' in video,
      }
      const manages = role === 'owner' || role === 'administrator'
      expect([role, printed]).toEqual([
        role,
        {
          source: mayPlay(role, state),
          listed: mayPlay(role, state),
          poster: maySeePoster(role, state),
          state: manages,
          location: manages,
        },
      ])
    }
  })

  it('gives its bytes to those who may have them, whoever the address was printed for', async () => {
    const id = await videoIn(cast, state)
    // Most roles are printed the same address.
    const tried = new Set<string>()
    for (const printedFor of roles) {
      const addresses = await addressesFor(printedFor, id)
      for (const file of files) {
        const path = addresses[file]
        if (path === null || tried.has(path)) continue
        tried.add(path)
        for (const role of roles) {
          const client = clientOf(cast, role, state).copy()
          // Whoever was banned is known as such within ten seconds.
          client.now = Date.now() + 11_000
          const response = await client.get(path, { range: 'bytes=0-9' })
          const opened = response.ok ? (await response.arrayBuffer()).byteLength : response.status
          const expected = mayOpen(role, printedFor, file, state) ? 10 : 403
          expect([file, printedFor, role, opened]).toEqual([file, printedFor, role, expected])
        }
      }
    }
  })

  async function addressesFor(role: Role, id: number) {
    const response = await clientOf(cast, role, state).get(`/api/videos/${id}`)
    const video = await response.json<Partial<Video>>()
    return { source: video.videoUrl ?? null, poster: video.thumbnailUrl ?? null }
  }
})

it('lists show a source to nobody, and a hidden video to nobody but its owner', async () => {
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
      expect([role, path, mine.sort()]).toEqual([role, path, [...shown].sort()])
      const manages = role === 'owner' || role === 'administrator'
      expect(listed.filter(({ id }) => own.has(id)).every((video) => 'status' in video === manages)).toBe(
        true,
      )
    }
  }
  const member = await clientOf(cast, 'member', 'free').json<Video[]>('GET', '/api/videos/my-videos?limit=50')
  expect(member).toEqual([])
})
