import { OriginRefused } from './refused'

export interface ReadOptions {
  /** Bytes of every part but the last. */
  partSize: number
  /** Bytes that the answer announced; the stream is counted, since the announcement may lie. */
  expected: number
  /** Milliseconds without a byte after which the origin is given up. */
  idleTimeout: number
  /** Stops reading early; an incomplete part is dropped. */
  stop: AbortSignal
}

/**
 * Yields the body in parts, holding one at a time. The stream is released however reading ends. The buffer is
 * reused for the next part: copy it to keep it.
 */
export async function* readParts(
  body: ReadableStream<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  const buffer = new Uint8Array(Math.min(options.partSize, options.expected))
  let filled = 0
  let received = 0
  try {
    for (;;) {
      const chunk = await nextChunk(reader, options)
      if (chunk === 'stopped') return
      if (chunk === null) break
      received += chunk.length
      if (received > options.expected) throw new OriginRefused('The file is larger than the server said.')
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + buffer.length - filled)
        buffer.set(piece, filled)
        filled += piece.length
        at += piece.length
        if (filled < buffer.length) continue
        yield buffer
        filled = 0
      }
    }
    if (received < options.expected)
      throw new OriginRefused('The connection was lost before the end of the file.', true)
    if (filled > 0) yield buffer.subarray(0, filled)
  } finally {
    await reader.cancel().catch(() => {})
  }
}

type Chunk = Uint8Array | 'stopped' | null

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { idleTimeout, stop }: ReadOptions,
): Promise<Chunk> {
  if (stop.aborted) return 'stopped'
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped: (() => void) | undefined
  const interruption = new Promise<Chunk>((resolve, reject) => {
    const idle = new OriginRefused('The server stopped sending data.', true)
    timer = setTimeout(() => reject(idle), idleTimeout)
    stopped = () => resolve('stopped')
    stop.addEventListener('abort', stopped)
  })
  try {
    const read = reader.read().then(
      ({ value }) => value ?? null,
      () => {
        throw new OriginRefused('The connection was lost before the end of the file.', true)
      },
    )
    return await Promise.race([read, interruption])
  } finally {
    clearTimeout(timer)
    if (stopped) stop.removeEventListener('abort', stopped)
  }
}
