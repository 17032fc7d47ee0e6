import type { BulkResult } from '#contract/schemas/shared/lists'
import type { OwnBulk } from '#contract/schemas/videos/video'
import type { TestClient } from '../client'

/** Changes many of the account's own videos. */
export function ownBulk(client: TestClient, change: OwnBulk): Promise<BulkResult> {
  return client.json('POST', '/api/videos/my-videos/bulk', change)
}

/** Deletes an owner's video, and takes it from the trash before its time. */
export async function deleteForGood(client: TestClient, id: number): Promise<void> {
  const trashed = await client.request('DELETE', `/api/videos/${id}`)
  if (trashed.status !== 204) throw new Error(`Not deleted: ${await trashed.text()}`)
  const [result] = await ownBulk(client, { ids: [id], action: 'delete-for-good' })
  if (!result?.ok) throw new Error(`Not deleted for good: ${result?.detail}`)
}
