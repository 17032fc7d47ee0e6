import type { Comment } from '#contract/schemas/videos/comments'
import { comments } from '#db/schema'
import type { TestClient } from '../client'
import { testDb } from '../factories'

/** Puts a comment into the table, as its author wrote it. */
export async function makeComment(
  videoId: number,
  userId: number,
  change: Partial<typeof comments.$inferInsert> = {},
) {
  const row = {
    videoId,
    userId,
    body: 'A comment',
    state: 'shown' as const,
    createdAt: Date.now(),
    ...change,
  }
  const [made] = await testDb().insert(comments).values(row).returning()
  if (!made) throw new Error('No comment was made')
  return made
}

export function write(client: TestClient, videoId: number, body: string, parentId?: number) {
  return client.request('POST', `/api/videos/${videoId}/comments`, { json: { body, parentId } })
}

export const written = async (client: TestClient, videoId: number, body: string, parentId?: number) =>
  (await (await write(client, videoId, body, parentId)).json()) as Comment

export const listed = (client: TestClient, videoId: number, query = '') =>
  client.json<Comment[]>('GET', `/api/videos/${videoId}/comments${query}`)

export const repliesTo = (client: TestClient, id: number) =>
  client.json<Comment[]>('GET', `/api/comments/${id}/replies`)
