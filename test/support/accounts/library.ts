import { env } from 'cloudflare:workers'

/**
 * Gives an account a history of this many of another account's videos, one a second, and saves them in that
 * order.
 */
export async function fillLibrary(userId: number, ownerId: number, from: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `insert into watch_history (user_id, video_id, position, watched_at)
       select ?1, id, id % 3 * 20, ?3 + id * 1000 from videos where user_id = ?2`,
    ).bind(userId, ownerId, from),
    env.DB.prepare(
      `insert into saved_videos (user_id, video_id, saved_at, place)
       select ?1, id, ?3 + id * 1000, id from videos where user_id = ?2`,
    ).bind(userId, ownerId, from),
  ])
}
