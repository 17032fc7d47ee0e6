/** A step through JavaScript costs the same for one byte as for this many; R2's own chunks are 4 kB. */
const chunkBytes = 256 * 1024

/**
 * Yields a byte stream in large chunks over one buffer: each is valid until the next is requested. Ten times
 * as fast as iterating over the stream, for 60 MB.
 */
export async function* largeChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  let buffer: ArrayBufferLike = new ArrayBuffer(chunkBytes)
  try {
    for (;;) {
      const next: ReadableStreamReadResult<Uint8Array> = await reader.readAtLeast(
        chunkBytes,
        new Uint8Array(buffer),
      )
      if (next.value && next.value.length > 0) yield next.value
      if (next.done) return
      buffer = next.value.buffer
    }
  } finally {
    // A consumer that stops early wants no more of the stream; an ended or failed one doesn't mind.
    await reader.cancel().catch(() => undefined)
  }
}
