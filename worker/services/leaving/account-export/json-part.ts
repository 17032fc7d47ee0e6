import { crc32 } from 'node:zlib'

/** A JSON file, built and kept in pieces. */
export interface JsonPart {
  name: string
  chunks: Uint8Array[]
  size: number
  crc32: number
}

const encoder = new TextEncoder()

/** Returns a file with one value, indented for people. */
export function jsonPart(name: string, value: unknown): JsonPart {
  return part(name, [encoder.encode(`${JSON.stringify(value, null, 2)}\n`)])
}

/** Returns a file with a list, one row per line. Reads page by page, so the rows are never all in memory. */
export async function jsonListPart(name: string, pages: AsyncIterable<unknown[]>): Promise<JsonPart> {
  const chunks: Uint8Array[] = []
  let before = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    chunks.push(encoder.encode(before + page.map((row) => JSON.stringify(row)).join(',\n')))
    before = ',\n'
  }
  chunks.push(encoder.encode(chunks.length === 0 ? '[]\n' : '\n]\n'))
  return part(name, chunks)
}

function part(name: string, chunks: Uint8Array[]): JsonPart {
  return {
    name,
    chunks,
    size: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    crc32: chunks.reduce((sum, chunk) => crc32(chunk, sum), 0),
  }
}
