interface Chunks {
  /** Rows of one statement, so that no statement holds D1's one writer for long. */
  chunk: number
  /** Statements of one run; the next run goes on. */
  chunksAtMost: number
}

/** Repeats a change of at most so many rows, until it finds fewer. It answers how many it changed, or D1's own answer. */
export async function inChunks(
  change: (atMost: number) => Promise<number | { meta: { changes: number } }>,
  { chunk, chunksAtMost }: Chunks = { chunk: 500, chunksAtMost: 20 },
): Promise<void> {
  for (let run = 0; run < chunksAtMost; run += 1) {
    const done = await change(chunk)
    if ((typeof done === 'number' ? done : done.meta.changes) < chunk) return
  }
}
