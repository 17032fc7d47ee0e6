import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { mp4SamplesHash, webmSamplesHash } from './coded-samples'

export interface FileHashes {
  /** Hash of the whole file, hex. */
  sha256: string
  /** Hash of the coded samples alone, hex: a remux leaves it unchanged. */
  samplesSha256: string
  crc32: number
}

/**
 * Reads everything that one pass over a source's bytes reveals. A chunk need only be valid until the next
 * one.
 */
export async function hashFile(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  type: 'mp4' | 'webm' | null,
): Promise<FileHashes> {
  const whole = createHash('sha256')
  const samples = type === 'webm' ? webmSamplesHash() : mp4SamplesHash()
  let sum = 0
  for await (const chunk of chunks) {
    whole.update(chunk)
    samples.update(chunk)
    sum = crc32(chunk, sum)
  }
  return { sha256: whole.digest('hex'), samplesSha256: samples.digest(), crc32: sum }
}
