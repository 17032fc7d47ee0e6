import { began, series } from './series.ts'

/**
 * Has the synthetic accounts comment on the first video. Every fourth replies to its first comment, every hundredth is
 * held, every hundredth removed, and every fiftieth reported.
 */
export function fillComments(from: number, to: number): string[] {
  const parent = '(SELECT min(c.id) FROM comments c WHERE c.video_id = 1 AND c.parent_id IS NULL)'
  return [
    `INSERT INTO comments (video_id, user_id, parent_id, body, state, held_for, reason, created_at, likes)
      ${series(from, to)}
      SELECT 1, u.id, CASE WHEN i % 4 = 0 THEN ${parent} END, 'Filler comment ' || i,
        CASE i % 100 WHEN 1 THEN 'held' WHEN 3 THEN 'removed' ELSE 'shown' END,
        CASE WHEN i % 100 = 1 THEN 'link' END, CASE WHEN i % 100 = 3 THEN 'spam' END,
        ${began} + i, i * 7 % 50
      FROM n JOIN users u ON u.username_canonical = 'filler' || i;`,
    `INSERT OR IGNORE INTO comment_reports (comment_id, reporter_id, reporter_key, owner_id, body, reason, created_at)
      SELECT c.id, v.id, 'user:' || v.id, c.user_id, c.body, 'spam', ${began} FROM comments c
        JOIN users v ON v.username_canonical = 'viewer' WHERE c.video_id = 1 AND c.id % 50 = 2;`,
  ]
}
