import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BoxError } from './mp4/boxes'
import type { ReadAt } from './read-at'
import { mp4TrackHashes } from './tracks/mp4-track-hashes'
import { readIndex } from './tracks/mp4-tracks'
import { untilDamaged } from './tracks/track-hashes'
import { webmTrackHashes } from './tracks/webm-track-hashes'

export interface FileHashes {
  /** Hash of the whole file, hex. */
  sha256: string
  /** Hash of the coded pictures in decode order, hex; null when the file can't be read to its end. */
  pictureSha256: string | null
  /** Hash of the sound, hex; null also for a file without any. */
  soundSha256: string | null
  crc32: number
  /** Whether the pictures contain messages that players don't need, which withoutMessages() removes. */
  hasMessages: boolean
}

export interface HashableFile {
  /** Each chunk need only be valid until the next one. */
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Reads the index of an MP4, which may be anywhere in the file. */
  read: ReadAt
  size: number
  type: 'mp4' | 'webm' | null
}

/** Hashes a source and its tracks in one pass over the bytes, and detects messages in it that players don't need. */
export async function hashFile({ chunks, read, size, type }: HashableFile): Promise<FileHashes> {
  const whole = createHash('sha256')
  const tracks = type === 'webm' ? untilDamaged(webmTrackHashes()) : await mp4Tracks(read, size)
  let sum = 0
  for await (const chunk of chunks) {
    whole.update(chunk)
    tracks?.update(chunk)
    sum = crc32(chunk, sum)
  }
  const { picture = null, sound = null, hasMessages = false } = tracks?.digest() ?? {}
  return { sha256: whole.digest('hex'), pictureSha256: picture, soundSha256: sound, crc32: sum, hasMessages }
}

async function mp4Tracks(read: ReadAt, size: number) {
  try {
    return untilDamaged(mp4TrackHashes(await readIndex(read, size), size))
  } catch (error) {
    if (error instanceof BoxError) return null
    throw error
  }
}
