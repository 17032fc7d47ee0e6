import { began, farAhead, series } from './series.ts'

/** Returns users, one in a hundred banned. */
export function fillUsers(from: number, to: number): string[] {
  return [
    `INSERT OR IGNORE INTO users (username, username_canonical, username_skeleton, email, email_canonical, password_hash,
        ban_reason, created_at)
      ${series(from, to)}
      SELECT 'filler' || i, 'filler' || i, 'filler' || i, 'filler' || i || '@example.com', 'filler' || i || '@example.com',
        '-', CASE WHEN i % 100 = 9 THEN 'Synthetic.' END, ${began} + i FROM n;`,
  ]
}

/** Returns tags, one for each video beside the tag that all have: one in 50 is blocked, one in 50 merged. */
function fillTags(from: number, to: number): string {
  return `INSERT OR IGNORE INTO tags (slug, name, name_folded, created_at, blocked_at, merged_into)
      ${series(from, to)}
      SELECT 'filler', 'filler', 'filler', ${began}, NULL, NULL
      UNION ALL SELECT 'filler-' || i, 'filler ' || i, 'filler ' || i, ${began} + i, CASE WHEN i % 50 = 3 THEN ${began} + i END,
        CASE WHEN i % 50 = 4 THEN 'filler' END FROM n;`
}

/**
 * Returns videos: one in 20 isn't public, a third of those each private, unlisted and scheduled; one in 50 pending
 * review, one in 100 rejected, one in 200 broken or held, one in 3 premium. Popularity is scattered.
 */
export function fillVideos(from: number, to: number, users: number): string[] {
  const owner =
    users > 0 ? `(SELECT id FROM users WHERE username_canonical = 'filler' || (1 + i % ${users}))` : '1'
  return [
    fillTags(from, to),
    `INSERT INTO videos (user_id, title, title_folded, description, tags, category_id, is_premium, is_public, unlisted_key, publish_at,
        status, review, hold, waiting_since, duration, width, height, views, likes, popularity, views_listed, likes_listed, created_at)
      ${series(from, to)}
      SELECT ${owner}, 'Filler ' || (i * 7919 % 100000) || ' of ' || i, 'filler ' || (i * 7919 % 100000) || ' of ' || i,
        'A synthetic row.', json_array('filler', 'filler-' || i), c.id,
        i / 9 % 3 = 0, i % 20 <> 0, CASE WHEN i % 60 = 20 THEN 'filler' || i END, CASE WHEN i % 60 = 40 THEN ${farAhead} + i END,
        CASE WHEN i % 200 = 11 THEN 'failed' ELSE 'ready' END,
        CASE WHEN i % 50 = 7 THEN 'pending' WHEN i % 100 = 13 THEN 'rejected' ELSE 'approved' END,
        CASE WHEN i % 200 = 17 THEN 'quarantine' END, CASE WHEN i % 50 = 7 THEN ${began} + i END,
        60 + i % 3000, 1280, 720, i * 104729 % 1000003, i * 104729 % 1000003 / 50, i * 104729 % 1000003,
        i * 104729 % 1000003, i * 104729 % 1000003 / 50, ${began} + i
      FROM n JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total FROM categories) c
        ON c.place = n.i % c.total;`,
    ...listUnderTags(from, to),
  ]
}

/** Lists the public ones of these videos under their tags, which cron would take an hour for. */
function listUnderTags(from: number, to: number): string[] {
  return [
    `INSERT OR IGNORE INTO video_tags (slug, created_at, video_id)
      SELECT shown.slug, v.created_at, v.id
      FROM videos v CROSS JOIN json_each(v.tags) e JOIN tags used ON used.slug = e.value AND used.blocked_at IS NULL
        JOIN tags shown ON shown.slug = coalesce(used.merged_into, used.slug)
      WHERE v.created_at BETWEEN ${began} + ${from} AND ${began} + ${to} AND v.title LIKE 'Filler %'
        AND v.status = 'ready' AND v.review = 'approved' AND v.is_public = 1 AND v.hold IS NULL;`,
    `${series(from, to)}
      UPDATE tags SET video_count = (SELECT count(*) FROM video_tags t WHERE t.slug = tags.slug)
      WHERE slug IN (SELECT 'filler-' || i FROM n UNION ALL SELECT 'filler');`,
  ]
}

/** Returns the newest videos of all, of the account `creator`: private, pending, quarantined or broken ones. */
export function fillHidden(from: number, to: number): string[] {
  return [
    `INSERT INTO videos (user_id, title, title_folded, description, tags, category_id, is_premium, is_public, status, review, hold,
        waiting_since, duration, width, height, views, likes, popularity, views_listed, likes_listed, created_at)
      ${series(from, to)}
      SELECT (SELECT id FROM users WHERE username_canonical = 'creator'), 'Filler, hidden ' || i, 'filler, hidden ' || i,
        'A synthetic row.', json_array('filler', 'sunset'), (SELECT min(id) + i / 8 % 2 FROM categories),
        i / 4 % 2, i % 4 <> 0, CASE WHEN i % 4 = 3 THEN 'failed' ELSE 'ready' END,
        CASE WHEN i % 4 = 1 THEN 'pending' ELSE 'approved' END, CASE WHEN i % 4 = 2 THEN 'quarantine' END,
        CASE WHEN i % 4 = 1 THEN ${began} + i END, 60, 1280, 720, 2000000, 40000, 2000000, 2000000, 40000, ${farAhead} + i
      FROM n;`,
  ]
}

/**
 * Returns videos of the account `creator`, older and less watched than all others. One in 20 is private, unlisted or
 * scheduled, one in 50 each pending or deleted, one in 100 rejected, one in 200 processing, broken or reported, one in 3
 * premium.
 */
export function fillOwned(from: number, to: number): string[] {
  return [
    `INSERT INTO videos (user_id, title, title_folded, description, tags, category_id, is_premium, is_public, unlisted_key, publish_at,
        status, review, hold, trashed_at, waiting_since, open_reports, duration, width, height, views, likes, views_listed, likes_listed, created_at)
      ${series(from, to)}
      SELECT (SELECT id FROM users WHERE username_canonical = 'creator'), 'Own ' || i, 'own ' || i, 'A synthetic row.', '[]',
        (SELECT min(id) FROM categories), i % 3 = 0, i % 20 <> 0,
        CASE WHEN i % 60 = 20 THEN 'own ' || i END, CASE WHEN i % 60 = 40 THEN ${farAhead} + i END,
        CASE WHEN i % 200 = 11 THEN 'failed' WHEN i % 200 = 12 THEN 'processing' ELSE 'ready' END,
        CASE WHEN i % 50 = 7 THEN 'pending' WHEN i % 100 = 13 THEN 'rejected' ELSE 'approved' END,
        CASE WHEN i % 50 = 17 THEN 'trash' END, CASE WHEN i % 50 = 17 THEN ${farAhead} + i END,
        CASE WHEN i % 50 = 7 THEN ${began} + i END, i % 200 = 19, 60 + i * 7919 % 3001, 1280, 720,
        i * 104729 % 10007, i * 104729 % 10007 / 50, i * 104729 % 10007, i * 104729 % 10007 / 50, ${began} - 1000000 + i
      FROM n;`,
  ]
}
