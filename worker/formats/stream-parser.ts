/** A parser's next request to the stream: to peek at bytes, or to pass some on. */
export type Step = { peek: number } | { pass: number; to?: (bytes: Uint8Array) => void }

export type Parser = Generator<Step, void, Uint8Array>

/** Takes a file in chunks of any size, and in the end returns a result about it. */
export interface StreamReader<Result> {
  update(chunk: Uint8Array): void
  digest(): Result
}

/** Feeds a parser from chunks: bytes it peeks at are kept, bytes it passes on go straight through. */
export function drive<Result>(parser: Parser, digest: () => Result): StreamReader<Result> {
  let kept: Uint8Array = new Uint8Array(0)
  let step = parser.next()

  const advance = (ended: boolean) => {
    while (!step.done) {
      const want = step.value
      if ('peek' in want) {
        if (kept.length < want.peek && !ended) return
        step = parser.next(kept.subarray(0, want.peek))
        continue
      }
      const passed = kept.subarray(0, want.pass)
      if (passed.length > 0) want.to?.(passed)
      kept = kept.subarray(passed.length)
      want.pass -= passed.length
      if (want.pass > 0) return
      step = parser.next(kept)
    }
  }
  return {
    update: (chunk) => {
      if (kept.length === 0) kept = chunk
      else {
        const joined = new Uint8Array(kept.length + chunk.length)
        joined.set(kept)
        joined.set(chunk, kept.length)
        kept = joined
      }
      advance(false)
      // Copied, since a reader may reuse the chunk's buffer.
      kept = kept.slice()
    },
    digest: () => {
      advance(true)
      return digest()
    },
  }
}
