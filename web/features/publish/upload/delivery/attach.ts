import { callPage, client } from '#web/lib/api'
import { browserSurroundings } from '../engine/browser-surroundings'
import { type Patience, withRetry } from '../engine/retry'
import { TransportError } from '../engine/transport'
import { ask, headersFor } from '../engine/xhr-transport'
import { type FurtherFiles, SendingFailed } from './derived-files'

/** The account that owns a video. */
type Asker = Pick<Patience, 'account' | 'signal'>

/**
 * Adds further files to a published video, if it still has the upload that they derive from. Idempotent. Returns false
 * where the video is deleted for good, or has another file. Rejects with SendingFailed while it is in the trash, with a
 * TransportError, or with the signal's reason.
 */
export async function attachFiles(
  videoId: number,
  files: FurtherFiles & { madeFrom: string },
  { account, signal }: Asker,
): Promise<boolean> {
  const param = { id: String(videoId) }
  const options = { headers: headersFor(account), init: { signal } }
  const patch = () => ask(client.api.videos[':id'].$patch({ param, json: files }, options))
  try {
    await withRetry(patch, { signal, surroundings: browserSurroundings })
    return true
  } catch (error) {
    if (!isVideoGone(error)) throw error
    // Where it can't be told whether it is in the trash, the next page tries again.
    if (error.status === 404 && (await isInTrash(videoId, { account, signal }).catch(() => true)))
      throw new SendingFailed('This video was deleted. Restore it, then try again.')
    return false
  }
}

/** Returns whether the video is gone or has another file; 409 is a concurrent change. */
function isVideoGone(error: unknown): error is TransportError {
  return error instanceof TransportError && [400, 403, 404, 410, 422].includes(error.status)
}

/** Returns whether an own video is deleted for good. */
export async function isDeleted(videoId: number, asker: Asker): Promise<boolean> {
  const param = { id: String(videoId) }
  const { status } = await client.api.videos[':id'].$get(
    { param, query: {} },
    { init: { signal: asker.signal } },
  )
  return status === 404 && !(await isInTrash(videoId, asker))
}

/** Returns whether a video is in its owner's trash, from where it may come back. */
async function isInTrash(videoId: number, { account, signal }: Asker): Promise<boolean> {
  const options = { headers: headersFor(account), init: { signal } }
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { tab: 'deleted' as const, ...(cursor && { cursor }) }
    const page = await callPage(client.api.videos['my-videos'].$get({ query }, options))
    if (page.items.some(({ id }) => id === videoId)) return true
    cursor = page.nextCursor
  }
  return false
}
