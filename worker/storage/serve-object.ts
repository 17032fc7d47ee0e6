import { type AppError, notFound } from '../errors'
import { ifRangeMatches, isNotModified, isPreconditionFailed, parseRange } from './range'

/** An object of the bucket to serve, or a part of one. */
export interface ServedObject {
  key: string
  /** Offset of the part in the object; 0 for the whole. */
  offset?: number
  /** Bytes; known from the database or the address, so that no request has to ask the bucket first. */
  size: number
  contentType: string
  /** Strong, in quotes. Objects never change, so their ID is a tag. */
  etag: string
}

/** Bytes on their way. A body that isn't a stream itself is put together while it is sent. */
export interface ServedBody {
  pipeTo(writable: WritableStream, options: { signal: AbortSignal }): Promise<void>
}

/** Where objects are read: the bucket, or the edge cache in front of it. */
export interface ServedStore {
  /** Returns `length` bytes of the object from `offset`; null when there is none. */
  read(key: string, offset: number, length: number): Promise<{ body: ServedBody } | null>
  /** Size in bytes; null where there is no object. */
  size(key: string): Promise<number | null>
}

/** Rejects when access has ended since the start. Gets the milliseconds that the answer has been running. */
export type Recheck = (elapsed: number) => Promise<void>

/** Smaller answers are over before a recheck would help. */
const longAnswer = 1024 * 1024
const recheckMs = 15_000

/** Uploaded bytes stay inert, however a browser interprets them. */
const hardening = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

interface MediaHeaders {
  'cache-control': string
  'content-disposition'?: string
}

/**
 * Answers a GET or HEAD for an object, with all of RFC 9110's ranges and conditions, in at most one read.
 * `headers` control caching and the file's name.
 */
export async function serveObject(
  request: Request,
  media: ServedStore,
  object: ServedObject,
  headers: MediaHeaders,
  recheck: Recheck,
): Promise<Response> {
  const served = {
    ...object,
    read: (offset: number, length: number) => readObject(media, object, offset, length, recheck),
    isThere: async () => (await media.size(object.key)) !== null,
  }
  return serveBytes(request, served, headers)
}

/** Bytes of known size that can be read from any offset. */
export interface ServedBytes extends Pick<ServedObject, 'size' | 'contentType' | 'etag'> {
  read(offset: number, length: number): Promise<ReadableStream>
  /** Called for a HEAD, which reads nothing. */
  isThere(): Promise<boolean>
}

/** Answers like serveObject, with bytes that aren't one object. */
export async function serveBytes(
  request: Request,
  { size, contentType, etag, read, isThere }: ServedBytes,
  headers: MediaHeaders,
): Promise<Response> {
  const given = request.headers
  const common = { ...hardening, ...headers, 'accept-ranges': 'bytes', etag }
  if (isPreconditionFailed(given.get('if-match'), etag)) return empty(412, common)
  if (isNotModified(given.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: common })

  const whole = { ...common, 'content-type': contentType, 'content-length': String(size) }
  if (request.method === 'HEAD') {
    if (!(await isThere())) throw gone()
    return new Response(null, { headers: whole })
  }

  const range = parseRange(ifRangeMatches(given.get('if-range'), etag) ? given.get('range') : null, size)
  if (range.kind === 'unsatisfiable') return empty(416, { ...common, 'content-range': `bytes */${size}` })
  if (range.kind === 'whole') {
    return new Response(await read(0, size), { headers: whole })
  }
  const { offset, length } = range
  return new Response(await read(offset, length), {
    status: 206,
    headers: {
      ...whole,
      'content-length': String(length),
      'content-range': `bytes ${offset}-${offset + length - 1}/${size}`,
    },
  })
}

/** Answers with generated content, under the same headers as uploads. */
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

async function readObject(
  media: ServedStore,
  object: ServedObject,
  offset: number,
  length: number,
  recheck: Recheck,
): Promise<ReadableStream> {
  const found = await media.read(object.key, (object.offset ?? 0) + offset, length)
  if (!found) throw gone()
  const { body } = found
  // A stream of R2 or the cache knows its length, so a failure in the middle breaks the answer instead of ending it.
  if (length <= longAnswer && body instanceof ReadableStream) return body
  const { readable, writable } = new FixedLengthStream(length)
  const { signal, stop } = keepLooking(recheck)
  // It also rejects when the viewer leaves; either way the stream itself tells its reader.
  body.pipeTo(writable, { signal }).then(stop, stop)
  return readable
}

/** Rechecks at intervals until stopped. The signal says that access has ended. */
export function keepLooking(recheck: Recheck): { signal: AbortSignal; stop: () => void } {
  const refused = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = true
  const lookIn = (elapsed: number) => {
    timer = setTimeout(() => {
      recheck(elapsed).then(
        () => running && lookIn(elapsed + recheckMs),
        (reason) => refused.abort(reason),
      )
    }, recheckMs)
  }
  lookIn(recheckMs)
  const stop = () => {
    running = false
    clearTimeout(timer)
  }
  return { signal: refused.signal, stop }
}

function gone(): AppError {
  return notFound('This file')
}
