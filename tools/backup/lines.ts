import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { progressed } from '../programs/watched.ts'
import { type Sum, Summer } from './proof/sums.ts'

/** The content of a file of lines. */
export interface Content {
  rows: number
  /** SHA-256 of the lines, before they are compressed. */
  sha256: string
}

/** Writes pages of lines to a compressed file. Returns the sum of that file, too. */
export async function writeLines(
  file: string,
  pages: AsyncIterable<string[]>,
): Promise<{ content: Content; sum: Sum }> {
  const lines = summer()
  const bytes = new Summer()
  const texts = async function* () {
    for await (const page of pages) yield lines.add(page)
  }
  await pipeline(
    Readable.from(texts()),
    createGzip(),
    (chunks: AsyncIterable<Uint8Array>) => bytes.passing(chunks),
    createWriteStream(file, { flush: true }),
  )
  return { content: lines.end(), sum: bytes.end() }
}

/** Sums up pages of lines as writeLines does, without writing them. */
export async function sumLines(pages: AsyncIterable<string[]>): Promise<Content> {
  const sum = summer()
  for await (const page of pages) sum.add(page)
  return sum.end()
}

/** Returns whether a file has the lines that were written to it; false if it can't be read to its end. */
export async function isIntact(file: string, content: Content): Promise<boolean> {
  try {
    for await (const _ of readWritten(file, content));
    return true
  } catch {
    return false
  }
}

/**
 * Reads a file line by line, and throws at its end if it hasn't the lines that were written to it: the folder
 * may have been written to since it was compared.
 */
export async function* readWritten(file: string, { rows, sha256 }: Partial<Content>): AsyncGenerator<string> {
  const sum = summer()
  for await (const line of readLines(file)) {
    sum.add([line])
    yield line
  }
  const found = sum.end()
  if (found.sha256 !== sha256 || (rows !== undefined && found.rows !== rows))
    throw new Error(`${file} has other lines than were written.`)
}

function summer() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(page: string[]): string {
      const text = page.map((line) => `${line}\n`).join('')
      rows += page.length
      hash.update(text)
      progressed()
      return text
    },
    end: (): Content => ({ rows, sha256: hash.digest('hex') }),
  }
}

/**
 * Reads a file line by line; a .gz file is decompressed. A last line without its end was cut off by a kill
 * and isn't returned. Node's readline would also split where a text has U+2028.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  const stream = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  if (stream !== bytes) bytes.on('error', (error) => stream.destroy(error))
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
