import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { likes, mediaObjects, savedVideos, videos, watchHistory } from '#db/schema'

interface Store {
  db: Db
  media: Pick<R2Bucket, 'put'>
}

interface Options {
  bytesEach: number
  createdAt: number
}

interface DerivedFile {
  number: number
  sourceKey: string
  posterKey: string
  bytes: Uint8Array<ArrayBuffer>
}

const posterBytes = 50
const atOnce = 50

/**
 * Inserts many videos, each with a source that was read, a poster, and one row of each kind that other
 * accounts may leave on it. Returns the keys of their files.
 */
export async function fillWithVideos(
  { db, media }: Store,
  userId: number,
  count: number,
  options: Options,
): Promise<string[]> {
  const keys: string[] = []
  for (let from = 0; from < count; from += atOnce) {
    const files = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) =>
      makeFile(userId, from + index, options.bytesEach),
    )
    // In portions: from another process, each is a connection, and idle ones are closed.
    for (const { sourceKey, posterKey, bytes } of files) {
      await Promise.all([media.put(sourceKey, bytes), media.put(posterKey, bytes.slice(0, posterBytes))])
    }
    const [first, ...rest] = files.flatMap((file) => rowsOf(db, userId, file, options.createdAt))
    if (first) await db.batch([first, ...rest])
    keys.push(...files.flatMap(({ sourceKey, posterKey }) => [sourceKey, posterKey]))
  }
  return keys
}

function makeFile(userId: number, number: number, size: number): DerivedFile {
  const bytes = new Uint8Array(size)
  // The generator's limit per call.
  for (let from = 0; from < size; from += 65_536) crypto.getRandomValues(bytes.subarray(from, from + 65_536))
  return {
    number,
    sourceKey: `m/${userId}-source-${number}`,
    posterKey: `m/${userId}-poster-${number}`,
    bytes,
  }
}

function rowsOf(
  db: Db,
  userId: number,
  { number, sourceKey, posterKey, bytes }: DerivedFile,
  createdAt: number,
): BatchItem<'sqlite'>[] {
  const object = { ownerId: userId, createdAt }
  const newest = sql`(select id from videos where source_key = ${sourceKey})`
  const other = { userId: 1_000_000 + number, videoId: newest }
  return [
    db.insert(mediaObjects).values([
      {
        ...object,
        key: sourceKey,
        kind: 'source',
        contentType: 'video/mp4',
        bytes: bytes.length,
        crc32: crc32(bytes),
      },
      { ...object, key: posterKey, kind: 'poster', contentType: 'image/jpeg', bytes: posterBytes },
    ]),
    db.insert(videos).values({
      userId,
      title: `Film ${number}: “ünïcode”/\\`,
      titleFolded: `film ${number}`,
      categoryId: 1,
      status: 'ready',
      duration: 9,
      width: 640,
      height: 360,
      createdAt,
      sourceKey,
      sourceType: 'mp4',
      sourceBytes: bytes.length,
      posterKey,
      posterType: 'jpg',
      posterBytes,
    }),
    db.insert(likes).values({ ...other, createdAt }),
    db.insert(savedVideos).values({ ...other, savedAt: createdAt, place: 1 }),
    db.insert(watchHistory).values({ ...other, position: 1, watchedAt: createdAt }),
  ]
}
