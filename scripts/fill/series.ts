/** When the synthetic world began, in milliseconds: its rows follow one another by the millisecond. */
export const began = 1_700_000_000_000
/** In its times to come, so that no cron of a site that runs over it finds anything due. */
export const farAhead = 4_000_000_000_000

/** The numbers from one to another, as `n(i)` for a select behind it. */
export function series(from: number, to: number): string {
  return `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`
}

/** One video for each number, in turn; numbers without a video are left out. */
export const videoInTurn = 'JOIN videos v ON v.id = 1 + n.i % (SELECT max(id) FROM videos)'
