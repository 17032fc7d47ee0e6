import { runnerImport } from 'vite'
import { began, farAhead, series, videoInTurn } from './series.ts'

// Node doesn't resolve imports without an extension.
const { preservedMs, removalClockMs } = (
  await runnerImport<typeof import('#contract/values/moderation/safety')>(
    './contract/values/moderation/safety.ts',
  )
).module

const reason = (list: string[]) =>
  `CASE i % ${list.length} ${list.map((name, at) => `WHEN ${at} THEN '${name}'`).join(' ')} END`

/** Reports of videos in turn, one in five still open. None hides its video: only the lists are measured. */
export function fillReports(from: number, to: number): string[] {
  return [
    `INSERT OR IGNORE INTO reports (code, video_id, video_title, owner_id, reporter_id, reporter_key, reason, details, status,
        decided_by, decided_at, decision_note, created_at)
      ${series(from, to)}
      SELECT 'filler' || i, v.id, v.title, v.user_id, 1, 'filler:' || i, ${reason(['illegal', 'copyright', 'spam', 'other'])},
        'A synthetic report.', CASE WHEN i % 5 = 0 THEN 'open' ELSE 'dismissed' END,
        CASE WHEN i % 5 THEN 1 END, CASE WHEN i % 5 THEN ${began} + i END, CASE WHEN i % 5 THEN 'Nothing wrong.' END,
        ${began} + i
      FROM n ${videoInTurn};`,
  ]
}

/**
 * Returns removal requests for videos in turn, one in five open with its clock still running, and as many
 * removals, one in five with an open appeal.
 */
export function fillRemovals(from: number, to: number): string[] {
  const clock = `${farAhead} + i`
  return [
    `INSERT OR IGNORE INTO removal_requests (token, url, video_id, video_title, owner_id, reason, relation, name, email,
        statement, signature, created_at, due_at, status, decided_by, decided_at, decision_note)
      ${series(from, to)}
      SELECT 'filler' || i, '/video/' || v.id, v.id, v.title, v.user_id,
        ${reason(['illegal', 'copyright', 'other'])}, 'other', 'Filler', 'filler' || i || '@example.com',
        'A synthetic request for a removal.', 'Filler', ${clock} - ${removalClockMs}, ${clock},
        CASE WHEN i % 5 = 0 THEN 'open' ELSE 'refused' END, CASE WHEN i % 5 THEN 1 END,
        CASE WHEN i % 5 THEN ${clock} END, CASE WHEN i % 5 THEN 'Not in the video.' END
      FROM n ${videoInTurn};`,
    `INSERT OR IGNORE INTO removals (video_id, video_title, owner_id, reason, statement, removed_by, removed_at,
        preserve_until, appeal_text, appealed_at, appeal_status)
      ${series(from, to)}
      SELECT v.id, v.title, v.user_id, 'copyright', 'A synthetic removal.', 1, ${began} + i,
        ${farAhead + preservedMs('copyright')}, CASE WHEN i % 5 = 0 THEN 'A synthetic appeal.' END,
        CASE WHEN i % 5 = 0 THEN ${began} + i END, CASE WHEN i % 5 = 0 THEN 'open' END
      FROM n ${videoInTurn};`,
  ]
}
