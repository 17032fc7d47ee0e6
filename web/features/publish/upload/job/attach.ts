import { client } from '../../../../lib/api'
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
export function isVideoGone(error: unknown): boolean {
  return error instanceof TransportError && [400, 403, 404, 410, 422].includes(error.status)
}
