import type { ImportState } from '#contract/schemas/uploads/upload'
import type { ImportRow } from '#db/queries/uploads/imports'

const forgotten = 'The fetched file was kept for two days. Please fetch it again.'

type Viewed = ImportRow & { obstacle?: string | null }

export function viewImport({ id, status, received, size, uploadId, error, obstacle }: Viewed): ImportState {
  // Unused uploads end sooner than the import's own row.
  if (status === 'done' && uploadId === null)
    return { id, status: 'failed', received, size, uploadId, obstacle: null, error: forgotten }
  // The upload is usable once it is complete; until then it is the job's.
  const file =
    status === 'done' ? { uploadId, obstacle: obstacle ?? null } : { uploadId: null, obstacle: null }
  return { id, status, received, size, error, ...file }
}
