/** Rows of one statement, so that no statement holds D1's one writer for long. */
const chunk = 500
/** Statements of one run; the next run goes on. */
const chunksAtMost = 20

/** Repeats a statement that changes at most so many rows, until it finds fewer. */
export async function inChunks(change: (atMost: number) => Promise<D1Result>): Promise<void> {
  for (let run = 0; run < chunksAtMost; run += 1) {
    const { meta } = await change(chunk)
    if (meta.changes < chunk) return
  }
}
