import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { progressed } from '../../programs/watched.ts'

/** The size and the hash of a file. */
export interface Sum {
  bytes: number
  sha256: string
}

/** Sums up a file in pieces. */
export class Summer {
  readonly #hash = createHash('sha256')
  #bytes = 0

  add(chunk: string | Uint8Array): void {
    this.#hash.update(chunk)
    this.#bytes += Buffer.byteLength(chunk)
    progressed()
  }

  /** Passes chunks on, and sums them up. */
  async *passing(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk)
      yield chunk
    }
  }

  end(): Sum {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Returns the sum of chunks, such as those of a file. */
export async function sumOf(chunks: AsyncIterable<Uint8Array>): Promise<Sum> {
  const sum = new Summer()
  for await (const chunk of chunks) sum.add(chunk)
  return sum.end()
}

export function sumOfFile(file: string): Promise<Sum> {
  return sumOf(createReadStream(file, { highWaterMark: 1 << 20 }))
}

/** Writes a file, and returns its sum. */
export function writeSummed(file: string, text: string): Sum {
  writeFileSync(file, text, { flush: true })
  const sum = new Summer()
  sum.add(text)
  return sum.end()
}

export function isEqual(sum: Sum, other: Sum): boolean {
  return sum.bytes === other.bytes && sum.sha256 === other.sha256
}
