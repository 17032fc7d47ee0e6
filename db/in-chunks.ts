export interface Chunks {
  /** Rows per statement, so that none blocks D1's only writer for long. */
  chunk: number
  /** Statements in one run; the next run continues. */
  chunksAtMost: number
}

/** Small chunks, since each video has half a dozen URLs to revoke. Cron does the rest after a run. */
export const videoChunks: Chunks = { chunk: 100, chunksAtMost: 50 }

/**
 * Repeats a change of a limited number of rows until it changes fewer than that. `change` returns its row
 * count, or D1's own result.
 */
export async function inChunks(
  change: (atMost: number) => Promise<number | { meta: { changes: number } }>,
  { chunk, chunksAtMost }: Chunks = { chunk: 500, chunksAtMost: 20 },
): Promise<void> {
  for (let run = 0; run < chunksAtMost; run += 1) {
    const done = await change(chunk)
    if ((typeof done === 'number' ? done : done.meta.changes) < chunk) return
  }
}
