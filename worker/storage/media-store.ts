import { inTime } from '#db/in-time'
import { AppError } from '../errors'
import type { ReadAt } from '../formats/read-at'
import { keyStart } from './keys'

/** R2 use of a request, for Server-Timing and the tests. */
export interface R2Counts {
  reads: number
  writes: number
  /** Milliseconds waited for it, up to the first byte read. */
  ms: number
}

/** An object as R2 lists it. */
export interface StoredObject {
  key: string
  bytes: number
  uploadedAt: number
}

/**
 * The only access to the bucket. Rows about objects are left to the services. Throws `unavailable` where R2
 * can't do it now or takes too long; a request that R2 refuses as wrong throws R2's own error, with its code.
 */
export interface MediaStore {
  /**
   * Returns `length` bytes of the object from `offset`; null when there is none. `waitedMs`: how long the request has
   * already waited elsewhere; R2 gets that much less.
   */
  read(key: string, offset: number, length: number, waitedMs?: number): Promise<R2ObjectBody | null>
  /** Size in bytes; null where there is no object. */
  size(key: string): Promise<number | null>
  /** Returns a page of our objects in key order, after a key. Only the last page is short. */
  list(after: string | null, atMost: number): Promise<StoredObject[]>
  /** Random access for the parsers; rejects when the object is gone. */
  reader(key: string): ReadAt
  put(key: string, body: ReadableStream | Uint8Array, contentType: string): Promise<void>
  /** Opens a multipart upload under its final key; returns R2's upload ID. */
  open(key: string, contentType: string): Promise<string>
  part(
    key: string,
    uploadId: string,
    number: number,
    body: ReadableStream | Uint8Array,
  ): Promise<R2UploadedPart>
  complete(key: string, uploadId: string, parts: R2UploadedPart[]): Promise<void>
  /** Aborts an unfinished upload; if R2 no longer knows it, that is done already. */
  abort(key: string, uploadId: string): Promise<void>
  remove(keys: string[]): Promise<void>
}

/** How long R2 may take, in milliseconds: for the first byte of a read, and for everything that isn't streamed. */
const limits = { read: 10_000, write: 30_000 }
/**
 * Milliseconds that R2 always gets for the first byte of a read, even if the request has waited long
 * elsewhere.
 */
const leastMs = 2000

/**
 * R2's refusals that a repeated request would meet with, too: no such upload (10024), a part that is missing
 * (10025), too small (10011) or of another size than the rest (10048), too large (100100), or with another
 * digest (10037).
 */
const refusals = /\((?:10011|10024|10025|10037|10048|100100)\)/

/** Thrown when R2 didn't answer in time: a write may still take place. */
export class StorageTimeoutError extends Error {}

function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'Storage is busy. Please try again in a moment.', {
    retryAfter: 2,
    cause,
  })
}

/** Waits for R2, at most `ms`; without it, as long as the client's body takes. */
async function waitFor<T>(counts: R2Counts, act: Promise<T>, ms?: number): Promise<T> {
  const from = Date.now()
  try {
    return await (ms === undefined
      ? act
      : inTime(act, ms, () => {
          throw unavailable(new StorageTimeoutError('R2 did not answer in time'))
        }))
  } catch (error) {
    // A body that is read through our checks fails with their refusal.
    throw error instanceof AppError || refusals.test(String(error)) ? error : unavailable(error)
  } finally {
    counts.ms += Date.now() - from
  }
}

export function createMediaStore(bucket: R2Bucket, counts: R2Counts): MediaStore {
  const asked = <T>(act: Promise<T>, ms?: number) => waitFor(counts, act, ms)
  const read: MediaStore['read'] = async (key, offset, length, waitedMs = 0) => {
    counts.reads += 1
    const getting = bucket.get(key, { range: { offset, length } })
    const object = await asked(getting, Math.max(leastMs, limits.read - waitedMs)).catch((error: unknown) => {
      // A body that comes too late would keep its connection.
      getting.then((late) => (late && 'body' in late ? late.body.cancel() : undefined)).catch(() => undefined)
      throw error
    })
    return object && 'body' in object ? object : null
  }
  return {
    read,
    size: async (key) => {
      counts.reads += 1
      return (await asked(bucket.head(key), limits.read))?.size ?? null
    },
    list: async (after, atMost) => {
      const found: StoredObject[] = []
      let from: R2ListOptions = after === null ? {} : { startAfter: after }
      for (;;) {
        counts.reads += 1
        const page = bucket.list({ prefix: keyStart, limit: atMost - found.length, ...from })
        const answer = await asked(page, limits.read)
        for (const { key, size, uploaded } of answer.objects)
          found.push({ key, bytes: size, uploadedAt: uploaded.getTime() })
        // R2 may return fewer than requested, and say that there are more.
        if (!answer.truncated || found.length >= atMost) return found
        from = { cursor: answer.cursor }
      }
    },
    reader: (key) => async (offset, length) => {
      const object = await read(key, offset, length)
      if (!object) throw new Error(`No object ${key}`)
      return new Uint8Array(await asked(object.arrayBuffer(), limits.write))
    },
    put: async (key, body, contentType) => {
      counts.writes += 1
      const putting = bucket.put(key, body, { httpMetadata: { contentType } })
      await asked(putting, body instanceof Uint8Array ? limits.write : undefined)
    },
    open: async (key, contentType) => {
      counts.writes += 1
      const upload = bucket.createMultipartUpload(key, { httpMetadata: { contentType } })
      return (await asked(upload, limits.write)).uploadId
    },
    part: (key, uploadId, number, body) => {
      counts.writes += 1
      return asked(bucket.resumeMultipartUpload(key, uploadId).uploadPart(number, body))
    },
    complete: async (key, uploadId, parts) => {
      counts.writes += 1
      await asked(bucket.resumeMultipartUpload(key, uploadId).complete(parts), limits.write)
    },
    abort: async (key, uploadId) => {
      counts.writes += 1
      try {
        await asked(bucket.resumeMultipartUpload(key, uploadId).abort(), limits.write)
      } catch (error) {
        // The upload is finished, aborted or expired.
        if (!String(error).includes('10024')) throw error
      }
    },
    remove: async (keys) => {
      counts.writes += 1
      await asked(bucket.delete(keys), limits.write)
    },
  }
}
