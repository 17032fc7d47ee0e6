import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { cutAfter } from '../control.ts'
import type { Clip } from './clips.ts'
import { serveFile, writeAll, writePiece } from './serve-file.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  clip: Clip
  /** The path after the name. */
  argument: string
}

export type Answer = (exchange: Exchange) => Promise<void>

/** Unpacked size of the bomb; about a thousandth of it is transferred. */
const bombBytes = 64 * 1024 * 1024

let bomb: Promise<Buffer> | undefined

/** Every kind of misbehaviour, by its name in the path. */
export const misbehaviours: Record<string, Answer> = {
  /** `/redirect/3`: the number of hops before the file. */
  redirect: async ({ request, response, clip, argument }) => {
    const hops = Number(argument)
    if (!(hops > 0)) return serveFile(request, response, clip)
    response.writeHead(302, { location: `/files/redirect/${hops - 1}` }).end()
  },

  /** `/redirect-to?url=`: redirects to the URL that the test gives. */
  'redirect-to': async ({ response, url }) => {
    response.writeHead(302, { location: url.searchParams.get('url') ?? '/' }).end()
  },

  /** Announces more bytes than it has. */
  'lying-length': async ({ response, clip }) => {
    cutAfter(response, clip.bytes.length)
    response.writeHead(200, { 'content-type': clip.contentType, 'content-length': clip.bytes.length + 1000 })
    await writeAll(response, clip.bytes)
  },

  /** A page that claims to be a video. */
  'lying-type': async ({ response }) => {
    const page = Buffer.from('<!doctype html><title>Not a video</title>'.padEnd(8192, ' '))
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': page.length }).end(page)
  },

  /** Starts as a video and never ends; sends no length, or `?length=`. */
  endless: async ({ response, url, clip }) => {
    const length = url.searchParams.get('length')
    response.writeHead(200, {
      'content-type': 'video/mp4',
      ...(length ? { 'content-length': length } : {}),
    })
    await writePiece(response, clip.bytes.subarray(0, 65536))
    const noise = randomBytes(65536)
    while (!response.destroyed) await writePiece(response, noise)
  },

  /** `/slow?bytesPerSecond=` */
  slow: async ({ response, url, clip }) => {
    const perTick = Math.max(1, Math.round(Number(url.searchParams.get('bytesPerSecond') ?? 1000) / 10))
    response.writeHead(200, { 'content-type': clip.contentType, 'content-length': clip.bytes.length })
    for (let at = 0; at < clip.bytes.length && !response.destroyed; at += perTick) {
      await writePiece(response, clip.bytes.subarray(at, at + perTick))
      await wait(100)
    }
    response.end()
  },

  /** Supports no ranges and sends no tag. */
  'no-range': async ({ response, clip }) => {
    response.writeHead(200, { 'content-type': clip.contentType, 'content-length': clip.bytes.length })
    await writeAll(response, clip.bytes)
    response.end()
  },

  'gzip-bomb': async ({ response }) => {
    bomb ??= promisify(gzip)(Buffer.alloc(bombBytes))
    const packed = await bomb
    response.writeHead(200, {
      'content-type': 'video/mp4',
      'content-encoding': 'gzip',
      'content-length': packed.length,
    })
    await writeAll(response, packed)
    response.end()
  },

  /** Sends another tag with every request, so that no range belongs to the file that was started. */
  'changing-etag': async ({ request, response, clip }) => {
    await serveFile(request, response, { ...clip, etag: `"${randomBytes(8).toString('hex')}"` })
  },

  /** Accepts the request and never responds. */
  hang: async () => {},

  /** Breaks off halfway through the requested bytes. */
  cut: async ({ request, response, clip }) => {
    cutAfter(response, Math.floor(clip.bytes.length / 2))
    await serveFile(request, response, clip)
  },
}
