import { began, series, videoInTurn } from './series.ts'

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

/** Has the synthetic accounts follow `creator`. */
export function fillFollowers(from: number, to: number): string[] {
  return [
    `INSERT OR IGNORE INTO follows (follower_id, user_id, followed_at)
      ${series(from, to)}
      SELECT f.id, u.id, ${began} + i FROM n JOIN users f ON f.username_canonical = 'filler' || i
        JOIN users u ON u.username_canonical = 'creator';`,
  ]
}

/** Fills `viewer`'s feed with the first public videos, and has it follow their uploaders. */
export function fillFeed(from: number, to: number): string[] {
  const each = `FROM (SELECT id, user_id, created_at, row_number() OVER (ORDER BY id) AS i FROM videos ORDER BY id LIMIT ${to}) v
      JOIN users u ON u.username_canonical = 'viewer' WHERE v.i >= ${from} AND v.user_id <> u.id`
  return [
    `INSERT OR IGNORE INTO feed_items (user_id, created_at, video_id, uploader_id, told_at)
      SELECT u.id, v.created_at, v.id, v.user_id, ${began} + 2 * v.i ${each};`,
    `INSERT OR IGNORE INTO follows (follower_id, user_id, followed_at)
      SELECT u.id, v.user_id, ${began} + v.i ${each} AND v.i <= 1000;`,
  ]
}

/** Tells `viewer` of decisions, and of comments on the first videos by `creator`. */
export function fillNotices(from: number, to: number): string[] {
  return [
    `INSERT INTO notices (user_id, kind, outcome, video_id, actor_id, at)
      ${series(from, to)}
      SELECT u.id, iif(i % 2, 'review', 'reply'), iif(i % 2, 'approved', NULL), i, iif(i % 2, NULL, c.id), ${began} + 2 * i
        FROM n JOIN users u ON u.username_canonical = 'viewer' JOIN users c ON c.username_canonical = 'creator';`,
  ]
}

/**
 * Gives each synthetic account a list with a video in it, and `viewer` as many lists and videos in its shared one as
 * an account may have.
 */
export function fillLists(from: number, to: number): string[] {
  const filler = "JOIN users u ON u.username_canonical = 'filler' || n.i"
  const viewer = "JOIN users u ON u.username_canonical = 'viewer'"
  const columns = 'user_id, name, name_folded, created_at, updated_at'
  const items = 'INSERT OR IGNORE INTO list_items (list_id, video_id, place, added_at)'
  return [
    `INSERT OR IGNORE INTO lists (${columns})
      ${series(from, to)} SELECT u.id, 'Filler', 'filler', ${began} + n.i, ${began} + n.i FROM n ${filler};`,
    `${items} ${series(from, to)} SELECT l.id, v.id, 1, ${began} FROM n ${filler}
      JOIN lists l ON l.user_id = u.id AND l.name_folded = 'filler' ${videoInTurn};`,
    `INSERT OR IGNORE INTO lists (${columns})
      ${series(from, to)} SELECT u.id, 'Filler ' || n.i, 'filler ' || n.i, ${began} + n.i, ${began} + n.i
      FROM n ${viewer} WHERE n.i <= 97;`,
    `${items} ${series(from, to)} SELECT l.id, v.id, 100 + n.i, ${began} FROM n ${viewer}
      JOIN lists l ON l.user_id = u.id AND (l.link_key IS NOT NULL OR l.name_folded = 'filler ' || n.i)
      JOIN videos v ON v.id = n.i WHERE n.i <= 995;`,
  ]
}
