import type { JobRecord } from './job-record'
import { openWhole } from './local-files'

/** Returns the address of an upload's bytes, for its owner. */
export function contentOf(uploadId: string): string {
  return `/api/uploads/${uploadId}/content`
}

/** Opens the file that a job publishes, or returns its address on the server; null where it is lost. */
export async function sourceFile({ source, isRemote }: JobRecord): Promise<Blob | string | null> {
  if (isRemote) return source?.uploadId ? contentOf(source.uploadId) : null
  return openWhole(source)
}
