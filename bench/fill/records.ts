import { began, farAhead, series } from './series.ts'

/**
 * Returns emails: one in three is due far in the future, one in three was given up, the rest were sent; ten
 * per address.
 */
export function fillMails(from: number, to: number): string[] {
  return [
    `INSERT OR IGNORE INTO mail_outbox (dedupe_key, recipient, subject, body, attempts, next_attempt_at, sent_at,
        last_error, created_at)
      ${series(from, to)}
      SELECT 'filler:' || i, 'filler' || (i / 10) || '@example.com', 'A synthetic mail', 'Nothing.', i % 3,
        CASE WHEN i % 3 = 0 THEN ${farAhead} END, CASE WHEN i % 3 = 2 THEN ${began} + i END,
        CASE WHEN i % 3 = 1 THEN 'No such address' END, ${began} + i
      FROM n;`,
  ]
}

/** Actions of the first account on videos, users and categories. */
export function fillEntries(from: number, to: number): string[] {
  return [
    `INSERT INTO audit_log (at, actor_id, action, subject, subject_id, details, request_id)
      ${series(from, to)}
      SELECT ${began} + i, 1,
        CASE i % 3 WHEN 0 THEN 'video.approve' WHEN 1 THEN 'user.ban' ELSE 'category.update' END,
        CASE i % 3 WHEN 0 THEN 'video' WHEN 1 THEN 'user' ELSE 'category' END, CAST(i % 1000 AS TEXT),
        '{"before":{},"after":{}}', 'filler' || i
      FROM n;`,
  ]
}

/** Returns failed messages, half of them still open, and objects that no row names. */
export function fillJobs(from: number, to: number): string[] {
  return [
    `INSERT OR IGNORE INTO dead_letters (id, queue, body, attempts, at, resolved_at)
      ${series(from, to)}
      SELECT 'filler' || i, 'nocturne-jobs', '{"job":"mail"}', 5, ${began} + i, CASE WHEN i % 2 THEN ${began} + i END
      FROM n;`,
    `INSERT OR IGNORE INTO orphan_objects (key, bytes, uploaded_at, scan_id)
      ${series(from, to)}
      SELECT 'm/filler' || i, 1000, ${began} + i, 1 FROM n;`,
  ]
}
