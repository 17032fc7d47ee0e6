import { type AppError, notFound } from '../errors'
import type { MediaStore } from './media-store'
import { ifRangeMatches, isNotModified, isPreconditionFailed, parseRange } from './range'

/** What is served: an object of the bucket, or a part of one. */
export interface ServedObject {
  key: string
  /** Where in the object it begins; 0 unless it is a part. */
  offset?: number
  /** Bytes; known from the database or the address, so that no request has to ask the bucket first. */
  size: number
  contentType: string
  /** Strong, in quotes. Objects never change, so their id is one. */
  etag: string
}

/** Rejects when what was allowed at the start isn't any more. Told how many milliseconds the answer has run. */
export type Recheck = (elapsed: number) => Promise<void>

/** Below this an answer is over before a second look would help. */
const longAnswer = 1024 * 1024
const recheckMs = 15_000

/** Uploaded bytes stay inert, whatever a browser makes of them. */
const hardening = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

interface MediaHeaders {
  'cache-control': string
  'content-disposition'?: string
}

/**
 * Answers a GET or HEAD for an object with everything that RFC 9110 has for ranges and conditions, at the price of at
 * most one read. `headers` say how it may be cached and what it is called.
 */
export async function serveObject(
  request: Request,
  media: MediaStore,
  object: ServedObject,
  headers: MediaHeaders,
  recheck?: Recheck,
): Promise<Response> {
  const { etag, size } = object
  const given = request.headers
  const common = { ...hardening, ...headers, 'accept-ranges': 'bytes', etag }
  if (isPreconditionFailed(given.get('if-match'), etag)) return empty(412, common)
  if (isNotModified(given.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: common })

  const whole = { ...common, 'content-type': object.contentType, 'content-length': String(size) }
  if (request.method === 'HEAD') {
    if ((await media.size(object.key)) === null) throw gone()
    return new Response(null, { headers: whole })
  }

  const range = parseRange(ifRangeMatches(given.get('if-range'), etag) ? given.get('range') : null, size)
  if (range.kind === 'unsatisfiable') return empty(416, { ...common, 'content-range': `bytes */${size}` })
  if (range.kind === 'whole') {
    return new Response(await read(media, object, 0, size, recheck), { headers: whole })
  }
  const { offset, length } = range
  return new Response(await read(media, object, offset, length, recheck), {
    status: 206,
    headers: {
      ...whole,
      'content-length': String(length),
      'content-range': `bytes ${offset}-${offset + length - 1}/${size}`,
    },
  })
}

/** Answers with what the worker wrote itself, under the same headers as what was uploaded. */
export function serveText(text: string, contentType: string, headers: MediaHeaders): Response {
  const bytes = new TextEncoder().encode(text)
  return new Response(bytes, {
    headers: {
      ...hardening,
      ...headers,
      'content-type': contentType,
      'content-length': String(bytes.length),
    },
  })
}

function empty(status: number, headers: Record<string, string>): Response {
  return new Response(null, {
    status,
    headers: { ...headers, 'cache-control': 'no-store', 'content-length': '0' },
  })
}

async function read(
  media: MediaStore,
  object: ServedObject,
  offset: number,
  length: number,
  recheck: Recheck | undefined,
): Promise<ReadableStream> {
  const found = await media.read(object.key, (object.offset ?? 0) + offset, length)
  if (!found) throw gone()
  // R2's own body knows its length, so a failure in the middle breaks the answer instead of ending it.
  return recheck && length > longAnswer ? watched(found.body, length, recheck) : found.body
}

/** Passes the body on, and breaks off when a later look says that it must not go on. Nothing is held in memory. */
function watched(body: ReadableStream, length: number, recheck: Recheck): ReadableStream {
  const { readable, writable } = new FixedLengthStream(length)
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = true
  const lookIn = (elapsed: number) => {
    timer = setTimeout(() => {
      recheck(elapsed).then(
        () => running && lookIn(elapsed + recheckMs),
        (reason) => stop.abort(reason),
      )
    }, recheckMs)
  }
  lookIn(recheckMs)
  const done = () => {
    running = false
    clearTimeout(timer)
  }
  // It rejects when the viewer leaves, too; either way the stream itself tells whoever reads it.
  body.pipeTo(writable, { signal: stop.signal }).then(done, done)
  return readable
}

function gone(): AppError {
  return notFound('This file')
}
