import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MiB } from '#contract/values/shared/limits'
import { keyStart } from '#worker/storage/keys'
import { type CopiedObject, type Folder, isKept, mediaFile } from './folder.ts'
import { readLines } from './lines.ts'
import { patiently } from './patiently.ts'

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

/** The result of copyObjects. */
export interface Copied {
  count: number
  bytes: number
  /** The number fetched; the others were kept already. */
  fetched: number
}

/**
 * Copies all objects into the folder and writes a line about each. An object that an earlier backup noted
 * with the same ETag isn't fetched again: keys are never reused, and a rewritten object gets another ETag,
 * which R2 computes from its bytes. `earlier` are lists of such backups, including interrupted ones.
 */
export async function copyObjects(
  media: R2Bucket,
  folder: Folder,
  { earlier, list }: { earlier: string[]; list: string },
): Promise<Copied> {
  const known = earlier.map((file) => new Earlier(file))
  const sum: Copied = { count: 0, bytes: 0, fetched: 0 }
  const lines = await open(list, 'w')
  try {
    for await (const page of listObjects(media, { withTypes: true })) {
      const work: (() => Promise<CopiedObject | null>)[] = []
      for (const object of page) {
        const notes = await Promise.all(known.map((list) => list.find(object.key)))
        const etag = object.etag()
        const noted = notes.find((each) => each?.etag === etag)
        if (noted && isKept(folder, noted)) work.push(async () => noted)
        else
          work.push(() => {
            sum.fetched += 1
            const fetched = { key: object.key, etag, contentType: object.contentType() }
            return patiently(() => fetchObject(media, folder, fetched))
          })
      }
      const copied = (await someAtOnce(work)).filter((each) => each !== null)
      for (const { size } of copied) {
        sum.count += 1
        sum.bytes += size
      }
      await lines.write(copied.map((object) => `${JSON.stringify(object)}\n`).join(''))
    }
  } finally {
    await lines.close()
  }
  return sum
}

/** Looks keys up in a list of an earlier backup, in their order. */
class Earlier {
  readonly #lines: AsyncGenerator<string>
  #ahead: CopiedObject | null | undefined

  constructor(file: string) {
    this.#lines = readLines(file)
  }

  async find(key: string): Promise<CopiedObject | undefined> {
    if (this.#ahead === undefined) await this.#step()
    while (this.#ahead && this.#ahead.key < key) await this.#step()
    return this.#ahead?.key === key ? this.#ahead : undefined
  }

  async #step(): Promise<void> {
    const { value, done } = await this.#lines.next()
    this.#ahead = done ? null : (JSON.parse(value) as CopiedObject)
  }
}

/**
 * Fetches an object; returns null if it was deleted since it was listed. If it was rewritten since, its ETag
 * differs from the list's, and the next backup fetches it again.
 */
async function fetchObject(
  media: R2Bucket,
  folder: Folder,
  { key, etag, contentType }: Pick<CopiedObject, 'key' | 'etag' | 'contentType'>,
): Promise<CopiedObject | null> {
  const object = await media.get(key)
  if (!object) return null
  const part = join(folder.path, `${randomUUID()}.part`)
  const hash = createHash('sha256')
  let size = 0
  try {
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    await pipeline(object.body, hashed, createWriteStream(part))
    const whole = object.size
    if (size !== whole) throw new Error(`The connection ended after ${size} of ${whole} bytes of ${key}`)
    const sha256 = hash.digest('hex')
    const file = mediaFile(folder, sha256)
    mkdirSync(dirname(file), { recursive: true })
    renameSync(part, file)
    return { key, size, etag, contentType, sha256 }
  } finally {
    rmSync(part, { force: true })
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
    list,
    resume,
    areNamed,
  }: { list: string; resume: boolean; areNamed(keys: string[]): Promise<Set<string>> },
): Promise<RestoredObjects> {
  const sum: RestoredObjects = { count: 0, bytes: 0, there: 0, damaged: [], unnamed: 0 }
  const there = resume ? new Listing(media) : null
  for await (const page of pagesOf(readLines(list), pageSize)) {
    const objects = page.map((line) => JSON.parse(line) as CopiedObject)
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

/** Sends an object. Returns whether it equals the copied one. */
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
  if ((await hashOf(createReadStream(file))) !== sha256) return false
  const upload = await media.createMultipartUpload(key, options)
  try {
    const parts: R2UploadedPart[] = []
    for await (const part of partsOf(createReadStream(file, { highWaterMark: MiB })))
      parts.push(await upload.uploadPart(parts.length + 1, part))
    await upload.complete(parts)
  } catch (error) {
    await upload.abort().catch(() => undefined)
    throw error
  }
  const stored = await media.get(key)
  const isEqual = stored !== null && (await hashOf(Readable.fromWeb(stored.body as never))) === sha256
  if (!isEqual) await media.delete(key)
  return isEqual
}

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
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

async function someAtOnce<Result>(work: (() => Promise<Result>)[]): Promise<Result[]> {
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
