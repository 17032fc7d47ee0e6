import type { ImportState } from '../../../../contract/schemas/uploads/uploads'
import type { ImportRow } from '../../../../db/queries/uploads/imports'

export function viewImport({ id, status, received, size, uploadId, error }: ImportRow): ImportState {
  // The upload is usable once it is complete; until then it is the job's.
  return { id, status, received, size, uploadId: status === 'done' ? uploadId : null, error }
}
