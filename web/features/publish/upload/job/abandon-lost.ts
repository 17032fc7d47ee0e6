import type { ResumeRecord } from '../engine/resume-record'
import { transportFor } from '../engine/xhr-transport'
import { JobKeeper, jobOfDraft, removeFiles } from '../store/job-record'

/**
 * Abandons an upload whose file was lost, unless this is the same file, in which case the server finds it by
 * fingerprint. Rejects with the signal's reason: any job there by then belongs to a later choice.
 */
export async function abandonLost(draft: string, source: ResumeRecord, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const left = jobOfDraft(draft)
  if (!left) return
  const before = left.source
  const isSame = before?.fingerprint === source.fingerprint && before.size === source.size
  // The server's sweep removes what can't be abandoned now.
  if (before?.uploadId && !isSame)
    await transportFor(left.account)
      .abandon(before.uploadId)
      .catch(() => {})
  new JobKeeper(left).remove()
  await removeFiles(left)
}
