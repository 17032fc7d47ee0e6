import type { ImportState } from '../../../../contract/schemas/uploads/uploads'
import type { ImportRow } from '../../../../db/queries/uploads/imports'

type Viewed = ImportRow & { obstacle?: string | null }

export function viewImport({ id, status, received, size, uploadId, error, obstacle }: Viewed): ImportState {
  // The upload is usable once it is complete; until then it is the job's.
  const file =
    status === 'done' ? { uploadId, obstacle: obstacle ?? null } : { uploadId: null, obstacle: null }
  return { id, status, received, size, error, ...file }
}
