import { setTimeout as wait } from 'node:timers/promises'
import type { Video } from '#contract/schemas/videos/video'
import { partSize } from '#contract/values/shared/limits'
import { randomAddress } from '../../e2e/support/site'
import { Film } from './films'
import type { KillableSite, Person } from './kill'

/** The requests of one kind of people, and the answers to them. */
export class Tally {
  readonly statuses: Record<number, number> = {}
  /** Milliseconds until the answer began, except for requests that wait for a file's bytes. */
  readonly times: number[] = []
  /** Times of all of an uploader's requests. */
  private readonly named: { name: string; ms: number }[] = []
  /** Responses of 500 and more, as text. */
  readonly faults: string[] = []

  /** Sends a request, and reads the whole answer. Throws if there is none. */
  async ask(url: string, init: RequestInit = {}): Promise<{ response: Response; text: () => string }> {
    const from = performance.now()
    const response = await fetch(url, init)
    await this.note(url, response, from)
    const body = Buffer.from(await response.arrayBuffer())
    return { response, text: () => body.toString() }
  }

  /** Counts an answer to a request sent at that moment. */
  async note(what: string, response: Response, from: number): Promise<void> {
    const ms = performance.now() - from
    const name = nameOf(what)
    if (!name || !waitsForBytes.includes(name)) this.times.push(ms)
    if (name) this.named.push({ name, ms })
    this.statuses[response.status] = (this.statuses[response.status] ?? 0) + 1
    if (response.status < 500) return
    this.faults.push(`${what}: ${response.status} ${(await response.clone().text()).slice(0, 200)}`)
  }

  p95(): number {
    return p95(this.times)
  }

  p95Of(name: string): number {
    return p95(this.named.filter((each) => each.name === name).map(({ ms }) => ms))
  }

  toString(): string {
    const statuses = Object.entries(this.statuses)
    const requests = statuses.reduce((sum, [, count]) => sum + count, 0)
    const names = new Set(this.named.map(({ name }) => name))
    return [
      `${requests} requests (${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')})`,
      `p95 ${this.p95()} ms`,
      ...[...names].map((name) => `of ${name} ${this.p95Of(name)} ms`),
    ].join(', ')
  }
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(0.95 * sorted.length)] ?? 0)
}

/**
 * Requests that wait for bytes: a part is answered after all of it was sent, and a file is complete after R2
 * has joined it.
 */
const waitsForBytes = ['sending a part', 'completing']

/** Returns the purpose of an uploader's request. */
function nameOf(what: string): string | undefined {
  if (what.startsWith('PUT ')) return 'sending a part'
  if (what === 'POST /api/uploads') return 'beginning'
  if (what.startsWith('POST ') && what.endsWith('/complete')) return 'completing'
  if (what === 'POST /api/videos') return 'publishing'
  return undefined
}

/** One act of a person, repeated until time is up. */
type Act = (tally: Tally) => Promise<void>

/** Lets this many people start one after the other within some seconds, and continue until a moment. */
export async function crowd(count: number, until: number, act: (at: number) => Act): Promise<Tally> {
  const tally = new Tally()
  const arriving = 10_000
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const doing = act(at)
      await wait((arriving * at) / count)
      while (Date.now() < until) await doing(tally)
    }),
  )
  return tally
}

const visitor = (address: string) => ({
  headers: { cookie: 'age_verified=1', 'cf-connecting-ip': address },
})

/** Plays a video as the player does: its playlists, and a segment whenever one has been shown. */
export function streaming(site: KillableSite, videos: readonly Video[]): Act {
  const init = visitor(randomAddress())
  return async (tally) => {
    const { id } = videos[Math.floor(Math.random() * videos.length)] ?? {}
    const { text } = await tally.ask(`${site.origin}/api/videos/${id}`, init)
    const { sources } = JSON.parse(text()) as Video
    const hls = sources?.find(({ type }) => type === 'hls')
    const master = await linesOf(tally, new URL(hls?.url ?? '', site.origin).href, init)
    const lowest = master.at(-1)
    if (!lowest) throw new Error(`Video ${id} has no rendition`)
    const playlist = (await tally.ask(lowest, init)).text()
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
    for (const [at, url] of addressesIn(playlist, lowest).entries()) {
      const from = Date.now()
      await tally.ask(url, init)
      await wait(Math.max(0, (lengths[at] ?? 0) * 1000 - (Date.now() - from)))
    }
  }
}

async function linesOf(tally: Tally, url: string, init: RequestInit): Promise<string[]> {
  const { text } = await tally.ask(url, init)
  return addressesIn(text(), url)
}

function addressesIn(playlist: string, base: string): string[] {
  return playlist
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new URL(line, base).href)
}

const readMs = 3000

/** Opens pages with their requests, and reads each for some seconds. */
export function browsing(site: KillableSite, videos: readonly Video[]): Act {
  const init = visitor(randomAddress())
  const pages = [
    ['/', '/api/videos?limit=5', '/api/videos/trending?limit=5'],
    ['/categories/slow-light', '/api/categories', '/api/videos?categoryId=2'],
    ['/search?q=light', '/api/search?q=light'],
    ...videos.map(({ id, thumbnailUrl }) => [
      `/video/${id}`,
      `/api/videos/${id}/comments?limit=20`,
      ...(thumbnailUrl ? [thumbnailUrl] : []),
    ]),
  ]
  return async (tally) => {
    const page = pages[Math.floor(Math.random() * pages.length)] ?? []
    for (const path of page) await tally.ask(new URL(path, site.origin).href, init)
    await wait(readMs)
  }
}

/** Signs in again as soon as the last sign-in is answered, or a second after a puzzle, which it leaves unsolved. */
export function signingIn(site: KillableSite, { name, password }: Person): Act {
  return async (tally) => {
    const { response } = await tally.ask(`${site.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': randomAddress() },
      body: JSON.stringify({ username: name, password }),
    })
    if (!response.ok) await wait(1000)
  }
}

/** Milliseconds of a part on a connection of 4 Mbit/s. */
const partMs = (partSize * 8) / 4000
const partsEach = 2

/** Publishes one film after the other over a slow connection. */
export function uploading(person: Person): Act {
  return async (tally) => {
    const send: Person['send'] = async (method, path, ...rest) => {
      const from = performance.now()
      const response = await person.send(method, path, ...rest)
      await tally.note(`${method} ${path}`, response, from)
      if (method === 'PUT') await wait(Math.max(0, partMs - (performance.now() - from)))
      return response
    }
    await new Film({ ...person, send }, partsEach * partSize).publish()
  }
}
