import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type CopiedObject, type Folder, isFolder, isKept, mediaFile, parsedObject } from './folder.ts'
import { readLines } from './lines.ts'
import { listObjects, someAtOnce } from './media.ts'
import { patiently } from './patiently.ts'
import { fitsSeal, sealed } from './proof/seal.ts'
import { type Sum, Summer } from './proof/sums.ts'

/** The result of copyObjects. */
export interface Copied {
  count: number
  bytes: number
  /** The number fetched; the others were kept already. */
  fetched: number
  /** The sum of the list. */
  sum: Sum
}

/**
 * Copies all objects into the folder and writes a line about each. An object that an earlier backup noted
 * with the same ETag isn't fetched again: keys are never reused, and a rewritten object gets another ETag,
 * which R2 computes from its bytes. `earlier` are lists of such backups, including interrupted ones; only
 * lines with a seal count, so that no one can pass another file off as an object.
 */
export async function copyObjects(
  media: R2Bucket,
  folder: Folder,
  { earlier, list, key }: { earlier: string[]; list: string; key: string },
): Promise<Copied> {
  const known = earlier.map((file) => new Earlier(file))
  const done = { count: 0, bytes: 0, fetched: 0 }
  const sum = new Summer()
  const lines = await open(list, 'w')
  try {
    for await (const page of listObjects(media, { withTypes: true })) {
      const work: (() => Promise<CopiedObject | null>)[] = []
      for (const object of page) {
        const notes = await Promise.all(known.map((list) => list.find(object.key)))
        const etag = object.etag()
        const noted = notes.find((each) => each?.etag === etag && fitsSeal(each, key))
        if (noted && isKept(folder, noted)) work.push(async () => noted)
        else
          work.push(() => {
            done.fetched += 1
            const wanted = { key: object.key, etag, contentType: object.contentType() }
            return patiently(async () => {
              const fetched = await fetchObject(media, folder, wanted)
              return fetched && sealed(fetched, key)
            })
          })
      }
      const copied = (await someAtOnce(work)).filter((each) => each !== null)
      for (const { size } of copied) {
        done.count += 1
        done.bytes += size
      }
      const text = copied.map((object) => `${JSON.stringify(object)}\n`).join('')
      sum.add(text)
      await lines.write(text)
    }
    await lines.sync()
  } finally {
    await lines.close()
  }
  return { ...done, sum: sum.end() }
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
    this.#ahead = done ? null : parsedObject(value)
    // A damaged line vouches for nothing.
    if (!done && this.#ahead === null) await this.#step()
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
): Promise<Omit<CopiedObject, 'seal'> | null> {
  const object = await media.get(key)
  if (!object) return null
  const part = join(folder.path, `${randomUUID()}.part`)
  const sum = new Summer()
  try {
    const passing = (chunks: AsyncIterable<Uint8Array>) => sum.passing(chunks)
    await pipeline(object.body, passing, createWriteStream(part, { flush: true }))
    const { bytes: size, sha256 } = sum.end()
    const whole = object.size
    if (size !== whole) throw new Error(`The connection ended after ${size} of ${whole} bytes of ${key}`)
    const file = mediaFile(folder, sha256)
    mkdirSync(dirname(file), { recursive: true })
    if (!isFolder(dirname(file)))
      throw new Error(
        `${dirname(file)} is a link, which may lead out of the folder. Delete it, and run this again.`,
      )
    renameSync(part, file)
    return { key, size, etag, contentType, sha256 }
  } finally {
    rmSync(part, { force: true })
  }
}
