import { callPage, client } from '#web/lib/api'
import { browserSurroundings } from '../engine/browser-surroundings'
import { withRetry } from '../engine/retry'
import { TransportError } from '../engine/transport'
import { ask } from '../engine/xhr-transport'
import type { FurtherFiles } from './derived-files'

/**
 * Adds further files to a published video, if it still has the upload that they derive from. Idempotent.
 * Rejects with a TransportError, or with the signal's reason.
 */
export async function attachFiles(
  videoId: number,
  files: FurtherFiles & { madeFrom: string },
  signal: AbortSignal,
): Promise<void> {
  const param = { id: String(videoId) }
  await withRetry(() => ask(client.api.videos[':id'].$patch({ param, json: files }, { init: { signal } })), {
    signal,
    surroundings: browserSurroundings,
  })
}

/**
 * Returns whether an attachment failed because the video is gone or has another file; 409 is a concurrent
 * change.
 */
export function isVideoGone(error: unknown): error is TransportError {
  return error instanceof TransportError && [400, 403, 404, 410, 422].includes(error.status)
}

/** Returns whether an own video is deleted for good. */
export async function isDeleted(videoId: number, signal: AbortSignal): Promise<boolean> {
  const param = { id: String(videoId) }
  const { status } = await client.api.videos[':id'].$get({ param, query: {} }, { init: { signal } })
  return status === 404 && !(await isInTrash(videoId, signal))
}

/** Returns whether a video is in its owner's trash, from where it may come back. */
export async function isInTrash(videoId: number, signal: AbortSignal): Promise<boolean> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { tab: 'deleted' as const, ...(cursor && { cursor }) }
    const page = await callPage(client.api.videos['my-videos'].$get({ query }, { init: { signal } }))
    if (page.items.some(({ id }) => id === videoId)) return true
    cursor = page.nextCursor
  }
  return false
}
