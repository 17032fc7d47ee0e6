/** Start of the synthetic timeline in milliseconds: its rows are a millisecond apart. */
export const began = 1_700_000_000_000
/** For due times, so that the cron of a site with these rows finds nothing to do. */
export const farAhead = 4_000_000_000_000

/** Returns a CTE `n(i)` with the numbers of a range, for a select after it. */
export function series(from: number, to: number): string {
  return `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`
}

/** One video for each number, in turn; numbers without a video are left out. */
export const videoInTurn = 'JOIN videos v ON v.id = 1 + n.i % (SELECT max(id) FROM videos)'
