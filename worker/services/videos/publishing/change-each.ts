import type { BulkResult } from '#contract/schemas/shared/lists'
import { AppError, unexpectedDetail } from '#worker/errors'
import { describeError, log } from '#worker/log'
import type { UserContext } from '../../context'

/**
 * Changes many videos in turn. Earlier changes can't be undone, so each succeeds or fails on its own, with a
 * reason.
 */
export async function changeEach(
  { requestId }: UserContext,
  ids: readonly number[],
  changeOne: (id: number, at: number) => Promise<unknown>,
): Promise<BulkResult> {
  const results: BulkResult = []
  for (const [at, id] of ids.entries()) {
    try {
      await changeOne(id, at)
      results.push({ id, ok: true })
    } catch (error) {
      results.push({ id, ok: false, detail: reasonOf(requestId, id, error) })
    }
  }
  return results
}

function reasonOf(requestId: string, videoId: number, error: unknown): string {
  if (error instanceof AppError) return error.detail
  log('error', 'unexpected', { requestId, videoId, ...describeError(error) })
  return unexpectedDetail
}
