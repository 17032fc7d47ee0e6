import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { MiB } from '#contract/values/shared/limits'
import { keyStart } from '#worker/storage/keys'
import { progressed } from '../programs/watched.ts'
import { type CopiedObject, type Folder, isKept, mediaFile, parsedObject } from './folder.ts'
import { patiently } from './patiently.ts'
import { sumOf } from './proof/sums.ts'

const pageSize = 1000
const atOnce = 12
/** Larger objects are sent in parts of this size, so that few bytes are in memory at a time. */
const partBytes = 8 * MiB

/** A listed object. Its properties are in another process, and reading one takes a trip there. */
export interface ListedObject {
  key: string
  etag(): string
  contentType(): string | null
}

/**
 * Lists the site's objects in the order of their keys. With their types, pages are shorter and R2 takes
 * longer.
 */
export async function* listObjects(
  media: R2Bucket,
  { withTypes }: { withTypes: boolean },
): AsyncGenerator<ListedObject[]> {
  let cursor: string | undefined
  for (;;) {
    const options: R2ListOptions = {
      prefix: keyStart,
      limit: pageSize,
      ...(withTypes && { include: ['httpMetadata'] }),
      ...(cursor !== undefined && { cursor }),
    }
    const page = await patiently(() => media.list(options))
    yield page.objects.map(listed)
    if (!page.truncated) return
    cursor = page.cursor
  }
}

function listed(object: R2Object): ListedObject {
  return {
    key: object.key,
    etag: () => object.etag,
    contentType: () => object.httpMetadata?.contentType ?? null,
  }
}

/** The result of restoreObjects. */
export interface RestoredObjects {
  count: number
  bytes: number
  /** Objects that the bucket had already, from an interrupted run. */
  there: number
  /** Keys whose file is missing from the folder, or differs from the one copied. */
  damaged: string[]
  /** Objects that no row names. They weren't restored. */
  unnamed: number
}

/**
 * Puts the objects of a backup into the bucket, except those that no row names. R2 verifies the hash of an
 * object sent in one piece; a larger one is read back. `resume` skips objects in the bucket: R2 never has a
 * part of one.
 */
export async function restoreObjects(
  media: R2Bucket,
  folder: Folder,
  {
    lines,
    resume,
    areNamed,
  }: { lines: AsyncIterable<string>; resume: boolean; areNamed(keys: string[]): Promise<Set<string>> },
): Promise<RestoredObjects> {
  const sum: RestoredObjects = { count: 0, bytes: 0, there: 0, damaged: [], unnamed: 0 }
  const there = resume ? new Listing(media) : null
  for await (const page of pagesOf(lines, pageSize)) {
    // A line that is damaged has no key: what it stood for is named as missing at the end.
    const objects = page.map(parsedObject).filter((object) => object !== null)
    const named = await areNamed(objects.map(({ key }) => key))
    const work: (() => Promise<void>)[] = []
    for (const object of objects) {
      if (!named.has(object.key)) {
        sum.unnamed += 1
        continue
      }
      const isThere = (await there?.has(object.key)) === true
      sum.there += isThere ? 1 : 0
      work.push(async () => {
        if (!isThere && !(await patiently(() => sendObject(media, folder, object))))
          return void sum.damaged.push(object.key)
        sum.count += 1
        sum.bytes += object.size
      })
    }
    await someAtOnce(work)
  }
  return sum
}

/** Looks up keys in the bucket, in their order. */
export class Listing {
  readonly #pages: AsyncGenerator<ListedObject[]>
  #page: ListedObject[] = []
  #isOver = false

  constructor(media: R2Bucket) {
    this.#pages = listObjects(media, { withTypes: false })
  }

  async has(key: string): Promise<boolean> {
    for (;;) {
      while (this.#page[0] && this.#page[0].key < key) this.#page.shift()
      if (this.#page[0] || this.#isOver) return this.#page[0]?.key === key
      const { value, done } = await this.#pages.next()
      this.#isOver = done === true
      this.#page = done ? [] : value
    }
  }
}

/** Sends an object. Returns whether it equals the copied one. A large one is compared as it was stored. */
async function sendObject(media: R2Bucket, folder: Folder, object: CopiedObject): Promise<boolean> {
  if (!isKept(folder, object)) return false
  const { key, size, sha256, contentType } = object
  const file = mediaFile(folder, sha256)
  const options = contentType === null ? {} : { httpMetadata: { contentType } }
  if (size <= partBytes) {
    const bytes = await readFile(file)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) return false
    await media.put(key, bytes, { ...options, sha256 })
    return true
  }
  const upload = await media.createMultipartUpload(key, options)
  try {
    const parts: R2UploadedPart[] = []
    for await (const part of partsOf(createReadStream(file, { highWaterMark: MiB }))) {
      parts.push(await upload.uploadPart(parts.length + 1, part))
      progressed()
    }
    await upload.complete(parts)
  } catch (error) {
    await upload.abort().catch(() => undefined)
    throw error
  }
  const stored = await media.get(key)
  const found = stored && (await sumOf(Readable.fromWeb(stored.body as never)))
  if (found?.sha256 === sha256) return true
  await media.delete(key)
  return false
}

/** Joins chunks to parts of equal size, except the last, as R2 requires. */
async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    length += chunk.length
    while (length >= partBytes) {
      const joined = Buffer.concat(held)
      yield joined.subarray(0, partBytes)
      held = [joined.subarray(partBytes)]
      length -= partBytes
    }
  }
  if (length > 0) yield Buffer.concat(held)
}

export async function* pagesOf<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let page: Item[] = []
  for await (const item of items) {
    page.push(item)
    if (page.length < size) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Does pieces of work, a few at once, and returns their results in order. */
export async function someAtOnce<Result>(work: (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < work.length; index = next++) {
      const task = work[index]
      if (task) results[index] = await task()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
