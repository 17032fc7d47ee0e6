import { Agent, type IncomingMessage, request } from 'node:http'
import type { Video } from '#contract/schemas/videos/video'
import { local, siteOrigin } from '#tools/site/local'
import { demoAccount, segmentOf } from '../requests/endpoints.ts'
import type { DelayLine } from './delay-line.ts'

/** A request that is measured. */
export interface Asked {
  name: string
  path: string
  method?: 'POST' | 'PUT'
  json?: unknown
  range?: string
  /** Who can send it; both by default. */
  only?: 'visitor' | 'account'
  /** Trips to the database in a row that it may take, for an account where that differs, and reads of R2. */
  trips: Goal
  ofAccount?: Goal
  reads: Goal
}

type Goal = readonly [cold: number, warm: number]

/** By the worker's own counts. */
export interface Counts {
  trips: number
  reads: number
}

export interface Answer extends Counts {
  /** Milliseconds from sending, on an open connection, to the first byte of the body, or to its end. */
  firstByte: number
  headers: IncomingMessage['headers']
  body: string
}

const page = { trips: [1, 0], ofAccount: [1, 1], reads: [0, 0] } as const satisfies Partial<Asked>

/** Returns the requests, with the URLs that the video's media have today. */
export async function requestsOf(videoId: number): Promise<Asked[]> {
  const api = { headers: { cookie: 'age_verified=1' } }
  const text = async (path: string) => (await fetch(siteOrigin + path, api)).text()
  const video = JSON.parse(await text(`/api/videos/${videoId}`)) as Video
  if (!video.videoUrl) throw new Error(`Video ${videoId} has no file`)
  // Cold, an isolate polls the revocations.
  const media = { trips: [1, 0], reads: [1, 0] } as const satisfies Partial<Asked>
  return [
    { name: 'home', path: '/', ...page },
    { name: 'categories', path: '/categories', ...page },
    { name: 'a category', path: '/categories/slow-light', ...page },
    { name: 'premium', path: '/premium', ...page },
    { name: 'video page', path: `/video/${videoId}`, ...page },
    { name: 'API, a list', path: '/api/videos?limit=5', ...page },
    { name: 'API, one video', path: `/api/videos/${videoId}`, ...page },
    { name: 'API, a search', path: '/api/search?q=light', ...page },
    { name: '`/api/settings`', path: '/api/settings', trips: [0, 0], reads: [0, 0] },
    { name: '`/api/auth/me`', path: '/api/auth/me', ...page, only: 'account' },
    {
      name: 'sign-in',
      path: '/api/auth/login',
      method: 'POST',
      only: 'visitor',
      json: demoAccount('viewer'),
      trips: [2, 2],
      reads: [0, 0],
    },
    {
      name: 'saving the place',
      path: `/api/videos/${videoId}/progress`,
      method: 'PUT',
      only: 'account',
      json: { position: 1 },
      trips: [1, 1],
      reads: [0, 0],
    },
    {
      name: 'counting a view',
      path: `/api/videos/${videoId}/view`,
      method: 'POST',
      trips: [1, 1],
      reads: [0, 0],
    },
    { name: 'a poster', path: video.thumbnailUrl ?? '', ...media },
    { name: 'a range, open as players ask', path: video.videoUrl, range: 'bytes=0-', ...media },
    { name: 'a segment', path: await segmentOf(), ...media },
  ]
}

/** Returns the trips that a request may take, cold and warm. */
export function tripGoal({ trips, ofAccount = trips }: Asked, who: 'visitor' | 'account') {
  return who === 'account' ? ofAccount : trips
}

/**
 * Returns the count to report for several runs of a request: the most where none is allowed. Else the least,
 * since trips that are made at the same time may end up in a row.
 */
export function counted(goal: number, counts: number[]): number {
  return goal === 0 ? Math.max(...counts) : Math.min(...counts)
}

/** A client with one connection that stays open. */
export function openClient(line: DelayLine) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (
    { path, method, json, range }: Pick<Asked, 'path' | 'method' | 'json' | 'range'>,
    cookie = '',
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now()
      const sent = request({
        agent,
        host: 'localhost',
        port: line.port,
        path,
        method: method ?? 'GET',
        headers: {
          host: `localhost:${local.port}`,
          origin: siteOrigin,
          cookie: `age_verified=1; ${cookie}`,
          // An address of its own: limits are by address.
          'cf-connecting-ip': randomAddress(),
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0 Safari/537.36',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(range && { range }),
        },
      })
      sent.once('error', reject)
      sent.once('response', (answer) => {
        let firstByte = 0
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => {
          firstByte ||= performance.now() - began
          chunks.push(chunk)
        })
        answer.once('error', reject)
        answer.once('end', () => {
          firstByte ||= performance.now() - began
          const body = Buffer.concat(chunks).toString()
          const { statusCode = 0, headers } = answer
          if (statusCode >= 400) return reject(new Error(`${path} answered ${statusCode}: ${body}`))
          resolve({ firstByte, headers, body, ...countsOf(String(headers['server-timing'] ?? '')) })
        })
      })
      sent.end(json === undefined ? undefined : JSON.stringify(json))
    })
  return { send, close: () => agent.destroy() }
}

export function countsOf(timing = ''): Counts {
  const count = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(timing)?.[1] ?? 0)
  return { trips: count('trips'), reads: count('r2;desc="reads') }
}

function randomAddress(): string {
  return `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
}
