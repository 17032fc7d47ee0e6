import { began } from './series.ts'

/**
 * Fills watch history and saved list of the demo account `viewer` with the first videos, every third watched
 * halfway.
 */
export function fillLibrary(from: number, to: number): string[] {
  const each = `FROM (SELECT id, row_number() OVER (ORDER BY id) AS i FROM videos ORDER BY id LIMIT ${to}) v
      JOIN users u ON u.username_canonical = 'viewer' WHERE v.i >= ${from};`
  return [
    `INSERT OR IGNORE INTO watch_history (user_id, video_id, position, watched_at)
      SELECT u.id, v.id, CASE WHEN v.i % 3 = 0 THEN 30 ELSE 0 END, ${began} + v.i ${each}`,
    `INSERT OR IGNORE INTO saved_videos (user_id, video_id, saved_at, place)
      SELECT u.id, v.id, ${began} + v.i, v.i ${each}`,
  ]
}
