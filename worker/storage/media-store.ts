import type { ReadAt } from '../formats/read-at'
import { keyStart } from './keys'

/** R2 use of a request, for Server-Timing and the tests. */
export interface R2Counts {
  reads: number
  writes: number
}

/** An object as R2 lists it. */
export interface StoredObject {
  key: string
  bytes: number
  uploadedAt: number
}

/** The only access to the bucket. Rows about objects are left to the services. */
export interface MediaStore {
  /** Returns `length` bytes of the object from `offset`; null when there is none. */
  read(key: string, offset: number, length: number): Promise<R2ObjectBody | null>
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

export function createMediaStore(bucket: R2Bucket, counts: R2Counts): MediaStore {
  const read: MediaStore['read'] = async (key, offset, length) => {
    counts.reads += 1
    const object = await bucket.get(key, { range: { offset, length } })
    return object && 'body' in object ? object : null
  }
  return {
    read,
    size: async (key) => {
      counts.reads += 1
      return (await bucket.head(key))?.size ?? null
    },
    list: async (after, atMost) => {
      const found: StoredObject[] = []
      let from: R2ListOptions = after === null ? {} : { startAfter: after }
      for (;;) {
        counts.reads += 1
        const answer = await bucket.list({ prefix: keyStart, limit: atMost - found.length, ...from })
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
      return new Uint8Array(await object.arrayBuffer())
    },
    put: async (key, body, contentType) => {
      counts.writes += 1
      await bucket.put(key, body, { httpMetadata: { contentType } })
    },
    open: async (key, contentType) => {
      counts.writes += 1
      return (await bucket.createMultipartUpload(key, { httpMetadata: { contentType } })).uploadId
    },
    part: (key, uploadId, number, body) => {
      counts.writes += 1
      return bucket.resumeMultipartUpload(key, uploadId).uploadPart(number, body)
    },
    complete: async (key, uploadId, parts) => {
      counts.writes += 1
      await bucket.resumeMultipartUpload(key, uploadId).complete(parts)
    },
    abort: async (key, uploadId) => {
      counts.writes += 1
      try {
        await bucket.resumeMultipartUpload(key, uploadId).abort()
      } catch (error) {
        // 10024: the upload is finished, aborted or expired.
        if (!String(error).includes('10024')) throw error
      }
    },
    remove: async (keys) => {
      counts.writes += 1
      await bucket.delete(keys)
    },
  }
}
